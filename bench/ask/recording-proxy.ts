import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Interval } from '../statistics.ts';

/** Request to an upstream, with its start and end in milliseconds of performance.now(). */
type RoundTrip = Interval & { path: string };

export type RecordingProxy = {
  origin: string;
  setDelay(delayMs: number): void;
  /** The round trips since the last call. */
  take(): RoundTrip[];
  close(): Promise<void>;
};

/**
 * Proxy in front of an upstream that adds `delayMs` to each reply, and records when each request arrived and its reply was
 * complete.
 */
export async function startRecordingProxy(upstream: string): Promise<RecordingProxy> {
  let roundTrips: RoundTrip[] = [];
  let delayMs = 0;
  const server = createServer((request, response) => {
    const start = performance.now();
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.once('close', () => roundTrips.push({ path, start, end: performance.now() }));
    const { method, headers } = request;
    const forward = send(new URL(request.url ?? '/', upstream), { method, headers }, (reply) => {
      const answer = () => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      };
      if (delayMs > 0) setTimeout(answer, delayMs);
      else answer();
    });
    forward.on('error', () => response.destroy());
    response.once('close', () => forward.destroy());
    request.pipe(forward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setDelay(next) {
      delayMs = next;
    },
    take() {
      const taken = roundTrips;
      roundTrips = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
