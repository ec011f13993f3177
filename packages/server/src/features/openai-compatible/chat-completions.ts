import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Usage } from '../../accounting/meter.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import type { MeteredCall, MeteredRequest } from '../../http/calls/metered-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { withReviewTime } from '../../http/calls/review-time.ts';
import type { EventStreamOptions, StreamForm } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import type { MeteringTerms } from '../../http/guards/admit.ts';
import { answer } from '../answers/answer.ts';
import { type AnswerRoute, answerHold } from '../answers/ask.ts';
import { freeIfOutOfScope } from '../answers/scope/free-if-out-of-scope.ts';
import { checkMetering } from '../citation-checks/factcheck.ts';
import { reviewHold } from '../reviews/expert.ts';
import type { Services } from '../services.ts';
import { collectCompletion } from './collect-completion.ts';
import { type Collected, type CompletionHead, completionStream, makeCompletion } from './completion.ts';
import { chatCompletion, chatCompletionChunk } from './completion-schema.ts';
import { type ChatCall, chatCompletionBody } from './read-chat-completion.ts';
import { pipelineOf } from './run-pipeline.ts';

export type ChatRoute = AnswerRoute & { eventStream: EventStreamOptions };

/** POST /v1/chat/completions: answers, reviews and citation checks in the protocol of OpenAI's API. */
export function chatCompletionsRoute(app: FastifyInstance, route: ChatRoute): void {
  const { services } = route;
  meteredRoute(app, services.accounts, {
    path: '/v1/chat/completions',
    operationId: 'chatCompletions',
    summary: 'Answer the last user message of a chat, in the format of OpenAI’s API',
    termsOf: (call) => termsOf(call, services),
    needsNoBalance: needsNoBalanceFor(route),
    body: chatCompletionBody(services),
    response: {
      description: 'The completion; chunks with `stream: true`, of which `[DONE]` is the last',
      json: chatCompletion,
      orEvents: chatCompletionChunk,
    },
    idempotent: true,
    mayEndEarly: true,
    errors: ['article_not_found', 'abstract_unavailable'],
    handler: (metered) => complete(metered, route, chatProtocol),
  });
}

/** Returns a check whether a call is free of charge: prompts of clients, and out-of-scope questions. */
export function needsNoBalanceFor(route: ChatRoute) {
  const isOutOfScope = freeIfOutOfScope(route.services, route);
  return async (metered: MeteredRequest<ChatCall>): Promise<boolean> => {
    const { asked } = metered.body;
    if (asked.kind === 'check') return false;
    return asked.kind === 'client-task' || isOutOfScope({ ...metered, body: asked.request });
  };
}

/** The pipeline that the model represents determines module, usage name and hold. */
export function termsOf({ model, stream }: ChatCall, services: Services): MeteringTerms {
  switch (model) {
    case 'citewell':
      return {
        module: 'ask_agent',
        endpoint: stream ? 'ask_stream' : 'ask',
        hold: answerHold(services),
      };
    case 'citewell-review':
      return {
        module: 'expert_agent',
        endpoint: stream ? 'expert_stream' : 'expert',
        hold: reviewHold(services),
      };
    case 'citewell-check':
      return checkMetering(services);
  }
}

/** Form of replies in a protocol. */
export type Protocol = {
  whole(head: CompletionHead, collected: Collected, used: Usage): object;
  /** `used` counts the tokens of the call once its work has ended. */
  stream(head: CompletionHead, used: () => Usage, call: ChatCall): StreamForm;
};

const chatProtocol: Protocol = {
  whole: makeCompletion,
  stream: (head, used, { includeUsage }) => completionStream(head, includeUsage ? used : undefined),
};

/** Runs the pipeline that the model represents and replies in the form of a protocol. */
export function complete(
  metered: MeteredCall<ChatCall>,
  { services, answer: answerQuestion, eventStream, ...given }: ChatRoute,
  protocol: Protocol,
): Promise<FastifyReply> {
  const { request, call, body } = metered;
  const { asked, model, language } = body;
  const dependencies = asked.kind === 'review' ? withReviewTime(given) : given;
  const run = pipelineOf(metered, {
    ...{ services, answer: answerQuestion ?? answer, limits: dependencies.limits },
  });
  const head: CompletionHead = {
    ...{ requestId: request.id, startedAt: services.clock.now() },
    ...{ model, language },
  };
  if (body.stream)
    return streamCall(metered, { ...dependencies, eventStream }, run, protocol.stream(head, call.used, body));
  let collected: Collected | undefined;
  return answerCall(
    metered,
    dependencies,
    async (context) => {
      collected = await collectCompletion(asked, language, (to) => run({ ...context, ...to }));
      return protocol.whole(head, collected, call.used());
    },
    { endedBy: () => collected?.endedBy },
  );
}
