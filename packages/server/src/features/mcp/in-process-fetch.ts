import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns a fetch whose requests are served by the app itself, in the name of the caller of `request`: each passes the
 * same guards, accounts and limits as an external one. To the app, an aborted request is a disconnected client.
 */
export function inProcessFetch(app: FastifyInstance, request: FastifyRequest): typeof fetch {
  return async (url, init = {}) => {
    const { signal } = init;
    signal?.throwIfAborted();
    const { method = 'GET', body } = init;
    const reply = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      remoteAddress: request.ip,
      payloadAsStream: true,
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
    });
    const leave = () => reply.raw.res.destroy();
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    const stream = reply.stream();
    stream.once('close', () => signal?.removeEventListener('abort', leave));
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      status: reply.statusCode,
      headers: headersOf(reply.headers),
    });
  };
}

function headersOf(headers: OutgoingHttpHeaders): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value].flat()) if (each !== undefined) copy.append(name, String(each));
  return copy;
}
