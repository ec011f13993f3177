/**
 * Works on all items, at most `limit` at a time, and gives what comes of them to `take` in their order. The first failure stops
 * the others; it is thrown when all of them have ended, so that nothing goes on behind a call that is over.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  work: (item: Item, signal: AbortSignal, index: number) => Promise<Result>,
  take: (result: Result, index: number) => Promise<void> | undefined,
): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const results = items.map(() => Promise.withResolvers<Result>());
  // Those behind a failure are awaited by nobody.
  for (const { promise } of results) promise.catch(() => {});
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      try {
        either.throwIfAborted();
        results[index]?.resolve(await work(items[index] as Item, either, index));
      } catch (error) {
        for (const { reject } of results) reject(error);
        stop.abort(error);
      }
    }
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, worker);
  try {
    for (const [index, { promise }] of results.entries()) await take(await promise, index);
  } finally {
    stop.abort();
    await Promise.all(workers);
  }
}
