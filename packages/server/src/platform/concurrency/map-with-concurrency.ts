import { concurrently, orAborted } from '../concurrently.ts';

/**
 * Works on all items, at most `limit` at a time, and gives what comes of them to `take` in their order. The first failure stops
 * the others; it is thrown when all of them have ended, so that nothing goes on behind a call that is over.
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
    // A failure rejects none of the results: it stops the wait for them.
    for (const [index, { promise }] of results.entries()) await take(await orAborted(promise, stop), index);
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, () => worker);
  await concurrently(signal, [...workers, taker]);
}
