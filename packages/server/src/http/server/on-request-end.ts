import type { FastifyReply, FastifyRequest } from 'fastify';
import { factsOf } from '../guards/request-facts.ts';

const callbacksOf = new WeakMap<FastifyRequest, (() => void)[]>();

/**
 * Calls back when a request has ended: its reply was fully sent or its client disconnected, and its call, if any, is settled.
 * The framework does not run onResponse if the client disconnects earlier. One listener serves all callbacks of a request,
 * because several would noticeably slow down small requests.
 */
export function onRequestEnd(request: FastifyRequest, reply: FastifyReply, callback: () => void): void {
  const others = callbacksOf.get(request);
  if (others) {
    others.push(callback);
    return;
  }
  const callbacks = [callback];
  callbacksOf.set(request, callbacks);
  const tell = () => {
    for (const callback of callbacks) callback();
  };
  reply.raw.on('close', () => {
    const { running } = factsOf(request);
    if (running) running.then(tell, tell);
    else tell();
  });
}
