import type { FastifyInstance } from 'fastify';
import { answer } from '../../pipelines/answer.ts';
import { collectAnswer } from '../../pipelines/collect.ts';
import type { AnswerRequest } from '../../pipelines/context.ts';
import type { Services } from '../../services.ts';
import { admit } from '../admit.ts';
import { answerCall } from '../answer-call.ts';
import { authenticateToAdmit } from '../authenticate.ts';
import { idempotencyKey } from '../idempotency.ts';
import { jsonBody } from '../json-body.ts';
import { meteredErrors } from '../operation.ts';
import { readAsk } from '../read-question.ts';
import type { CallSurroundings } from '../run-call.ts';
import { askRequest } from '../schemas/ask.ts';
import { askResponse } from '../schemas/responses.ts';

const bodyMaxBytes = 2 * 1024 * 1024;

/** Tokens held for a question at least: the low end of the contract's table. */
const askFloor = 3_000;

/** With a model, what an answer usually needs: a call that could not be written is refused before it begins. */
export function answerFloor({ engine }: Services): number {
  return Math.max(askFloor, engine.answerReserve);
}

export type Answer = typeof answer;

export type AnswerRoute = CallSurroundings & { services: Services; answer?: Answer };

export function askRoute(
  app: FastifyInstance,
  { services, answer: answerQuestion = answer, ...surroundings }: AnswerRoute,
): void {
  app.post<{ Body: AnswerRequest }>('/ai/api/ask', {
    onRequest: [authenticateToAdmit(services.accounts, 'ask_agent'), idempotencyKey],
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
