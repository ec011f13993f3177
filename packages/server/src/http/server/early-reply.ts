import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';

/** Time and bytes for which input is still accepted from a client that keeps sending after its reply. */
const lingerMs = 5_000;
const lingerMaxBytes = 64 * 1024 * 1024;
const pollMs = 50;

/**
 * Sees to the end of a reply given before its request had wholly arrived, such as 413. On a kept connection Node
 * discards what is left by itself.
 */
export function endEarlyReply(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor === 2) {
    const { stream } = response as unknown as Http2ServerResponse;
    // Without a reset the client could keep its half of the stream open, and with it the session, for ever.
    stream.once('finish', () => {
      if (!request.complete) stream.close(constants.NGHTTP2_NO_ERROR);
    });
    return;
  }
  // Before Node's own listener, which closes the connection where that was agreed.
  response.prependOnceListener('finish', () => {
    if (!request.complete) closeLingering(request);
  });
}

/**
 * Has the connection of this request, when Node comes to close it, discard first what is still being sent: a kernel
 * that closes over unread bytes sends a reset, and the client loses the reply.
 */
function closeLingering(request: IncomingMessage): void {
  const socket: Socket = request.socket;
  socket.destroySoon = () => {
    socket.destroySoon = Object.getPrototypeOf(socket).destroySoon;
    socket.end();
    const lastByte = socket.bytesRead + lingerMaxBytes;
    const cut = setTimeout(() => socket.destroy(), lingerMs);
    const watch = setInterval(() => {
      if (request.complete || socket.bytesRead > lastByte) socket.destroy();
    }, pollMs);
    socket.once('close', () => {
      clearTimeout(cut);
      clearInterval(watch);
    });
  };
}
