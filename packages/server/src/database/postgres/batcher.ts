export type BatcherOptions = {
  /** Maximum number of items in a run. */
  atMost: number;
  /** Maximum number of simultaneous runs of a lane. */
  inFlight: number;
};

/**
 * Collects items that arrive during earlier runs and processes them together: a single item does not wait, and many share round
 * trips, locks and commits. A run begins after all its items were requested, so it sees all changes made before them. Items of
 * different lanes are never combined; `run` returns results in the order of its items.
 */
export function createBatcher<Item, Answer>(
  run: (items: Item[], lane: string) => Promise<Answer[]>,
  { atMost, inFlight }: BatcherOptions,
): (item: Item, lane: string) => Promise<Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void };
  const lanes = new Map<string, { waiting: Waiting[]; running: number }>();

  async function serve(name: string): Promise<void> {
    const lane = lanes.get(name);
    if (!lane || lane.running >= inFlight || lane.waiting.length === 0) return;
    const batch = lane.waiting.splice(0, atMost);
    lane.running += 1;
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
      lane.running -= 1;
      if (lane.waiting.length > 0) void serve(name);
      else if (lane.running === 0) lanes.delete(name);
    }
  }

  return (item, name) =>
    new Promise((resolve, reject) => {
      const lane = lanes.get(name) ?? { waiting: [], running: 0 };
      lanes.set(name, lane);
      lane.waiting.push({ item, resolve, reject });
      void serve(name);
    });
}
