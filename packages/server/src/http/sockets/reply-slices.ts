import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Size of the pieces in which longer replies are written, each when the previous one has been read. */
const sliceBytes = 64 * 1024;

type RawReply = FastifyReply['raw'];

const remaining = new WeakMap<RawReply, { bytes: number }>();
const shared = new WeakSet<Buffer>();
const listeners = new WeakMap<RawReply, () => void>();

/** Calls `onQueued` after every operation that adds data to a reply: each write, its end, and a whole long reply. */
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

/** Marks bytes that stay in memory and are sent to many clients: an unread reply takes no memory for them. */
export function shareBytes(bytes: Buffer): Buffer {
  shared.add(bytes);
  return bytes;
}

/** Makes every long reply be written no faster than it is read, because TLS and HTTP/2 would copy all of it at once. */
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

/** Returns the bytes of memory for data of a reply that its client has not read yet. */
export function unsentBytes(reply: RawReply): number {
  // For HTTP/2, whose replies have a stream instead of a socket.
  const { stream } = reply as unknown as { stream?: { writableLength?: number } };
  return (remaining.get(reply)?.bytes ?? 0) + (stream?.writableLength ?? reply.writableLength ?? 0);
}

/** Yields one piece per turn of the event loop, because the kernel accepts megabytes at once for each of many connections. */
async function* slices(bytes: Buffer, unsent: { bytes: number }): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const slice = bytes.subarray(at, at + sliceBytes);
    unsent.bytes = Math.max(0, unsent.bytes - slice.length);
    yield slice;
    // Not after the last one: the client may then send its next request while this one would still count as running.
    if (at + sliceBytes < bytes.length) await setImmediate();
  }
}
