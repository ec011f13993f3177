import type { Start } from '../../../platform/concurrently.ts';
import type { StepResult } from './attempt-step.ts';

/**
 * Runs all jobs in parallel. A job that failed because others held the balance is tried once more after them, one at a
 * time.
 */
export function runJobs<Value>(
  start: Start,
  jobs: readonly (() => Promise<Value>)[],
  attempt: (step: Promise<Value>) => Promise<StepResult<Value>>,
  alongside: readonly Promise<unknown>[] = [],
): Promise<StepResult<Value>>[] {
  const started = jobs.map((job) => start(() => attempt(job())));
  const all = Promise.allSettled([...alongside, ...started]);
  const results: Promise<StepResult<Value>>[] = [];
  for (const [at, job] of jobs.entries()) {
    const before = results.slice();
    const result = start(async () => {
      const first = await (started[at] as Promise<StepResult<Value>>);
      if (!('failure' in first) || first.failure.error.code !== 'insufficient_balance') return first;
      await all;
      await Promise.allSettled(before);
      return attempt(job());
    });
    results.push(result);
  }
  return results;
}
