import type { FastifyInstance } from 'fastify';
import { searchStep } from '../../accounts/search-price.ts';
import { type LocalSearch, localSearch } from '../../pipelines/local-search.ts';
import type { Services } from '../../services.ts';
import { admit } from '../admit.ts';
import { answerCall } from '../answer-call.ts';
import { authenticateToAdmit } from '../authenticate.ts';
import { idempotencyKey } from '../idempotency.ts';
import { jsonBody } from '../json-body.ts';
import { meteredErrors } from '../operation.ts';
import { readLocalSearch } from '../read-local-search.ts';
import type { CallSurroundings } from '../run-call.ts';
import { localSearchRequest, localSearchResponse } from '../schemas/local-search.ts';
import { withinReach } from '../within-reach.ts';

const bodyMaxBytes = 64 * 1024;

/** POST /ai/api/local_advanced_search: conditions over the local library, without a model. */
export function localSearchRoute(
  app: FastifyInstance,
  { services, ...surroundings }: CallSurroundings & { services: Services },
): void {
  const { library } = services;
  app.post<{ Body: LocalSearch }>('/ai/api/local_advanced_search', {
    onRequest: [authenticateToAdmit(services.accounts, 'ask_agent'), idempotencyKey],
    ...jsonBody(bodyMaxBytes, readLocalSearch),
    preHandler: [
      withinReach(library),
      admit(services.accounts, {
        module: 'ask_agent',
        endpoint: 'local_advanced_search',
        floor: searchStep.bound,
        light: true,
      }),
    ],
    config: {
      operation: {
        operationId: 'localAdvancedSearch',
        summary: 'Search the local library for records that match all conditions',
        module: 'ask_agent',
        request: localSearchRequest,
        response: {
          description: 'A page of records, newest first or by relevance',
          json: localSearchResponse,
        },
        idempotent: true,
        errors: [...meteredErrors, 'conflict'],
      },
    },
    handler: (request, reply) =>
      answerCall(request, reply, surroundings, (context) => localSearch(request.body, library, context)),
  });
}
