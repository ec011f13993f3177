import type { LocalSearchResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../http/calls/answer-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { recordForms } from '../../http/calls/record-forms.ts';
import { replyForms } from '../../http/calls/reply-forms.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import { onRequestEnd } from '../../http/server/on-request-end.ts';
import type { Services } from '../services.ts';
import { localSearchResponse } from './local-search-schema.ts';
import { rejectOffsetBeyondMax } from './max-offset.ts';
import { localSearchBody } from './read-local-search.ts';
import { type LocalSearch, localSearch } from './search-library.ts';
import { searchStep } from './search-price.ts';

/** POST /ai/api/local_advanced_search: conditions over the local library, without a model. */
export function localSearchRoute(
  app: FastifyInstance,
  { services, ...dependencies }: CallDependencies & { services: Services },
): void {
  const { library } = services;
  meteredRoute(app, services.accounts, {
    path: '/ai/api/local_advanced_search',
    operationId: 'localAdvancedSearch',
    summary: 'Search the local library for records that match all conditions',
    module: 'ask_agent',
    endpoint: 'local_advanced_search',
    hold: searchStep.hold,
    light: true,
    body: localSearchBody,
    prepare: ({ body, key, request, reply }) => {
      const gone = new AbortController();
      onRequestEnd(request, reply, () => gone.abort());
      return rejectOffsetBeyondMax(body, library, { caller: key.id, signal: gone.signal });
    },
    response: {
      description: 'A page of records, newest first or by relevance',
      json: localSearchResponse,
    },
    forms: replyForms(
      recordForms<LocalSearchResponse>(({ bibliography = [] }) => bibliography),
      (search: LocalSearch): LocalSearch => ({ ...search, bibliography: true }),
      dependencies,
    ),
    idempotent: true,
    handler: (metered) =>
      answerCall(metered, dependencies, ({ caller, signal }) =>
        localSearch(metered.body, library, { record: metered.call.record, caller, signal }),
      ),
  });
}
