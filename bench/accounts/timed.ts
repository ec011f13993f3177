/** Does the work for every item, `atOnce` at a time. Returns how many seconds that took. */
export async function timed<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const left = items.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // One iterator for all: each takes the next.
      for (const item of left) await work(item);
    }),
  );
  return (performance.now() - started) / 1_000;
}
