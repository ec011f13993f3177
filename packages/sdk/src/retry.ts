import type { CitewellError } from './errors.ts';

/** A wait longer than this is for the caller to decide on. */
const patienceMs = 60_000;

/**
 * How long to wait before the next attempt, or undefined where there should be none. `attempt` counts from 0; `random`
 * gives numbers in [0, 1). The service's own figure is a least wait, with up to a quarter added, so that callers who were
 * sent away together do not come back together. Without one: 0.5 s, doubled each time up to 8 s, less up to a quarter.
 */
export function retryDelayMs(
  error: CitewellError,
  attempt: number,
  maxRetries: number,
  random: () => number,
): number | undefined {
  if (!error.retryable || attempt >= maxRetries) return undefined;
  if (error.retryAfterMs === undefined) return Math.min(500 * 2 ** attempt, 8_000) * (1 - random() / 4);
  return error.retryAfterMs <= patienceMs ? error.retryAfterMs * (1 + random() / 4) : undefined;
}
