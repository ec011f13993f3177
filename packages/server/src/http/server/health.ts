import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance } from 'fastify';
import { health } from '../schemas/responses.ts';
import { notReady } from './base-hooks.ts';
import type { Drain } from './drain.ts';

/**
 * Routes for supervisors and load balancers: is the process alive, and should it be sent requests? No key is needed.
 */
export function healthRoutes(
  app: FastifyInstance,
  drain: Drain,
  unready: () => LocalizedMessage | undefined,
): void {
  app.get('/livez', {
    config: {
      whileDraining: true,
      operation: {
        operationId: 'livez',
        summary: 'Liveness check',
        response: { description: 'Alive', json: health },
        errors: [],
      },
    },
    handler: async () => ({ status: 'ok' }),
  });
  app.get('/readyz', {
    config: {
      whileDraining: true,
      operation: {
        operationId: 'readyz',
        summary: 'Readiness check',
        response: { description: 'Ready', json: health },
        errors: ['overloaded'],
      },
    },
    handler: async () => {
      if (drain.draining) throw new ServiceError('overloaded', { headers: { 'Retry-After': '5' } });
      const reason = unready();
      if (reason) throw notReady(reason);
      return { status: 'ready' };
    },
  });
}
