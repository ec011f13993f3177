import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import {
  type OpenSearchLocation,
  openOpenSearchLibrary,
  openOpenSearchWriter,
} from '../../../library/stores/opensearch/open-opensearch.ts';
import { readOpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { dropLibrary, newLibraryUrl, sharedOpenSearch } from './opensearch-server.ts';

/**
 * Decides about a request before OpenSearch receives it. `cut`: its connection breaks off, and it is not sent; an object:
 * it is not sent either, and this is the reply, with status 200.
 */
export type Intercept = (request: { method: string; path: string }) => Promise<'cut' | object | undefined>;

/** Returns the place of a library for one test, usable by any number of processes, and removes it after the test. */
export async function newLibrary(t: TestContext) {
  const url = newLibraryUrl((await sharedOpenSearch()).url);
  const closing: (() => Promise<unknown>)[] = [];
  t.after(async () => {
    for (const close of closing) await close();
    await dropLibrary(url);
  });
  const opened = <T extends { close(): Promise<void> }>(one: T) => {
    closing.push(() => one.close());
    return one;
  };
  const location = locationOf(url);
  return {
    url,
    location,
    async writer(from: OpenSearchLocation = location): Promise<LibraryWriter> {
      // What the proxy cuts off is not repeated.
      return opened(await openOpenSearchWriter(from, undefined, from === location ? {} : { retryMs: 0 }));
    },
    async library(from: OpenSearchLocation = location): Promise<Library> {
      return opened(await openOpenSearchLibrary(from, { timeoutMs: 120_000 }));
    },
    /** Calls OpenSearch directly, about the index whose name continues that of the library; resolves with the reply. */
    async change(method: string, path: string, body?: object): Promise<unknown> {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      assert.ok(reply.ok, text);
      return JSON.parse(text);
    },
    /** Names the library's indices, without its own name. */
    async indices(): Promise<string[]> {
      const { origin, pathname } = new URL(url);
      const found = await fetch(`${origin}/_cat/indices${pathname}-*?h=index`);
      return (await found.text())
        .split('\n')
        .filter(Boolean)
        .map((name) => name.slice(pathname.length - 1))
        .sort();
    },
    /** Returns the same library behind a proxy that asks `intercept` about each request. */
    async through(intercept: Intercept): Promise<OpenSearchLocation> {
      const proxy = await startProxy(url, intercept);
      closing.push(async () => proxy.close());
      return locationOf(proxy.url);
    },
  };
}

function locationOf(url: string): OpenSearchLocation {
  return { address: readOpenSearchAddress(url) ?? assert.fail(url) };
}

async function startProxy(url: string, intercept: Intercept) {
  const { origin, pathname } = new URL(url);
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const { method = '', url: path = '', headers } = request;
    const answer = await intercept({ method, path });
    if (answer === 'cut') {
      request.socket.destroy();
      return;
    }
    if (answer !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
    const forwarded = send(`${origin}${path}`, {
      method,
      headers: { ...kept, 'content-length': body.length },
    });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    forwarded.end(body);
  };
  const server = createServer((request, response) => {
    relay(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
