import type { FastifyInstance } from 'fastify';
import { validateCall } from '../../http/body/validate.ts';
import { authenticate } from '../../http/guards/authenticate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { orNotFound } from '../../http/server/or-not-found.ts';
import type { Services } from '../services.ts';
import { sendUsage } from './send-usage.ts';
import { usageRequest, usageResponse, usageStepsRequest, usageStepsResponse } from './usage-schema.ts';
import { readCallSteps } from './usage-view.ts';

const errors = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'key_disabled',
  'key_expired',
  'internal_error',
  'overloaded',
] as const;

/**
 * GET /ai/api/my_usage: what the key has used. Not metered, so that it works even if the quota or balance is used up.
 */
export function usageRoute(app: FastifyInstance, services: Services): void {
  const identify = authenticate(services.accounts);
  app.get('/ai/api/my_usage', {
    ...guarded(identify, ({ key }, request, reply) => sendUsage(request, reply, services, key)),
    config: {
      operation: {
        operationId: 'myUsage',
        summary: 'Report a key’s usage and remaining balance, exact to the token',
        module: 'any',
        query: usageRequest,
        response: {
          description: 'All figures are from the same moment. With format=csv: all records in the date range',
          json: usageResponse,
          csv: true,
        },
        errors: [...errors, 'not_found'],
      },
    },
  });

  app.get('/ai/api/my_usage/steps', {
    ...guarded(identify, async ({ key }, request, reply) => {
      const { request_id: callId } = validateCall(usageStepsRequest, request.query);
      const steps = orNotFound(await readCallSteps(services.usage, key.id, callId));
      return reply.header('Cache-Control', 'no-store').send(steps);
    }),
    config: {
      operation: {
        operationId: 'myUsageSteps',
        summary: 'List the model requests of one call, in order',
        module: 'any',
        query: usageStepsRequest,
        response: {
          description: 'Has no steps if the call made no model requests',
          json: usageStepsResponse,
        },
        errors: [...errors, 'not_found'],
      },
    },
  });
}
