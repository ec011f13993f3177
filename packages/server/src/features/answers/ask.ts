import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../http/calls/answer-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { includeNeeds, replyForms } from '../../http/calls/reply-forms.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { searchHold } from '../../retrieval/planning/search-tasks.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { answerForms } from './answer-forms.ts';
import { askResponse } from './ask-schema.ts';
import { collectAnswer } from './collect-answer.ts';
import { writeHold } from './model/answer-tasks.ts';
import { askBody } from './read-question.ts';
import { freeIfOutOfScope } from './scope/free-if-out-of-scope.ts';

/** Minimum hold of a question with a model, in tokens: the lower end of the contract's range. */
const askHold = 3_000;

/**
 * Hold of an answer written by a model, in tokens, including full texts in its prompt: a call that could not be
 * completed is rejected before it begins. Without a model, an answer costs nothing and holds nothing.
 */
export function answerHold({
  model,
  secondSearch,
  literature,
}: Pick<Services, 'model' | 'secondSearch' | 'literature'>): number {
  return model
    ? Math.max(
        askHold,
        searchHold(model, secondSearch) + writeHold(model, literature.fullTexts !== undefined),
      )
    : 0;
}

export type Answer = typeof answer;

export type AnswerRoute = CallDependencies & { services: Services; answer?: Answer };

export function askRoute(
  app: FastifyInstance,
  { services, answer: answerQuestion = answer, ...dependencies }: AnswerRoute,
): void {
  meteredRoute(app, services.accounts, {
    path: '/ai/api/ask',
    operationId: 'ask',
    summary: 'Answer a medical question with cited references',
    module: 'ask_agent',
    endpoint: 'ask',
    hold: answerHold(services),
    needsNoBalance: freeIfOutOfScope(services, dependencies),
    body: askBody(services),
    response: { description: 'The answer; [n] cites references[n - 1]', json: askResponse },
    forms: replyForms(answerForms, includeNeeds<AnswerRequest>, dependencies),
    idempotent: true,
    handler: (metered) =>
      answerCall(metered, dependencies, (context) =>
        collectAnswer((to) => answerQuestion(metered.body, services, { ...context, ...to })),
      ),
  });
}
