/** Work that may be done side by side, and one by one where side by side there is not enough for all. */
export type Mutex = {
  /** Does the work beside others. Where it comes to `wants`, it is done once more when all others have ended, alone. */
  run<Result>(work: () => Promise<Result>, wants: (result: Result) => boolean): Promise<Result>;
};

/**
 * Calls at once hold more tokens together than they will use: what a balance refuses beside five others it may carry alone.
 */
export function createMutex(): Mutex {
  const running = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();

  async function beside<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = work();
    running.add(done);
    try {
      return await done;
    } finally {
      running.delete(done);
    }
  }

  return {
    async run(work, wants) {
      const result = await beside(work);
      if (!wants(result)) return result;
      const alone = last.then(async () => {
        while (running.size > 0) await Promise.allSettled(running);
        return beside(work);
      });
      last = alone.catch(() => {});
      return alone;
    },
  };
}
