import { once } from 'node:events';
import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { authenticate } from '../../http/guards/authenticate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { onRequestEnd } from '../../http/server/on-request-end.ts';
import type { Services } from '../services.ts';
import { inProcessFetch } from './in-process-fetch.ts';
import { McpClient } from './mcp-client.ts';

/** Room for a manuscript of maximum size with every character escaped. */
const bodyMaxBytes = 4 * 1024 * 1024;
/** Media types that clients must accept by the protocol: a reply is one or the other. */
const bothForms = 'application/json, text/event-stream';
/** Loopback names under which a browser can reach a service on this machine. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions. Each tool call is a call of the API by the same
 * key, counted and billed as one; this route itself costs nothing.
 */
export function mcpRoute(
  app: FastifyInstance,
  services: Pick<Services, 'accounts' | 'config' | 'languageWorkers'>,
): void {
  const { accounts, config, languageWorkers } = services;
  const identify = authenticate(accounts);
  app.post<{ Body: Record<string, unknown> }>('/mcp', {
    ...jsonBody(bodyMaxBytes, (body) => body as Record<string, unknown>),
    ...guarded(
      async (request) => {
        rejectForeignPages(request, config);
        return identify(request);
      },
      async ({ key: { id, modules } }, request, reply) => {
        const work = languageWorkers.workFor(id);
        const client = new McpClient({
          baseUrl: '',
          maxRetries: 0,
          fetch: inProcessFetch(app, request),
          headers: presented(request),
        });
        const gone = new AbortController();
        onRequestEnd(request, reply, () => gone.abort());
        const { createMcpHandler, createMcpServer } = await loadProtocol();
        const handler = createMcpHandler(() => createMcpServer({ client, work, modules }), {
          keepAliveMs: 15_000,
        });
        const close = () => void handler.close();
        if (gone.signal.aborted) close();
        else gone.signal.addEventListener('abort', close, { once: true });
        const asked = new Request(`http://localhost${request.url}`, {
          method: 'POST',
          headers: protocolHeaders(request),
          body: JSON.stringify(request.body),
          signal: gone.signal,
        });
        return send(reply, await handler.fetch(asked, { parsedBody: request.body }));
      },
    ),
  });
}

/** Loads the protocol with the first request that uses it: a megabyte of modules that nothing else needs. */
async function loadProtocol() {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ]);
  return { createMcpHandler, createMcpServer };
}

/**
 * Rejects pages of other sites: a browser names their origin, and after DNS rebinding `Host` still has the foreign
 * name. Programs send no origin.
 */
function rejectForeignPages(
  { headers, host }: FastifyRequest,
  { publicUrl, corsOrigins }: Services['config'],
): void {
  const { origin } = headers;
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return;
  const own = new URL(publicUrl);
  const isOwn = URL.canParse(origin) && (origin === own.origin || loopback.has(new URL(origin).hostname));
  const named = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  if (isOwn && (loopback.has(named) || named === own.hostname)) return;
  throw new ServiceError('forbidden', {
    detail: { en: 'This request comes from another site.', zh: '该请求来自其他网站。' },
  });
}

/** Forwards the caller's key and language. */
function presented({ headers }: FastifyRequest): Record<string, string> {
  const names = ['authorization', 'x-api-key', 'accept-language'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

function protocolHeaders({ headers }: FastifyRequest): Headers {
  const copy = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && /^(?:accept|last-event-id|mcp-.*)$/.test(name)) copy.set(name, value);
  // Programs without a preference of their own accept whatever comes.
  if (/^\s*\*\/\*\s*$/.test(headers.accept ?? '*/*')) copy.set('accept', bothForms);
  return copy;
}

/** Streams a reply of the protocol at its reader's pace. */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const headers = Object.fromEntries(response.headers);
  const isStream = headers['content-type']?.startsWith('text/event-stream');
  if (!isStream || !response.body)
    return reply
      .code(response.status)
      .headers(headers)
      .send(await response.text());
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(response.status, { ...reply.getHeaders(), ...headers } as Record<string, string>);
  try {
    for await (const part of response.body) {
      if (raw.destroyed) break;
      if (!raw.write(part)) await Promise.race([once(raw, 'drain'), once(raw, 'close')]);
    }
  } finally {
    raw.end();
  }
  return reply;
}
