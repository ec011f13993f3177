import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerResponse } from 'node:http2';
import { isMainThread } from 'node:worker_threads';
import { answerCommands } from '../bench/commands.ts';
import { unsentBytes } from '../packages/server/src/http/server/reply-slices.ts';

/**
 * Loaded into an attacked service by `--import`, in addition to the bench's probe of its event loop: measures every two
 * milliseconds the bytes that replies to each address have queued, from the replies themselves, not from the service's
 * totals.
 */

/** Maximum bytes queued for one address since `watchQueued`, and the number of measurements. */
export type QueuedBytes = { most: number; looks: number };

const lookEveryMs = 2;

if (isMainThread && process.send) {
  const replies = new Map<ServerResponse, string>();
  let queued: QueuedBytes = { most: 0, looks: 0 };
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    replies.set(response, request.socket.remoteAddress ?? '');
    response.once('close', () => replies.delete(response));
  });
  // HTTP/2 has no such channel, but every reply sets a header before its first byte.
  const { setHeader } = Http2ServerResponse.prototype;
  Http2ServerResponse.prototype.setHeader = function (name, value) {
    const response = this as unknown as ServerResponse;
    if (!replies.has(response)) {
      replies.set(response, this.stream.session?.socket.remoteAddress ?? '');
      this.once('close', () => replies.delete(response));
    }
    setHeader.call(this, name, value);
  };
  const look = () => {
    const byAddress = new Map<string, number>();
    for (const [reply, address] of replies)
      if (!reply.destroyed) byAddress.set(address, (byAddress.get(address) ?? 0) + unsentBytes(reply));
    queued = { most: Math.max(queued.most, ...byAddress.values()), looks: queued.looks + 1 };
  };
  setInterval(look, lookEveryMs).unref();
  answerCommands({
    watchQueued() {
      queued = { most: 0, looks: 0 };
    },
    queuedBytes: () => queued,
  });
  // The probe must not keep the service running.
  process.channel?.unref();
}
