import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Paths that other sites' pages may call, with a key as Bearer: those of the pages and their sessions are not among them. */
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
];

/** Seconds for which a browser may remember the reply to a preflight request; Chromium remembers none longer. */
const maxAge = 7_200;

/**
 * Lets pages of the given origins call the API from a browser, `*` those of any. Cookies are never allowed, so that a page
 * can do no more than whoever holds the key it sends. Nothing is installed without origins.
 */
export function installCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const open: FastifyCorsOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST'],
    credentials: false,
    exposedHeaders: exposed,
    maxAge,
  };
  const optionsOf = ({ url }: FastifyRequest): FastifyCorsOptions =>
    callable.test(url) ? open : { origin: false };
  app.register(
    cors,
    () => (request: FastifyRequest, done: (error: Error | null, options: FastifyCorsOptions) => void) =>
      done(null, optionsOf(request)),
  );
}
