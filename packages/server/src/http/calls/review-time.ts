import type { CallDependencies } from './run-call.ts';

/** Its own time for the whole call: five times an answer's. */
export function withReviewTime<Route extends CallDependencies>(route: Route): Route {
  const { reviewDeadlineMs: deadlineMs } = route.limits;
  return { ...route, limits: { ...route.limits, deadlineMs } };
}

/** Returns the time limit of the pipeline in milliseconds, leaving time to send finished sections. */
export function reviewTimeOf({ reviewDeadlineMs: whole }: { reviewDeadlineMs: number }): number {
  return whole * 0.95;
}
