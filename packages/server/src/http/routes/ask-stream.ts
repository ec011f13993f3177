import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answer } from '../../pipelines/answer.ts';
import type { AnswerRequest } from '../../pipelines/context.ts';
import { discussion } from '../../pipelines/discussion.ts';
import { admit } from '../admit.ts';
import { authenticateToAdmit } from '../authenticate.ts';
import { jsonBody } from '../json-body.ts';
import { meteredErrors } from '../operation.ts';
import { readAskStream } from '../read-question.ts';
import { askStreamRequest } from '../schemas/ask-stream.ts';
import { answerEvent } from '../schemas/responses.ts';
import type { EventStreamOptions } from '../sse.ts';
import { streamCall } from '../stream-call.ts';
import { type AnswerRoute, answerFloor } from './ask.ts';
import { reviewTimeOf, withReviewTime } from './expert.ts';

/** Room for four images of 5 MB as Base64, and the texts beside them. */
const bodyMaxBytes = 28 * 1024 * 1024;

export function askStreamRoute(
  app: FastifyInstance,
  {
    services,
    answer: answerQuestion = answer,
    eventStream,
    ...surroundings
  }: AnswerRoute & { eventStream: EventStreamOptions },
): void {
  // A discussion is written in steps, as a review is.
  const timeOf = ({ mode }: FastifyRequest) =>
    mode === 'discussion' ? withReviewTime(surroundings) : surroundings;
  app.post<{ Body: AnswerRequest }>('/ai/api/ask_stream', {
    onRequest: authenticateToAdmit(services.accounts, 'ask_agent'),
    ...jsonBody(bodyMaxBytes, readAskStream(services)),
    preHandler: admit(services.accounts, {
      module: 'ask_agent',
      endpoint: 'ask_stream',
      floor: answerFloor(services),
    }),
    config: {
      operation: {
        operationId: 'askStream',
        summary: 'Streaming version of ask',
        module: 'ask_agent',
        request: askStreamRequest,
        response: { description: 'Server-Sent Events; `done` is the last event', events: answerEvent },
        errors: meteredErrors,
      },
    },
    handler: (request, reply) =>
      streamCall(request, reply, { ...timeOf(request), eventStream }, (context) =>
        request.mode === 'discussion'
          ? discussion(request.body, services, context, reviewTimeOf(surroundings.limits))
          : answerQuestion(request.body, services, context),
      ),
  });
}
