import type { Tried } from './tried.ts';

/**
 * All jobs at once. One that the balance did not carry while others held it is tried once more when they are done, one
 * after another. None of the promises rejects unheard.
 */
export function runJobs<Value>(
  jobs: readonly (() => Promise<Value>)[],
  attempt: (step: Promise<Value>) => Promise<Tried<Value>>,
  beside: readonly Promise<unknown>[] = [],
): Promise<Tried<Value>>[] {
  const started = jobs.map((job) => attempt(job()));
  const all = Promise.allSettled([...beside, ...started]);
  const results: Promise<Tried<Value>>[] = [];
  for (const [at, job] of jobs.entries()) {
    const before = results.slice();
    const result = (async () => {
      const first = await (started[at] as Promise<Tried<Value>>);
      if (!('failure' in first) || first.failure.error.code !== 'insufficient_balance') return first;
      await all;
      await Promise.allSettled(before);
      return attempt(job());
    })();
    result.catch(() => {});
    results.push(result);
  }
  return results;
}
