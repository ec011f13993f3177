import type { FastifyInstance } from 'fastify';

/** Paths that other sites' pages may call, with a key as Bearer; paths of our own pages and their sessions are excluded. */
const callable = /^\/(?:ai\/api|v1|mcp|openapi\.json|about)(?:[/?]|$)/;

/** Headers of replies that a page may read. */
const exposed = [
  'X-Request-Id',
  'X-Original-Request-Id',
  'X-Tokens-Charged',
  'X-Incomplete',
  'X-Unknown-Fields',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
].join(', ');

/** Seconds for which a browser may cache the reply to a preflight request; Chromium's maximum. */
const maxAge = 7_200;

/**
 * Lets pages of the given origins call the API from a browser; `*` allows any origin. Cookies are never allowed, so a page can
 * do no more than any other owner of the key it sends. Without origins, nothing is installed. The hooks run before the guards
 * that reject requests, since pages could not read their errors otherwise; the hooks of a plugin would run after them.
 */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAny = origins.includes('*');
  app.addHook('onRequest', (request, reply, done) => {
    const { url, method, headers } = request;
    if (!callable.test(url)) return done();
    const { origin } = headers;
    const isAllowed = isAny || (origin !== undefined && origins.includes(origin));
    const isPreflight =
      method === 'OPTIONS' && origin !== undefined && headers['access-control-request-method'] !== undefined;
    // Caches store a separate reply for each of these.
    const varying = [
      ...(isAny ? [] : ['Origin']),
      ...(isPreflight ? ['Access-Control-Request-Headers'] : []),
    ];
    if (varying.length > 0) reply.header('Vary', varying.join(', '));
    if (isAllowed)
      reply
        .header('Access-Control-Allow-Origin', isAny ? '*' : origin)
        .header('Access-Control-Expose-Headers', exposed);
    if (!isPreflight) return done();
    const wanted = headers['access-control-request-headers'];
    if (isAllowed) {
      reply.header('Access-Control-Allow-Methods', 'GET, POST').header('Access-Control-Max-Age', maxAge);
      if (wanted !== undefined) reply.header('Access-Control-Allow-Headers', wanted);
    }
    reply.code(204).send();
  });
}
