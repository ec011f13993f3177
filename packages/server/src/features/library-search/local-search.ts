import type { FastifyInstance } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { idempotencyKey } from '../../http/guards/idempotency.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { localSearchRequest, localSearchResponse } from './local-search-schema.ts';
import { withinReach } from './max-offset.ts';
import { readLocalSearch } from './read-local-search.ts';
import { type LocalSearch, localSearch } from './search-library.ts';
import { searchStep } from './search-price.ts';

const bodyMaxBytes = 64 * 1024;

/** POST /ai/api/local_advanced_search: conditions over the local library, without a model. */
export function localSearchRoute(
  app: FastifyInstance,
  { services, ...surroundings }: CallDependencies & { services: Services },
): void {
  const { library } = services;
  app.post<{ Body: LocalSearch }>('/ai/api/local_advanced_search', {
    onRequest: [authenticateCached(services.accounts, 'ask_agent'), idempotencyKey],
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
