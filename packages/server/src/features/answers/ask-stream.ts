import type { FastifyInstance, FastifyRequest } from 'fastify';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { withReviewTime, writingLimitsOf } from '../../http/calls/review-time.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { requireGuard } from '../../http/guards/request-state.ts';
import { answerEvent } from '../../http/schemas/answer-events.ts';
import type { AnswerDependencies, AnswerRequest, CallContext } from '../../pipeline/context.ts';
import { answer } from './answer.ts';
import { type AnswerRoute, answerHold } from './ask.ts';
import { askStreamBody } from './read-question.ts';
import { freeIfOutOfScope } from './scope/free-if-out-of-scope.ts';

/** Pipeline of `"mode": "discussion"`, which the feature of reviews provides. */
export type Discussions = {
  write(
    request: AnswerRequest,
    dependencies: AnswerDependencies,
    context: CallContext,
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
  const timeOf = ({ state }: FastifyRequest) =>
    state.mode === 'discussion' ? withReviewTime(dependencies) : dependencies;
  const resultsOf = ({ state }: FastifyRequest, question: AnswerRequest) =>
    state.idempotencyKey === undefined
      ? undefined
      : services.accounts.storedResults(requireGuard(state.apiKey, 'authenticate'), {
          name: state.idempotencyKey,
          requestHash: discussions.requestHash(question),
        });
  /** Guard before admission: reserves the name of an interrupted discussion for its own request. */
  const keepName = async ({ state, body }: FastifyRequest) => {
    if (state.mode !== 'discussion' || state.idempotencyKey === undefined) return;
    await services.accounts.refuseOtherRequest(requireGuard(state.apiKey, 'authenticate'), {
      name: state.idempotencyKey,
      requestHash: discussions.requestHash(body as AnswerRequest),
    });
  };
  meteredRoute(app, services.accounts, {
    path: '/ai/api/ask_stream',
    operationId: 'askStream',
    summary: 'Streaming version of ask',
    module: 'ask_agent',
    endpoint: 'ask_stream',
    hold: answerHold(services),
    needsNoBalance: freeIfOutOfScope(services, dependencies),
    body: askStreamBody(services),
    guards: [keepName],
    response: { description: 'Server-Sent Events; `done` is the last event', events: answerEvent },
    // An answer takes seconds: an interrupted one is requested again.
    idempotent: { unless: ({ mode }) => mode !== 'discussion' },
    handler: (question, request, reply) =>
      streamCall(request, reply, { ...timeOf(request), eventStream }, (context) =>
        request.state.mode === 'discussion'
          ? discussions.write(
              question,
              services,
              { ...context, results: resultsOf(request, question) },
              writingLimitsOf(dependencies.limits),
            )
          : answerQuestion(question, services, context),
      ),
  });
}
