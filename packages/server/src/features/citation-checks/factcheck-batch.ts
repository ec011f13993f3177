import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { withReviewTime } from '../../http/calls/review-time.ts';
import { type CallDependencies, outcomeOf, runCall, workOf } from '../../http/calls/run-call.ts';
import { EventStream, type EventStreamOptions } from '../../http/calls/sse.ts';
import { writeErrorEvent } from '../../http/calls/stream-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateFor } from '../../http/guards/authenticate.ts';
import { languageOf } from '../../http/guards/language.ts';
import { requireGuard } from '../../http/guards/request-state.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { isClientDisconnected } from '../../http/server/is-client-disconnected.ts';
import type { Services } from '../services.ts';
import type { CitationCheck } from './check-citation.ts';
import { type CheckCall, type Checked, checkCitations } from './check-citations.ts';
import { checkMetering } from './factcheck.ts';
import { factcheckBatchEvent, factcheckBatchRequest } from './factcheck-schema.ts';
import { readFactcheckBatch } from './read-factcheck.ts';

/** A hundred abstracts of usual length, written as escapes. */
const bodyMaxBytes = 8 * 1024 * 1024;

type BatchRoute = CallDependencies & { services: Services; eventStream: EventStreamOptions };

/** POST /ai/api/factcheck_batch: up to 100 sentences against the abstracts they cite, each a call of factcheck_verify. */
export function factcheckBatchRoute(app: FastifyInstance, route: BatchRoute): void {
  const { services } = route;
  app.post<{ Body: CitationCheck[] }>('/ai/api/factcheck_batch', {
    onRequest: authenticateFor(services.accounts, 'factcheck'),
    ...jsonBody(bodyMaxBytes, readFactcheckBatch),
    // The first pair's call: what refuses it is plain JSON, before any byte of the stream.
    preHandler: admit(services.accounts, checkMetering(services)),
    config: {
      operation: {
        operationId: 'checkCitations',
        summary: 'Streaming version of factcheck_verify for up to 100 pairs',
        module: 'factcheck',
        request: factcheckBatchRequest,
        response: {
          description: 'Server-Sent Events; `done` is the last event',
          events: factcheckBatchEvent,
        },
        errors: meteredErrors,
      },
    },
    handler: (request, reply) => streamVerdicts(request.body, request, reply, route),
  });
}

async function streamVerdicts(
  checks: readonly CitationCheck[],
  request: FastifyRequest,
  reply: FastifyReply,
  { services, eventStream, ...surroundings }: BatchRoute,
): Promise<FastifyReply> {
  const first = requireGuard(request.call, 'admit');
  const key = requireGuard(request.apiKey, 'authenticate');
  const stream = new EventStream(reply, eventStream);
  const work = workOf(request, surroundings);
  // With a model a hundred checks take minutes, as a review does.
  const patient = withReviewTime(surroundings);
  const openCall = async (index: number): Promise<CheckCall> => {
    const intent = { ...checkMetering(services), id: `${request.id}.${index + 1}`, key, mode: 'batch' };
    const call = index === 0 ? first : await services.accounts.admit(intent);
    return {
      meter: call.meter,
      async end(error) {
        const outcome =
          error === undefined
            ? 'ok'
            : isClientDisconnected(reply.raw)
              ? 'client_disconnected'
              : outcomeOf(error);
        await call.settle(outcome, outcome === 'ok');
      },
    };
  };
  const take = (checked: Checked, index: number) => {
    const { pmid = '' } = checks[index] ?? {};
    const data =
      checked instanceof ServiceError
        ? { index, pmid, ...checked.body(languageOf(request)) }
        : { index, ...checked };
    return stream.send('verdict', data) ? undefined : stream.waitForDrain();
  };
  try {
    await runCall(request, reply, patient, (signal) =>
      checkCitations(checks, services, { requestId: request.id, signal, work, openCall }, take),
    );
  } catch (error) {
    writeErrorEvent(error, request, stream, surroundings.log);
  } finally {
    stream.end();
  }
  return reply;
}
