/** One part of concurrent work. The signal fires when all of it is to stop: the caller's did, or another part failed. */
export type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/** Starts a task beside the others. Its result may be awaited late, or never: a failure is the whole work's either way. */
export type Start = <Result>(task: Task<Result>) => Promise<Result>;

/**
 * Runs `work` and the tasks that it starts, and ends when the last of them has ended. The first failure aborts the signal
 * of all the others and is thrown once they have ended, so that nothing goes on behind a call that is over and no
 * rejection is left without a reader: Node ends the process for one. A task that may fail alone catches its own failure.
 *
 * @throws The first failure; the signal's reason where that has fired before the work began.
 */
export async function withTasks<Result>(
  signal: AbortSignal,
  work: (start: Start, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const controller = new AbortController();
  // Not AbortSignal.any: a signal that outlives the work would keep a reference for every one there was.
  const stop = () => controller.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;

  const start: Start = (task) => {
    const result = begin(task, controller.signal);
    const ended: Promise<void> = result
      .then(
        () => {},
        (error) => {
          failure ??= { error };
          controller.abort(error);
        },
      )
      .then(() => void running.delete(ended));
    running.add(ended);
    return result;
  };

  let result: Result | undefined;
  const main = start(async (inner) => {
    result = await work(start, inner);
  });
  try {
    await main.catch(() => {});
    while (running.size > 0) await Promise.all(running);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (failure) throw failure.error;
  return result as Result;
}

/** An async function even where the task throws before its first await. */
async function begin<Result>(task: Task<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  return task(signal);
}

type Results<Tasks extends readonly Task<unknown>[]> = {
  -readonly [At in keyof Tasks]: Awaited<ReturnType<Tasks[At]>>;
};

/**
 * Does all tasks at once and resolves with their results in order, as Promise.all does; but where one fails the others
 * are told to stop and waited for.
 *
 * @throws The first failure, when every task has ended; the signal's reason where that has fired before.
 */
export function concurrently<const Tasks extends readonly Task<unknown>[]>(
  signal: AbortSignal,
  tasks: Tasks,
): Promise<Results<Tasks>> {
  return withTasks(signal, async (start) => (await Promise.all(tasks.map(start))) as Results<Tasks>);
}

/** The promise's outcome, or the signal's reason where that fires first; what the promise then comes to is nobody's. */
export async function orAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
