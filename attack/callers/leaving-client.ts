import { type IncomingMessage, request } from 'node:http';
import type { EndpointCall } from '../../packages/server/src/testing/app/endpoints.ts';

/** Moment at which a client disconnects, counted from when its request is written. */
export type Leaving =
  /** Disconnects this many milliseconds later, whatever has arrived. */
  | { afterMs: number }
  /** Disconnects after this number of events of a stream, or at its end if there are fewer. */
  | { afterEvents: number };

/** Part of its call that a client received: `left` if it disconnected earlier. */
export type Outcome = { left: boolean; status: number | undefined; body: string };

/** Makes one call on a separate connection, and closes that at the given moment; by default it stays to the end. */
export function call(
  { url, key }: { url: string; key: string },
  { method, path, body }: EndpointCall,
  leaving?: Leaving,
): Promise<Outcome> {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve) => {
    let read = '';
    let reply: IncomingMessage | undefined;
    let timer: NodeJS.Timeout | undefined;
    const end = (left: boolean) => {
      clearTimeout(timer);
      resolve({ left, status: reply?.statusCode, body: read });
    };
    const leave = () => {
      end(true);
      asked.destroy();
    };
    const asked = request(url + path, { method, headers, agent: false }, (incoming) => {
      reply = incoming;
      incoming.setEncoding('utf8').on('error', () => {});
      incoming.on('data', (text: string) => {
        read += text;
        if (leaving && 'afterEvents' in leaving && read.split('\n\n').length > leaving.afterEvents) leave();
      });
      incoming.on('close', () => end(false));
    });
    asked.on('error', () => end(false));
    asked.end(body && JSON.stringify(body));
    if (leaving && 'afterMs' in leaving) timer = setTimeout(leave, leaving.afterMs);
  });
}

/** Returns true if a client that stayed received the whole reply. */
export function isWhole({ status, body }: Outcome): boolean {
  if (status !== 200) return false;
  const isStream = body.startsWith('event: ');
  return isStream
    ? body.endsWith('event: done\ndata: {}\n\n') && !body.includes('event: error')
    : body !== '';
}
