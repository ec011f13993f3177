import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back when a request has ended: its reply is through or its client disconnected, and its call, if it has one, settled.
 * The framework's onResponse is left out where the client left before its reply was through. One listener serves all who
 * wait for a request: each of its own would cost a small request a part of its time.
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
