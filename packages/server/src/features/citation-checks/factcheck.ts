import type { CitationCheckResponse } from '@citewell/sdk';
import type { CiteRecord } from '@citewell/sdk/bibliography';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../http/calls/answer-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { recordForms } from '../../http/calls/record-forms.ts';
import { replyForms } from '../../http/calls/reply-forms.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import type { MeteringTerms } from '../../http/guards/admit.ts';
import type { Services } from '../services.ts';
import { type CitationCheck, checkCitation } from './check-citation.ts';
import { factcheckResponse } from './factcheck-schema.ts';
import { factcheckBody } from './read-factcheck.ts';
import { verifierOf } from './verifier/verifier.ts';

/** Minimum hold of a check by a model, in tokens: the lower end of the contract's range. */
const holdMin = 800;

/** Metering of one check, alone or in a batch. Rules and an entailment classifier cost nothing. */
export function checkMetering(services: Services): MeteringTerms {
  const needed = verifierOf(services)?.hold ?? 0;
  return {
    module: 'factcheck',
    endpoint: 'factcheck_verify',
    hold: needed > 0 ? Math.max(holdMin, needed) : 0,
  };
}

/** POST /ai/api/factcheck_verify: checks a sentence against the abstract it cites. */
export function factcheckRoute(
  app: FastifyInstance,
  { services, ...dependencies }: CallDependencies & { services: Services },
): void {
  meteredRoute(app, services.accounts, {
    path: '/ai/api/factcheck_verify',
    operationId: 'checkCitation',
    summary: 'Check a sentence against the abstract of the article it cites',
    ...checkMetering(services),
    body: factcheckBody,
    response: { description: 'The verdict with its reasons', json: factcheckResponse },
    forms: replyForms(
      recordForms<CitationCheckResponse>(checkedRecords),
      (check: CitationCheck) => ({ ...check, bibliography: true }),
      dependencies,
    ),
    idempotent: true,
    errors: ['article_not_found', 'abstract_unavailable'],
    handler: (metered) =>
      answerCall(metered, dependencies, (context) => checkCitation(metered.body, services, context)),
  });
}

/** Record of the cited article, with the result of the check as its note. */
function checkedRecords({ bibliography = [], consistent }: CitationCheckResponse): CiteRecord[] {
  const note = `citation check: ${consistent ? 'consistent' : 'not consistent'}`;
  return bibliography.map((record) => ({ ...record, note }));
}
