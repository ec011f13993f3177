/** Runs work in parallel, and alone if there is not enough for all in parallel. */
export type Mutex = {
  /** Runs the work in parallel with others. If `wants` accepts its result, runs it again, alone, when all others have ended. */
  run<Result>(work: () => Promise<Result>, wants: (result: Result) => boolean): Promise<Result>;
};

/**
 * Creates a mutex for calls to a model. Parallel calls hold more tokens than they use, so a balance that is too low for one in
 * addition to five others may be sufficient for it alone.
 */
export function createMutex(): Mutex {
  const running = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();

  async function alongside<Result>(work: () => Promise<Result>): Promise<Result> {
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
      const result = await alongside(work);
      if (!wants(result)) return result;
      const alone = last.then(async () => {
        while (running.size > 0) await Promise.allSettled(running);
        return alongside(work);
      });
      last = alone.catch(() => {});
      return alone;
    },
  };
}
