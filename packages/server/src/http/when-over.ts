import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls back when a request has ended: its reply is through or its client gone, and its call, if it has one, settled.
 * The framework's onResponse is left out where the client left before its reply was through.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, callback: () => void): void {
  reply.raw.once('close', () => {
    if (request.running) request.running.then(callback, callback);
    else callback();
  });
}
