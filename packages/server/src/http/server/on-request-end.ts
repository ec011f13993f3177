import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back when a request has ended: its reply is through or its client gone, and its call, if it has one, settled.
 * The framework's onResponse is left out where the client left before its reply was through. One listener serves all who
 * wait for a request: each of its own would cost a small request a part of its time.
 */
export function onRequestEnd(request: FastifyRequest, reply: FastifyReply, callback: () => void): void {
  if (request.onRequestEnd) {
    request.onRequestEnd.push(callback);
    return;
  }
  const callbacks = [callback];
  request.onRequestEnd = callbacks;
  const tell = () => {
    for (const callback of callbacks) callback();
  };
  reply.raw.on('close', () => {
    if (request.running) request.running.then(tell, tell);
    else tell();
  });
}
