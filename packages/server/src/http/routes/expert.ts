import type { ReviewResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { type CollectedReview, collectReview } from '../../pipelines/review/collect-review.ts';
import type { ReviewRequest } from '../../pipelines/review/request.ts';
import { review } from '../../pipelines/review/review.ts';
import type { Services } from '../../services.ts';
import { admit } from '../admit.ts';
import { answerCall } from '../answer-call.ts';
import { authenticateToAdmit } from '../authenticate.ts';
import { idempotencyKey } from '../idempotency.ts';
import { jsonBody } from '../json-body.ts';
import { meteredErrors } from '../operation.ts';
import { readReview } from '../read-review.ts';
import { promised } from '../request-state.ts';
import { documentForm } from '../review-form.ts';
import { type CallSurroundings, workOf } from '../run-call.ts';
import { reviewRequest } from '../schemas/expert.ts';
import { reviewResponse } from '../schemas/responses.ts';

export const reviewBodyMaxBytes = 2 * 1024 * 1024;

/** Tokens held for a review at least; with a model, what one needs to be begun. */
const reviewFloor = 3_000;

export function floorOfReview({ engine }: Services): number {
  return Math.max(reviewFloor, engine.review?.reserve ?? 0);
}

export type ReviewRoute = CallSurroundings & { services: Services; review?: typeof review };

/** Its own time for the whole call: five times an answer's. */
export function withReviewTime<Route extends CallSurroundings>(route: Route): Route {
  const { reviewDeadlineMs: deadlineMs } = route.limits;
  return { ...route, limits: { ...route.limits, deadlineMs } };
}

/** How long the pipeline takes at most: what is finished then has time to leave. */
export function reviewTimeOf({ reviewDeadlineMs: whole }: { reviewDeadlineMs: number }): number {
  return whole * 0.95;
}

export function expertRoute(
  app: FastifyInstance,
  { services, review: writeReview = review, ...given }: ReviewRoute,
): void {
  const surroundings = withReviewTime(given);
  app.post<{ Body: ReviewRequest }>('/ai/api/expert', {
    onRequest: [authenticateToAdmit(services.accounts, 'expert_agent'), idempotencyKey],
    ...jsonBody(reviewBodyMaxBytes, readReview(services)),
    preHandler: admit(services.accounts, {
      module: 'expert_agent',
      endpoint: 'expert',
      floor: floorOfReview(services),
    }),
    config: {
      operation: {
        operationId: 'review',
        summary: 'Write a structured literature review with cited references',
        module: 'expert_agent',
        request: reviewRequest,
        response: { description: 'The review; [n] cites references[n - 1]', json: reviewResponse },
        idempotent: true,
        mayEndEarly: true,
        errors: [...meteredErrors, 'conflict'],
      },
    },
    handler: (request, reply) => {
      const language = promised(request.bodyLanguage, 'jsonBody');
      const form = documentForm(request.headers.accept);
      let collected: CollectedReview | undefined;
      const work = workOf(request, surroundings);
      // The call is settled by then: nothing ends it but the pool's own deadline.
      const untilDone = new AbortController().signal;
      return answerCall(
        request,
        reply,
        surroundings,
        async (context) => {
          collected = await collectReview(
            (emit) =>
              writeReview(request.body, services, { ...context, emit }, reviewTimeOf(surroundings.limits)),
            language,
          );
          return collected.review;
        },
        {
          render:
            form &&
            ((json) => form(JSON.parse(json) as ReviewResponse, language, { work, signal: untilDone })),
          endedBy: () => collected?.endedBy,
        },
      );
    },
  });
}
