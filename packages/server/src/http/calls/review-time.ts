import type { CallDependencies, CallLimits } from './run-call.ts';

/** Returns a route with the time limit of reviews for the whole call: five times that of answers. */
export function withReviewTime<Route extends CallDependencies>(route: Route): Route {
  const { reviewDeadlineMs: deadlineMs } = route.limits;
  return { ...route, limits: { ...route.limits, deadlineMs } };
}

/** Returns the limits of the pipeline, whose time leaves some to send finished sections. */
export function writingLimitsOf({ reviewDeadlineMs, repeatProgressAfterMs }: CallLimits) {
  return { timeMs: reviewDeadlineMs * 0.95, repeatProgressAfterMs };
}
