import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { reviewTimeOf, withReviewTime } from '../../http/calls/review-time.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { answerEvent } from '../../http/schemas/responses.ts';
import type { AnswerRequest } from '../../pipeline/context.ts';
import { discussion } from '../reviews/discussion/discussion.ts';
import { answer } from './answer.ts';
import { type AnswerRoute, answerFloor } from './ask.ts';
import { askStreamRequest } from './ask-stream-schema.ts';
import { readAskStream } from './read-question.ts';

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
    onRequest: authenticateCached(services.accounts, 'ask_agent'),
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
