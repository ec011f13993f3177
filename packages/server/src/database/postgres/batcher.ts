export type BatcherOptions = {
  /** Maximum number of items in a run. */
  atMost: number;
  /** Maximum number of simultaneous runs of a queue. */
  inFlight: number;
};

/**
 * Collects items that arrive during earlier runs and processes them together: a single item does not wait, and many share round
 * trips, locks and commits. A run begins after all its items were requested, so it sees all changes made before them. Items of
 * different queues are never combined; `run` returns results in the order of its items.
 */
export function createBatcher<Item, Answer>(
  run: (items: Item[], queue: string) => Promise<Answer[]>,
  { atMost, inFlight }: BatcherOptions,
): (item: Item, queue: string) => Promise<Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void };
  const queues = new Map<string, { waiting: Waiting[]; running: number }>();

  async function serve(name: string): Promise<void> {
    const queue = queues.get(name);
    if (!queue || queue.running >= inFlight || queue.waiting.length === 0) return;
    const batch = queue.waiting.splice(0, atMost);
    queue.running += 1;
    try {
      const answers = await run(
        batch.map(({ item }) => item),
        name,
      );
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      queue.running -= 1;
      if (queue.waiting.length > 0) void serve(name);
      else if (queue.running === 0) queues.delete(name);
    }
  }

  return (item, name) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? { waiting: [], running: 0 };
      queues.set(name, queue);
      queue.waiting.push({ item, resolve, reject });
      void serve(name);
    });
}
