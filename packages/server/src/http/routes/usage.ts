import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { authenticate } from '../authenticate.ts';
import { promised } from '../request-state.ts';
import { usageRequest, usageResponse } from '../schemas/usage.ts';
import { sendUsage } from '../send-usage.ts';

/** GET /ai/api/my_usage: what the key has used. Not metered, so that it answers too when the quota or the balance is used up. */
export function usageRoute(app: FastifyInstance, services: Services): void {
  app.get('/ai/api/my_usage', {
    onRequest: authenticate(services.accounts),
    config: {
      operation: {
        operationId: 'myUsage',
        summary: 'What the key has used and what is left, exact to the token',
        module: 'any',
        query: usageRequest,
        response: {
          description: 'All figures are of one moment. With format=csv: all records of the days asked for',
          json: usageResponse,
          csv: true,
        },
        errors: [
          'invalid_request',
          'missing_key',
          'invalid_key',
          'key_disabled',
          'key_expired',
          'internal_error',
          'overloaded',
        ],
      },
    },
    handler: (request, reply) =>
      sendUsage(request, reply, services, promised(request.apiKey, 'authenticate')),
  });
}
