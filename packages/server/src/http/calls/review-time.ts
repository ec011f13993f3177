import type { CallDependencies, CallLimits } from './run-call.ts';

/** Its own time for the whole call: five times an answer's. */
export function withReviewTime<Route extends CallDependencies>(route: Route): Route {
  const { reviewDeadlineMs: deadlineMs } = route.limits;
  return { ...route, limits: { ...route.limits, deadlineMs } };
}

/** Returns the limits of the pipeline, whose time leaves some to send finished sections. */
export function writingLimitsOf({ reviewDeadlineMs, repeatProgressAfterMs }: CallLimits) {
  return { timeMs: reviewDeadlineMs * 0.95, repeatProgressAfterMs };
}
