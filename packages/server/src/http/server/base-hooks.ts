import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './drain.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the route available while the process drains and rejects all others. */
    whileDraining?: boolean;
  }
}

/** Strict-Transport-Security for a year, as required by browsers' preload lists. */
const strictTransport = 'max-age=31536000';

/** Options: `unready` returns the reason if no request can be served now; `secure` is true if the listener terminates TLS itself. */
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

/** Creates the error for HTTP/0.9, which has no headers in requests or replies. */
function tooOld(): ServiceError {
  return new ServiceError('invalid_request', {
    detail: {
      en: 'Send the request over HTTP/1.1 or HTTP/2.',
      zh: '请使用 HTTP 1.1 或 2 版本发送请求。',
    },
    headers: { Connection: 'close' },
  });
}

/** Creates the error for an unknown transfer coding (RFC 9112, 6.1): the end of the body is unknown, and the connection closes. */
function unknownCoding(): ServiceError {
  return new ServiceError('not_implemented', { headers: { Connection: 'close' } });
}

function restarting(): ServiceError {
  return new ServiceError('overloaded', { headers: { 'Retry-After': '5', Connection: 'close' } });
}

/** Creates the error of a process that is alive but cannot serve requests. */
export function notReady(detail: LocalizedMessage | undefined): ServiceError {
  return new ServiceError('overloaded', { headers: { 'Retry-After': '5' }, ...(detail && { detail }) });
}

/** Creates the 400 error for no Host header or several (RFC 9112), which can make two servers interpret a request differently. */
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
