import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back when a request has ended: its reply was fully sent or its client disconnected, and its call, if any, is settled.
 * The framework does not run onResponse if the client disconnects earlier. One listener serves all callbacks of a request,
 * because several would noticeably slow down small requests.
 */
export function onRequestEnd(request: FastifyRequest, reply: FastifyReply, callback: () => void): void {
  if (request.state.onEnd) {
    request.state.onEnd.push(callback);
    return;
  }
  const callbacks = [callback];
  request.state.onEnd = callbacks;
  const tell = () => {
    for (const callback of callbacks) callback();
  };
  reply.raw.on('close', () => {
    if (request.state.running) request.state.running.then(tell, tell);
    else tell();
  });
}
