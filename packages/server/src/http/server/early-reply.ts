import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';

/** Time and bytes for which input is still accepted from a client that keeps sending after its reply. */
const lingerMs = 5_000;
const lingerMaxBytes = 64 * 1024 * 1024;
const pollMs = 50;

/**
 * Completes a reply sent before its request had fully arrived, such as 413. On a kept-alive connection, Node discards the rest
 * itself.
 */
export function endEarlyReply(request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor === 2) {
    const { stream } = response as unknown as Http2ServerResponse;
    // Without a reset, the client could keep its half of the stream, and therefore the session, open for ever.
    stream.once('finish', () => {
      if (!request.complete) stream.close(constants.NGHTTP2_NO_ERROR);
    });
    return;
  }
  // Before Node's own listener, which closes the connection if that was announced.
  response.prependOnceListener('finish', () => {
    if (!request.complete) closeLingering(request);
  });
}

/**
 * Makes the connection of this request discard incoming data before Node closes it: closing with unread bytes makes the kernel
 * send a reset, and the client loses the reply.
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
