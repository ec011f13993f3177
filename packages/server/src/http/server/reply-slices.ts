import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Longer replies are written in pieces of this size, each when the one before it has been taken. */
const sliceBytes = 64 * 1024;

type RawReply = FastifyReply['raw'];

const remaining = new WeakMap<RawReply, { bytes: number }>();
const shared = new WeakSet<Buffer>();
const listeners = new WeakMap<RawReply, () => void>();

/** Calls `onQueued` after everything that adds to what the reply has to send: each write, its end, and a whole long reply. */
export function watchQueued(reply: RawReply, onQueued: () => void): void {
  listeners.set(reply, onQueued);
  const { write, end } = reply;
  reply.write = (...args: unknown[]) => {
    const isFlowing = write.apply(reply, args as Parameters<typeof write>);
    onQueued();
    return isFlowing;
  };
  reply.end = (...args: unknown[]) => {
    end.apply(reply, args as Parameters<typeof end>);
    onQueued();
    return reply;
  };
}

/** Marks bytes that are kept anyway and sent to many: a reply that waits to be read takes no memory for them. */
export function shareBytes(bytes: Buffer): Buffer {
  shared.add(bytes);
  return bytes;
}

/** Has every long reply written no faster than it is read: TLS and HTTP/2 would copy all of it at once. */
export function installReplySlices(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isWhole || Buffer.byteLength(payload) <= sliceBytes || request.method === 'HEAD') {
      done(null, payload);
      return;
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    reply.header('Content-Length', bytes.length);
    const unsent = { bytes: shared.has(bytes) ? 0 : bytes.length };
    remaining.set(reply.raw, unsent);
    listeners.get(reply.raw)?.();
    done(null, Readable.from(slices(bytes, unsent), { objectMode: false, highWaterMark: sliceBytes }));
  });
}

/** Bytes of memory that a reply holds and its reader has not taken yet. */
export function unsentBytes(reply: RawReply): number {
  // Of HTTP/2, whose replies have their stream in place of a socket of their own.
  const { stream } = reply as unknown as { stream?: { writableLength?: number } };
  return (remaining.get(reply)?.bytes ?? 0) + (stream?.writableLength ?? reply.writableLength ?? 0);
}

/** One a turn of the event loop: what the kernel takes at once, megabytes of each of many connections, keeps nobody waiting. */
async function* slices(bytes: Buffer, unsent: { bytes: number }): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const slice = bytes.subarray(at, at + sliceBytes);
    unsent.bytes = Math.max(0, unsent.bytes - slice.length);
    yield slice;
    // Not behind the last one: who has it may send the next request, while this one would still count as running.
    if (at + sliceBytes < bytes.length) await setImmediate();
  }
}
