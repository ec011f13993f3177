import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../http/calls/answer-call.ts';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { includeNeeds, replyForms } from '../../http/calls/reply-forms.ts';
import { withReviewTime, writingLimitsOf } from '../../http/calls/review-time.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import { freeIfOutOfScope } from '../answers/scope/free-if-out-of-scope.ts';
import type { Services } from '../services.ts';
import { findEarlierReviews } from './earlier-reviews.ts';
import { reviewResponse } from './expert-schema.ts';
import type { ReviewRequest } from './gathering/request.ts';
import { lazyReview } from './load-reviews.ts';
import { reviewBody } from './read-review.ts';
import { reviewForms } from './review-forms.ts';
import { type CollectedReview, collectReview } from './writing/collect-review.ts';

/** Hold of a review that a model writes, in tokens: its scope, its outline over thirty papers, and its first sections. */
const holdWithModel = 25_000;

export function reviewHold({ model }: Services): number {
  // Quotations cost nothing.
  return model ? holdWithModel : 0;
}

export type ReviewRoute = CallDependencies & { services: Services; review?: typeof lazyReview };

export function expertRoute(
  app: FastifyInstance,
  { services, review: writeReview = lazyReview, ...given }: ReviewRoute,
): void {
  const dependencies = withReviewTime(given);
  const earlier = findEarlierReviews(services);
  meteredRoute(app, services.accounts, {
    path: '/ai/api/expert',
    operationId: 'review',
    summary: 'Write a structured literature review with cited references',
    module: 'expert_agent',
    endpoint: 'expert',
    hold: reviewHold(services),
    needsNoBalance: freeIfOutOfScope(services, dependencies),
    body: reviewBody(services),
    prepare: earlier.prepare,
    errors: ['not_found'],
    response: { description: 'The review; [n] cites references[n - 1]', json: reviewResponse },
    forms: replyForms(reviewForms, includeNeeds<ReviewRequest>, dependencies),
    idempotent: true,
    mayEndEarly: true,
    handler: (metered) => {
      const { body: question, language, prepared } = metered;
      let collected: CollectedReview | undefined;
      return answerCall(
        metered,
        dependencies,
        async (context) => {
          collected = await collectReview(
            (emit) =>
              writeReview(
                question,
                services,
                { ...context, emit, results: earlier.resultsOf(metered, question) },
                writingLimitsOf(dependencies.limits),
                prepared,
              ),
            language,
          );
          return collected.review;
        },
        {
          endedBy: () => collected?.endedBy,
        },
      );
    },
  });
}
