import type { FastifyInstance } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { reviewTimeOf, withReviewTime } from '../../http/calls/review-time.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { answerEvent } from '../../http/schemas/responses.ts';
import { floorOfReview, type ReviewRoute, reviewBodyMaxBytes } from './expert.ts';
import { reviewRequest } from './expert-schema.ts';
import type { ReviewRequest } from './gathering/request.ts';
import { readReview } from './read-review.ts';
import { review } from './writing/review.ts';

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
    onRequest: authenticateCached(services.accounts, 'expert_agent'),
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
