import type { FastifyInstance } from 'fastify';
import type { MeteredRequest } from '../../http/calls/metered-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { withReviewTime, writingLimitsOf } from '../../http/calls/review-time.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { answerEvent } from '../../http/schemas/answer-events.ts';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../../pipeline/context.ts';
import { answer } from './answer.ts';
import { type AnswerRoute, answerHold } from './ask.ts';
import { askStreamBody } from './read-question.ts';
import { freeIfOutOfScope } from './scope/free-if-out-of-scope.ts';

/** Pipeline of `"mode": "discussion"`, which the feature of reviews provides. */
export type Discussions = {
  write(
    request: AnswerRequest,
    dependencies: AnswerDependencies,
    context: PipelineContext,
    limits: ReturnType<typeof writingLimitsOf>,
  ): Promise<void>;
  /** SHA-256 of everything that determines a discussion; stored steps are only used by an equal request. */
  requestHash(request: AnswerRequest): Uint8Array;
};

export function askStreamRoute(
  app: FastifyInstance,
  {
    services,
    answer: answerQuestion = answer,
    discussions,
    eventStream,
    ...dependencies
  }: AnswerRoute & { discussions: Discussions; eventStream: EventStreamOptions },
): void {
  // A discussion is written in steps, like a review.
  const timeOf = ({ mode }: MeteredRequest) =>
    mode === 'discussion' ? withReviewTime(dependencies) : dependencies;
  /** Returns the place of a discussion's results in the store; undefined without an idempotency key. */
  const placeOf = ({ idempotency, body }: MeteredRequest<AnswerRequest>) =>
    idempotency && { name: idempotency.name, requestHash: discussions.requestHash(body) };
  meteredRoute(app, services.accounts, {
    path: '/ai/api/ask_stream',
    operationId: 'askStream',
    summary: 'Streaming version of ask',
    module: 'ask_agent',
    endpoint: 'ask_stream',
    hold: answerHold(services),
    needsNoBalance: freeIfOutOfScope(services, dependencies),
    body: askStreamBody(services),
    // Reserves the name of an interrupted discussion for its own request.
    async prepare(metered) {
      const place = placeOf(metered);
      if (place) await services.accounts.rejectOtherRequest(metered.key, place);
    },
    response: { description: 'Server-Sent Events; `done` is the last event', events: answerEvent },
    // An answer takes seconds: an interrupted one is requested again, so only a discussion has an idempotency key.
    idempotent: { unless: ({ mode }) => mode !== 'discussion' },
    handler: (metered) =>
      streamCall(metered, { ...timeOf(metered), eventStream }, (context) => {
        const { key, mode, body } = metered;
        if (mode !== 'discussion') return answerQuestion(body, services, context);
        const place = placeOf(metered);
        const results = place && services.accounts.storedResults(key, place);
        return discussions.write(
          body,
          services,
          { ...context, results },
          writingLimitsOf(dependencies.limits),
        );
      }),
  });
}
