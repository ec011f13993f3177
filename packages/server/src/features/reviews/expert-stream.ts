import type { FastifyInstance } from 'fastify';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { withReviewTime, writingLimitsOf } from '../../http/calls/review-time.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { answerEvent } from '../../http/schemas/answer-events.ts';
import { freeIfOutOfScope } from '../answers/scope/free-if-out-of-scope.ts';
import { findEarlierReviews } from './earlier-reviews.ts';
import { type ReviewRoute, reviewHold } from './expert.ts';
import { lazyReview } from './load-reviews.ts';
import { reviewBody } from './read-review.ts';

export function expertStreamRoute(
  app: FastifyInstance,
  {
    services,
    review: writeReview = lazyReview,
    eventStream,
    ...given
  }: ReviewRoute & { eventStream: EventStreamOptions },
): void {
  const dependencies = withReviewTime(given);
  const earlier = findEarlierReviews(services);
  meteredRoute(app, services.accounts, {
    path: '/ai/api/expert_stream',
    operationId: 'reviewStream',
    summary: 'Streaming version of expert, section by section',
    module: 'expert_agent',
    endpoint: 'expert_stream',
    hold: reviewHold(services),
    needsNoBalance: freeIfOutOfScope(services, dependencies),
    body: reviewBody(services),
    prepare: earlier.prepare,
    errors: ['not_found'],
    response: { description: 'Server-Sent Events; `done` is the last event', events: answerEvent },
    idempotent: true,
    handler: (metered) =>
      streamCall(metered, { ...dependencies, eventStream }, (context) =>
        writeReview(
          metered.body,
          services,
          { ...context, results: earlier.resultsOf(metered, metered.body) },
          writingLimitsOf(dependencies.limits),
          metered.prepared,
        ),
      ),
  });
}
