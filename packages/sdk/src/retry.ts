import type { CitewellError } from './errors.ts';

/** Longest delay in milliseconds; beyond it, the caller decides whether to retry. */
const maxWaitMs = 60_000;

/**
 * Returns the delay before the next attempt. A delay requested by the service is a minimum, increased by up to a quarter
 * so that callers rejected together do not return together. Otherwise the delay is 0.5 s, doubled with each attempt up to
 * 8 s, and reduced by up to a quarter.
 * @param attempt number of the attempt that failed, from 0.
 * @param random returns numbers in [0, 1).
 * @returns milliseconds; undefined if there should be no further attempt.
 */
export function retryDelayMs(
  error: CitewellError,
  attempt: number,
  maxRetries: number,
  random: () => number,
): number | undefined {
  if (!error.retryable || attempt >= maxRetries) return undefined;
  if (error.retryAfterMs === undefined) return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
  return error.retryAfterMs <= maxWaitMs ? error.retryAfterMs * (1 + random() / 4) : undefined;
}
