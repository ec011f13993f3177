import { describeError } from '../../platform/log.ts';
import type { RunningCallsOptions } from '../running-calls.ts';

export const purgeIntervalMs = 60_000;
/** Number of records per transaction, few enough not to delay other work. */
const atOnce = 100;

/** Deletes expired replies and results regularly. Returns a function that stops it and resolves when the last deletion has ended. */
export function purgeIdempotencyRecords({
  store,
  every,
  log,
}: Pick<RunningCallsOptions, 'store' | 'every' | 'log'>): () => Promise<void> {
  let stopped = false;
  let purging: Promise<void> | undefined;

  async function purge(): Promise<void> {
    try {
      while ((await store.purgeIdempotencyRecords(atOnce)) === atOnce && !stopped);
      while ((await store.purgeResults(atOnce)) === atOnce && !stopped);
    } catch (error) {
      log('warn', 'idempotency_cleanup_failed', describeError(error));
    }
  }

  const stop = every(purgeIntervalMs, async () => {
    purging ??= purge().finally(() => {
      purging = undefined;
    });
    await purging;
  });
  return async () => {
    stopped = true;
    stop();
    await purging;
  };
}
