import { setTimeout as delay } from 'node:timers/promises';

/**
 * Awaits `promise` for at most `timeoutMs` milliseconds; resolves with undefined when they are over first.
 *
 * @throws What the promise rejects with; the signal's reason where that fires first.
 */
export async function settledWithin<Result>(
  promise: Promise<Result>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const over = new AbortController();
  const timeout = delay(Math.max(0, timeoutMs), undefined, {
    signal: AbortSignal.any([signal, over.signal]),
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    over.abort();
    await timeout.catch(() => {});
  }
}
