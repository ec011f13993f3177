import type { FastifyInstance } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import { admit, type Metering } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { idempotencyKey } from '../../http/guards/idempotency.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { type CitationCheck, checkCitation } from './check-citation.ts';
import { factcheckRequest, factcheckResponse } from './factcheck-schema.ts';
import { readFactcheck } from './read-factcheck.ts';

/** An abstract in escapes takes six bytes a character; what is too long for one is refused by its own bound. */
const bodyMaxBytes = 2 * 1024 * 1024;

/** Tokens held for a check at least: the low end of the contract's table. */
const checkFloor = 800;

/** What one check is counted and held as, alone or in a batch. */
export function checkMetering({ engine }: Services): Metering {
  return {
    module: 'factcheck',
    endpoint: 'factcheck_verify',
    floor: Math.max(checkFloor, engine.verifyReserve),
  };
}

/** POST /ai/api/factcheck_verify: a sentence against the abstract it cites. */
export function factcheckRoute(
  app: FastifyInstance,
  { services, ...surroundings }: CallDependencies & { services: Services },
): void {
  app.post<{ Body: CitationCheck }>('/ai/api/factcheck_verify', {
    onRequest: [authenticateCached(services.accounts, 'factcheck'), idempotencyKey],
    ...jsonBody(bodyMaxBytes, readFactcheck),
    preHandler: admit(services.accounts, checkMetering(services)),
    config: {
      operation: {
        operationId: 'checkCitation',
        summary: 'Check a sentence against the abstract of the article it cites',
        module: 'factcheck',
        request: factcheckRequest,
        response: { description: 'The verdict with its reasons', json: factcheckResponse },
        idempotent: true,
        errors: [...meteredErrors, 'article_not_found', 'abstract_unavailable', 'conflict'],
      },
    },
    handler: (request, reply) =>
      answerCall(request, reply, surroundings, (context) => checkCitation(request.body, services, context)),
  });
}
