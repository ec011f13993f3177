import type { FastifyInstance } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { idempotencyKey } from '../../http/guards/idempotency.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { askResponse } from '../../http/schemas/responses.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { askRequest } from './ask-schema.ts';
import { collectAnswer } from './collect.ts';
import { readAsk } from './read-question.ts';

const bodyMaxBytes = 2 * 1024 * 1024;

/** Tokens held for a question at least: the low end of the contract's table. */
const askFloor = 3_000;

/** With a model, what an answer usually needs: a call that could not be written is refused before it begins. */
export function answerFloor({ engine }: Services): number {
  return Math.max(askFloor, engine.answerReserve);
}

export type Answer = typeof answer;

export type AnswerRoute = CallDependencies & { services: Services; answer?: Answer };

export function askRoute(
  app: FastifyInstance,
  { services, answer: answerQuestion = answer, ...surroundings }: AnswerRoute,
): void {
  app.post<{ Body: AnswerRequest }>('/ai/api/ask', {
    onRequest: [authenticateCached(services.accounts, 'ask_agent'), idempotencyKey],
    ...jsonBody(bodyMaxBytes, readAsk(services)),
    preHandler: admit(services.accounts, {
      module: 'ask_agent',
      endpoint: 'ask',
      floor: answerFloor(services),
    }),
    config: {
      operation: {
        operationId: 'ask',
        summary: 'Answer a medical question with cited references',
        module: 'ask_agent',
        request: askRequest,
        response: { description: 'The answer; [n] cites references[n - 1]', json: askResponse },
        idempotent: true,
        errors: [...meteredErrors, 'conflict'],
      },
    },
    handler: (request, reply) =>
      answerCall(request, reply, surroundings, (context) =>
        collectAnswer((emit) => answerQuestion(request.body, services, { ...context, emit })),
      ),
  });
}
