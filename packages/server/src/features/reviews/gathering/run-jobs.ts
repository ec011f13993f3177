import type { Start } from '../../../platform/concurrently.ts';
import type { Tried } from './tried.ts';

/**
 * All jobs at once. One that the balance did not carry while others held it is tried once more when they are done, one
 * after another.
 */
export function runJobs<Value>(
  start: Start,
  jobs: readonly (() => Promise<Value>)[],
  attempt: (step: Promise<Value>) => Promise<Tried<Value>>,
  beside: readonly Promise<unknown>[] = [],
): Promise<Tried<Value>>[] {
  const started = jobs.map((job) => start(() => attempt(job())));
  const all = Promise.allSettled([...beside, ...started]);
  const results: Promise<Tried<Value>>[] = [];
  for (const [at, job] of jobs.entries()) {
    const before = results.slice();
    const result = start(async () => {
      const first = await (started[at] as Promise<Tried<Value>>);
      if (!('failure' in first) || first.failure.error.code !== 'insufficient_balance') return first;
      await all;
      await Promise.allSettled(before);
      return attempt(job());
    });
    results.push(result);
  }
  return results;
}
