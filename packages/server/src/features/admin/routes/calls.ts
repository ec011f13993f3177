import type { FastifyInstance } from 'fastify';
import { validate } from '../../../http/body/validate.ts';
import type { Services } from '../../services.ts';
import { pageOf } from '../fields.ts';
import { runningCallJson, settlementJson } from '../operator-view.ts';
import { callsQuery, reasonRequest } from '../requests.ts';
import { callPage, settlementResponse } from '../responses.ts';
import { readRoute, writeRoute } from '../route-options.ts';
import { attributionOf } from '../session-guard.ts';

const path = '/admin/api/calls';

/** Adds the routes that list running calls and end one that hangs. */
export function callRoutes(app: FastifyInstance, { administration, clock }: Services): void {
  app.get(path, {
    ...readRoute({
      operationId: 'listRunningCalls',
      summary: 'List running calls, oldest first, with their age and holds',
      query: callsQuery,
      response: { description: 'A page of calls', json: callPage },
    }),
    handler: async (request) => {
      const { key_id: keyId, ...page } = validate(callsQuery, request.query);
      const { items, next = null } = await administration.runningCalls({ keyId, ...pageOf(page) });
      const now = clock.now();
      return { calls: items.map((call) => runningCallJson(call, now)), next_cursor: next };
    },
  });

  writeRoute(app, 'POST', `${path}/:id/release`, {
    request: reasonRequest,
    operationId: 'releaseCall',
    summary:
      'Settle a running call as an internal error: its hold is released at once and its next step is rejected',
    response: { description: 'The settlement of the call', json: settlementResponse },
    handler: async (session, request) =>
      settlementJson(
        await administration.releaseCall(
          request.params.id,
          attributionOf(session, request, request.body.reason),
        ),
      ),
  });
}
