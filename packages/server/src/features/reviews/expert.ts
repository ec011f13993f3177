import type { ReviewResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import { reviewTimeOf, withReviewTime } from '../../http/calls/review-time.ts';
import { type CallDependencies, workOf } from '../../http/calls/run-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { idempotencyKey } from '../../http/guards/idempotency.ts';
import { requireGuard } from '../../http/guards/request-state.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { reviewResponse } from '../../http/schemas/responses.ts';
import type { Services } from '../services.ts';
import { reviewRequest } from './expert-schema.ts';
import type { ReviewRequest } from './gathering/request.ts';
import { readReview } from './read-review.ts';
import { documentForm } from './review-form.ts';
import { type CollectedReview, collectReview } from './writing/collect-review.ts';
import { review } from './writing/review.ts';

export const reviewBodyMaxBytes = 2 * 1024 * 1024;

/** Tokens held for a review at least; with a model, what one needs to be begun. */
const reviewFloor = 3_000;

export function floorOfReview({ engine }: Services): number {
  return Math.max(reviewFloor, engine.review?.reserve ?? 0);
}

export type ReviewRoute = CallDependencies & { services: Services; review?: typeof review };

export function expertRoute(
  app: FastifyInstance,
  { services, review: writeReview = review, ...given }: ReviewRoute,
): void {
  const surroundings = withReviewTime(given);
  app.post<{ Body: ReviewRequest }>('/ai/api/expert', {
    onRequest: [authenticateCached(services.accounts, 'expert_agent'), idempotencyKey],
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
      const language = requireGuard(request.bodyLanguage, 'jsonBody');
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
