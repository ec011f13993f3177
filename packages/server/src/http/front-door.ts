import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Drain } from './drain.ts';

/** What holds for every request before any route's own guards: its id on the reply, a process that serves, one Host. */
export function installFrontDoor(app: FastifyInstance, drain: Drain): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (drain.draining && !request.routeOptions.config.whileDraining) done(restarting());
    else if (request.raw.httpVersion === '1.1' && countHosts(request.raw.rawHeaders) !== 1) done(noHost());
    else done();
  });
}

function restarting(): ServiceError {
  return new ServiceError('overloaded', { headers: { 'Retry-After': '5', Connection: 'close' } });
}

/** RFC 9112: none or several are answered 400; they are how a request is made to mean two things to two servers. */
function noHost(): ServiceError {
  return new ServiceError('invalid_request', {
    detail: { en: 'Send exactly one Host header.', zh: '请发送且仅发送一个 Host 请求头。' },
    headers: { Connection: 'close' },
  });
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
