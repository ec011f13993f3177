import type { FastifyInstance } from 'fastify';
import { type CitationCheck, checkCitation } from '../../pipelines/check-citation.ts';
import type { Services } from '../../services.ts';
import { admit, type Metering } from '../admit.ts';
import { answerCall } from '../answer-call.ts';
import { authenticateToAdmit } from '../authenticate.ts';
import { idempotencyKey } from '../idempotency.ts';
import { jsonBody } from '../json-body.ts';
import { meteredErrors } from '../operation.ts';
import { readFactcheck } from '../read-factcheck.ts';
import type { CallSurroundings } from '../run-call.ts';
import { factcheckRequest, factcheckResponse } from '../schemas/factcheck.ts';

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
  { services, ...surroundings }: CallSurroundings & { services: Services },
): void {
  app.post<{ Body: CitationCheck }>('/ai/api/factcheck_verify', {
    onRequest: [authenticateToAdmit(services.accounts, 'factcheck'), idempotencyKey],
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
