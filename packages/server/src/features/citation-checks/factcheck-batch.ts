import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { MeteredCall } from '../../http/calls/metered-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { withReviewTime } from '../../http/calls/review-time.ts';
import { type CallDependencies, outcomeOf, runCall } from '../../http/calls/run-call.ts';
import { EventStream, type EventStreamOptions } from '../../http/calls/sse.ts';
import { writeErrorEvent } from '../../http/calls/stream-call.ts';
import { languageOf } from '../../http/guards/language.ts';
import { isClientDisconnected } from '../../http/server/is-client-disconnected.ts';
import type { Services } from '../services.ts';
import type { CitationCheck } from './check-citation.ts';
import { type CheckCall, type Checked, checkCitations } from './check-citations.ts';
import { checkMetering } from './factcheck.ts';
import { factcheckBatchEvent } from './factcheck-schema.ts';
import { factcheckBatchBody } from './read-factcheck.ts';

type BatchRoute = CallDependencies & { services: Services; eventStream: EventStreamOptions };

/**
 * POST /ai/api/factcheck_batch: checks up to 100 sentences against the abstracts they cite, each a call of
 * factcheck_verify.
 */
export function factcheckBatchRoute(app: FastifyInstance, route: BatchRoute): void {
  const { services } = route;
  meteredRoute(app, services.accounts, {
    path: '/ai/api/factcheck_batch',
    operationId: 'checkCitations',
    summary: 'Streaming version of factcheck_verify for up to 100 pairs',
    // Admission of the first pair, whose rejection is plain JSON before any byte of the stream.
    ...checkMetering(services),
    admitsMore: true,
    body: factcheckBatchBody,
    response: {
      description: 'Server-Sent Events; `done` is the last event',
      events: factcheckBatchEvent,
    },
    handler: (metered) => streamVerdicts(metered, route),
  });
}

async function streamVerdicts(
  metered: MeteredCall<readonly CitationCheck[]>,
  { services, eventStream, ...dependencies }: BatchRoute,
): Promise<FastifyReply> {
  const { request, reply, key, body: checks } = metered;
  if (await metered.isFree()) reply.header('X-Tokens-Charged', 0);
  const stream = new EventStream(reply, eventStream);
  const work = dependencies.workers.workFor(key.id);
  // With a model a hundred checks take minutes, as long as a review.
  const withTime = withReviewTime(dependencies);
  const openCall = async (index: number): Promise<CheckCall> => {
    const intent = { ...checkMetering(services), id: `${request.id}.${index + 1}`, key, mode: 'batch' };
    const call = index === 0 ? metered.call : await services.accounts.admit(intent);
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
    await runCall(metered, withTime, (signal) =>
      checkCitations(
        checks,
        services,
        { requestId: request.id, caller: key.id, signal, work, openCall },
        take,
      ),
    );
  } catch (error) {
    writeErrorEvent(error, request, stream, dependencies.failures);
  } finally {
    stream.end();
  }
  return reply;
}
