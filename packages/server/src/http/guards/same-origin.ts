import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Rejects browser requests from other origins. Programs need not send an origin. Behind a proxy that terminates TLS, the scheme
 * differs.
 */
export function rejectForeignOrigin({ headers, host }: FastifyRequest, secure: boolean): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  const ours = (secure ? ['https'] : ['http', 'https']).map((scheme) => `${scheme}://${host}`);
  if ((origin === undefined || ours.includes(origin)) && (site === 'same-origin' || site === 'none')) return;
  throw new ServiceError('forbidden', { detail: foreignOrigin });
}

const foreignOrigin = {
  en: 'This request comes from another site.',
  zh: '该请求来自其他网站。',
};
