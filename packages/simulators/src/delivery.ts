import type { ServerResponse } from 'node:http';
import type { Reply } from './replies.ts';

/** Delivery of a reply; complete by default. */
export type Delivery =
  /** The connection is reset before any byte of a reply. */
  | { kind: 'reset' }
  /** Silence: the connection stays open without a byte of a reply. */
  | { kind: 'hang' }
  /** Headers and half of the body, then silence. */
  | { kind: 'stall' }
  /** The chunked body ends in the middle, by a closed connection. */
  | { kind: 'cut'; atByte: number }
  /** HTTP is complete, but the body ends early. */
  | { kind: 'truncate'; atByte: number }
  /** The body, followed by endless white space. */
  | { kind: 'endless' }
  | { kind: 'delay'; delayMs: number };

/** Log entry of the request that a delivery answers. */
type Entry = { status?: number; abandoned?: boolean };

/** Sends a reply in the way specified by `delivery`; a reset or hang needs no reply. */
export function deliver(
  reply: Reply | undefined,
  delivery: Delivery | undefined,
  response: ServerResponse,
  entry: Entry,
): void {
  if (delivery?.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (delivery?.kind !== 'cut') {
    response.on('close', () => {
      if (!response.writableFinished) entry.abandoned = true;
    });
  }
  if (!reply) return;
  const start = () => {
    entry.status = reply.status;
    response.writeHead(reply.status, reply.headers);
  };
  const bytes = Buffer.from(reply.body);
  switch (delivery?.kind) {
    case undefined:
      start();
      response.end(bytes);
      return;
    case 'delay': {
      const timer = setTimeout(() => {
        start();
        response.end(bytes);
      }, delivery.delayMs);
      response.on('close', () => clearTimeout(timer));
      return;
    }
    case 'truncate':
      start();
      response.end(bytes.subarray(0, delivery.atByte));
      return;
    case 'cut':
      start();
      // The bytes are sent with their chunk header, the closing chunk never.
      if (delivery.atByte > 0) response.write(bytes.subarray(0, delivery.atByte));
      else response.flushHeaders();
      setImmediate(() => response.socket?.destroySoon());
      return;
    case 'stall':
      start();
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      return;
    case 'endless': {
      start();
      response.write(bytes);
      const timer = setInterval(() => {
        if (!response.writableNeedDrain) response.write(' '.repeat(1024));
      }, 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'hang':
      return;
    default:
      delivery satisfies never;
  }
}
