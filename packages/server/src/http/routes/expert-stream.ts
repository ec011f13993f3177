import type { FastifyInstance } from 'fastify';
import type { ReviewRequest } from '../../pipelines/review/request.ts';
import { review } from '../../pipelines/review/review.ts';
import { admit } from '../admit.ts';
import { authenticateToAdmit } from '../authenticate.ts';
import { jsonBody } from '../json-body.ts';
import { meteredErrors } from '../operation.ts';
import { readReview } from '../read-review.ts';
import { reviewRequest } from '../schemas/expert.ts';
import { answerEvent } from '../schemas/responses.ts';
import type { EventStreamOptions } from '../sse.ts';
import { streamCall } from '../stream-call.ts';
import {
  floorOfReview,
  type ReviewRoute,
  reviewBodyMaxBytes,
  reviewTimeOf,
  withReviewTime,
} from './expert.ts';

export function expertStreamRoute(
  app: FastifyInstance,
  {
    services,
    review: writeReview = review,
    eventStream,
    ...given
  }: ReviewRoute & { eventStream: EventStreamOptions },
): void {
  const surroundings = withReviewTime(given);
  app.post<{ Body: ReviewRequest }>('/ai/api/expert_stream', {
    onRequest: authenticateToAdmit(services.accounts, 'expert_agent'),
    ...jsonBody(reviewBodyMaxBytes, readReview(services)),
    preHandler: admit(services.accounts, {
      module: 'expert_agent',
      endpoint: 'expert_stream',
      floor: floorOfReview(services),
    }),
    config: {
      operation: {
        operationId: 'reviewStream',
        summary: 'Streaming version of expert, section by section',
        module: 'expert_agent',
        request: reviewRequest,
        response: { description: 'Server-Sent Events; `done` is the last event', events: answerEvent },
        errors: meteredErrors,
      },
    },
    handler: (request, reply) =>
      streamCall(request, reply, { ...surroundings, eventStream }, (context) =>
        writeReview(request.body, services, context, reviewTimeOf(surroundings.limits)),
      ),
  });
}
