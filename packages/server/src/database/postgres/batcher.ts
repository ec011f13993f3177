export type BatcherOptions = {
  /** Items in one run. */
  atMost: number;
  /** Runs of one lane under way at once. */
  inFlight: number;
};

/**
 * Collects what is asked while earlier runs are under way, and asks it together: alone nobody waits, and a crowd shares
 * round trips, locks and commits. A run begins after all its items were asked, so it sees whatever was done before them.
 * Items of different lanes never meet; `run` answers in the order of its items.
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
