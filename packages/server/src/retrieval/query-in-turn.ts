import type { SourceTimeouts } from '../literature/sources/source-timeouts.ts';
import { settledWithin } from '../platform/concurrency/settled-within.ts';
import { withTasks } from '../platform/concurrently.ts';

/**
 * Returns how many milliseconds to wait for a source before the next one is searched as well: each of `count` sources gets an equal
 * share of the time of one.
 */
export function nextSourceAfterMs({ sourceMs }: Pick<SourceTimeouts, 'sourceMs'>, count: number): number {
  return sourceMs / Math.max(2, count);
}

/**
 * Queries sources in order, each when the previous one has ended or `nextAfterMs` have passed, until `ask` resolves with true; the
 * others are then aborted. Resolves when all queried sources have ended.
 *
 * @throws The error of `ask` while its result is still needed; the signal's reason on abort.
 */
export async function queryInTurn<Source>(
  sources: readonly Source[],
  {
    nextAfterMs,
    signal,
    ask,
  }: {
    nextAfterMs: number;
    signal: AbortSignal;
    ask: (source: Source, signal: AbortSignal) => Promise<boolean>;
  },
): Promise<void> {
  const enough = new AbortController();
  await withTasks(signal, async (start, inner) => {
    const stop = AbortSignal.any([inner, enough.signal]);
    for (const source of sources) {
      if (enough.signal.aborted) return;
      const asked = start(async () => {
        try {
          if (await ask(source, stop)) enough.abort();
        } catch (error) {
          inner.throwIfAborted();
          if (!enough.signal.aborted) throw error;
        }
      });
      await settledWithin(asked, nextAfterMs, inner);
    }
  });
}
