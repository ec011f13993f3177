import { concurrently, orAborted } from '../concurrently.ts';

/**
 * Processes all items, at most `limit` at a time, and passes the results to `take` in order. The first failure aborts the others
 * and is thrown when all have ended, so that no work continues after the call.
 */
export async function mapWithConcurrency<Item, Result>(
  items: readonly Item[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  work: (item: Item, signal: AbortSignal, index: number) => Promise<Result>,
  take: (result: Result, index: number) => Promise<void> | undefined,
): Promise<void> {
  const results = items.map(() => Promise.withResolvers<Result>());
  let next = 0;
  const worker = async (stop: AbortSignal) => {
    for (let index = next++; index < items.length; index = next++) {
      stop.throwIfAborted();
      results[index]?.resolve(await work(items[index] as Item, stop, index));
    }
  };
  const taker = async (stop: AbortSignal) => {
    // A failure does not reject the results but ends the wait for them.
    for (const [index, { promise }] of results.entries()) await take(await orAborted(promise, stop), index);
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, () => worker);
  await concurrently(signal, [...workers, taker]);
}
