/** Does the work for every item, `atOnce` at a time. Resolves with the seconds that it took. */
export async function timed<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const left = items.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // One iterator shared by all, so that each takes the next item.
      for (const item of left) await work(item);
    }),
  );
  return (performance.now() - started) / 1_000;
}
