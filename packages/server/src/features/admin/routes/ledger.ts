import type { FastifyInstance } from 'fastify';
import { jsonBody } from '../../../http/body/json-body.ts';
import { validate } from '../../../http/body/validate.ts';
import type { Services } from '../../services.ts';
import { bodyMaxBytes, writeErrors } from '../admin-api.ts';
import { ledgerVerificationJson } from '../operator-view.ts';
import { optionalReasonRequest } from '../requests.ts';
import { ledgerVerification } from '../responses.ts';

/**
 * Adds the route that verifies the whole ledger. A POST, since it is expensive; it writes nothing, so auditors may
 * request it too. Concurrent requests share one result.
 */
export function ledgerRoutes(app: FastifyInstance, { administration }: Services): void {
  app.post('/admin/api/ledger/verify', {
    ...jsonBody(bodyMaxBytes, (body) => validate(optionalReasonRequest, body)),
    config: {
      admits: 'anyRole',
      operation: {
        operationId: 'verifyLedger',
        summary: 'Recompute every figure from its underlying rows and verify every hash chain',
        session: 'change',
        request: optionalReasonRequest,
        response: {
          description: 'The checks performed and the discrepancies found',
          json: ledgerVerification,
        },
        errors: writeErrors,
      },
    },
    handler: async () => ledgerVerificationJson(await administration.verify()),
  });
}
