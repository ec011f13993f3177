import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { runningCallJson, settlementJson } from '../../../accounts/operator-view.ts';
import type { Services } from '../../../services.ts';
import { jsonBody } from '../../json-body.ts';
import { validate } from '../../validate.ts';
import { pageOf } from '../fields.ts';
import { attributionOf } from '../guards.ts';
import { bodyMaxBytes, changeErrors, lookErrors } from '../operation.ts';
import { callsQuery, reasonRequest } from '../requests.ts';
import { callPage, settlementResponse } from '../responses.ts';

const path = '/admin/api/calls';

/** Calls that run, and the way to end one that hangs. */
export function callRoutes(app: FastifyInstance, { administration, clock }: Services): void {
  app.get(path, {
    config: {
      operation: {
        operationId: 'listRunningCalls',
        summary: 'Calls that run, oldest first, with their age and what they hold',
        session: 'look',
        query: callsQuery,
        response: { description: 'A page of calls', json: callPage },
        errors: lookErrors,
      },
    },
    handler: async (request) => {
      const { key_id: keyId, ...page } = validate(callsQuery, request.query);
      const { items, next = null } = await administration.runningCalls({ keyId, ...pageOf(page) });
      const now = clock.now();
      return { calls: items.map((call) => runningCallJson(call, now)), next_cursor: next };
    },
  });

  app.post<{ Params: { id: string }; Body: z.output<typeof reasonRequest> }>(`${path}/:id/release`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(reasonRequest, body)),
    config: {
      operation: {
        operationId: 'releaseCall',
        summary: 'Settle a running call as our fault: its hold is free at once, its next step is refused',
        session: 'change',
        request: reasonRequest,
        response: { description: 'What the call came to', json: settlementResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) =>
      settlementJson(
        await administration.releaseCall(request.params.id, attributionOf(request, request.body.reason)),
      ),
  });
}
