import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';

const firstWaitMs = 50;
const longestWaitMs = 1_000;

/**
 * Repeats the work while the database cannot be reached, waiting twice as long each time, for at most `withinMs`; then throws the
 * last error, or an AbortError if aborted. An attempt whose reply was lost may have succeeded, so the work must be idempotent.
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

/** Returns true for the error of a store whose database is temporarily unreachable. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'overloaded';
}
