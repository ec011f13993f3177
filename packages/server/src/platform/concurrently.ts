/** A part of concurrent work. The signal aborts if the caller's does or another part fails. */
export type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/** Starts a task in parallel. Its result may be awaited late or never; its failure fails the whole work in any case. */
export type Start = <Result>(task: Task<Result>) => Promise<Result>;

/**
 * Runs `work` and the tasks that it starts, and resolves when the last of them has ended. The first failure aborts the signal of all
 * others and is thrown once they have ended, so that no work continues after the call, and no rejection is unhandled, which
 * would end the process. A task whose failure should not affect the others must catch it.
 *
 * @throws The first failure; the signal's reason if it was already aborted.
 */
export async function withTasks<Result>(
  signal: AbortSignal,
  work: (start: Start, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const controller = new AbortController();
  // Not AbortSignal.any, because a signal that outlives the work would keep a reference to each combined one.
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

/** Starts a task, so that an error thrown before its first await becomes a rejection. */
async function begin<Result>(task: Task<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  return task(signal);
}

type Results<Tasks extends readonly Task<unknown>[]> = {
  -readonly [At in keyof Tasks]: Awaited<ReturnType<Tasks[At]>>;
};

/**
 * Runs all tasks at once and resolves with their results in order, like Promise.all, but if one fails, aborts the others and waits
 * for them.
 *
 * @throws The first failure, when every task has ended; the signal's reason if it was already aborted.
 */
export function concurrently<const Tasks extends readonly Task<unknown>[]>(
  signal: AbortSignal,
  tasks: Tasks,
): Promise<Results<Tasks>> {
  return withTasks(signal, async (start) => (await Promise.all(tasks.map(start))) as Results<Tasks>);
}

/** Returns the promise's outcome, or rejects with the signal's reason if it aborts first; the promise is then ignored. */
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
