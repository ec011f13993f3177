import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';

const firstWaitMs = 50;
const longestWaitMs = 1_000;

/**
 * Does the work again while the database cannot be reached, waiting twice as long each time, for at most `withinMs`; then
 * throws what the last try threw, or an AbortError where it was told to stop. A try whose answer was lost may have been
 * done: the work must bear being done twice.
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  withinMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || performance.now() + waitMs > giveUpAt) throw error;
      await delay(waitMs, undefined, { signal });
    }
  }
}

/** True of what a store throws whose database is away for the moment. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'overloaded';
}
