import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './drain.ts';

/** A year, as browsers' lists of such sites ask for. */
const strictTransport = 'max-age=31536000';

/** `unready`: why nobody can be served now, where that is so. `secure`: the listener ends TLS itself. */
export type BaseHooksOptions = { drain: Drain; unready: () => LocalizedMessage | undefined; secure: boolean };

/**
 * Installs the hooks that run for every request before a route's own guards: the request id on the reply, readiness,
 * a single Host, and a supported HTTP version and encoding.
 */
export function installBaseHooks(app: FastifyInstance, { drain, unready, secure }: BaseHooksOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
    if (secure) reply.header('Strict-Transport-Security', strictTransport);
    const { httpVersion, httpVersionMajor, headers, rawHeaders } = request.raw;
    const coding = headers['transfer-encoding'];
    if (drain.draining && !request.routeOptions.config.whileDraining) done(restarting());
    else if (httpVersionMajor < 1) done(tooOld());
    else if (httpVersion === '1.1' && countHosts(rawHeaders) !== 1) done(noHost());
    else if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') done(unknownCoding());
    else if (!request.routeOptions.config.whileDraining && unready()) done(notReady(unready()));
    else done();
  });
}

/** HTTP/0.9 has no headers, neither in its requests nor in the replies it can read. */
function tooOld(): ServiceError {
  return new ServiceError('invalid_request', {
    detail: {
      en: 'Send the request over HTTP/1.1 or HTTP/2.',
      zh: '请使用 HTTP 1.1 或 2 版本发送请求。',
    },
    headers: { Connection: 'close' },
  });
}

/** RFC 9112, 6.1. The body is as another server would read it or not: the connection is of no use any more. */
function unknownCoding(): ServiceError {
  return new ServiceError('not_implemented', { headers: { Connection: 'close' } });
}

function restarting(): ServiceError {
  return new ServiceError('overloaded', { headers: { 'Retry-After': '5', Connection: 'close' } });
}

/** The refusal of a process that lives and can serve nobody. */
export function notReady(detail: LocalizedMessage | undefined): ServiceError {
  return new ServiceError('overloaded', { headers: { 'Retry-After': '5' }, ...(detail && { detail }) });
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
