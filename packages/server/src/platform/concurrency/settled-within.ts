import { setTimeout as delay } from 'node:timers/promises';

/**
 * Awaits `promise` for at most `timeoutMs` milliseconds; resolves with undefined if it takes longer.
 *
 * @throws The promise's error; the signal's reason if that aborts first.
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
