import { availableParallelism } from 'node:os';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Log } from '../platform/log.ts';
import type { KeptValue } from '../platform/threads/kept-value.ts';
import { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { LanguageWork, LanguageWorkers, TaskName } from './language-work.ts';
import { TaskTimeout } from './task-timeout.ts';

export type LanguagePoolOptions = {
  /** Program of a worker thread, which registers the tasks. */
  program: URL;
  log: Log;
  /** Maximum number of threads, the first of which starts with the first task; undefined: by the number of cores. */
  threads: number | undefined;
  /** Time limit of a task, in milliseconds. */
  workMs?: number;
  /** Time limit from the request to its result, including waiting, in milliseconds. */
  deadlineMs?: number;
  /** Time for which an abandoned task may continue, in milliseconds, before its thread is replaced. */
  graceMs?: number;
  /** Maximum number of waiting tasks, of all keys together and of a single key. */
  waitingMax?: number;
  waitingOfOneMax?: number;
  /** Number of cores for the event loop and the threads. */
  cores?: number;
};

/**
 * Default limits, which only stop runaway load, because calls are limited at admission and waiting data is in the memory of its call
 * anyway. 50 calls of one key that each polish a long manuscript have some 300 waiting tasks, for a minute on two cores.
 */
const bounds = { workMs: 10_000, deadlineMs: 110_000, waitingMax: 8_192, waitingOfOneMax: 2_048 };

/** Maximum memory of a thread in MB, far more than any task needs; exceeding it ends the thread, not the process. */
const memoryMb = 512;

/**
 * Size in MB of the young generation of a thread for language work, whose objects live for milliseconds. With half of it, the records of a
 * question are copied several times while it is answered, which takes 7 % more CPU time.
 */
const youngMb = 24;

/**
 * Maximum number of urgent tasks that a thread is sent together: enough that messages cost little, and few enough that the
 * first result does not wait long.
 */
const togetherMax = 16;

/**
 * Milliseconds without a result after which a thread starts that no core is left for: a start takes as long, and 100 MB. Most
 * tasks take milliseconds, and wait for each other no longer than for a core.
 */
const spareAfterMs = 1_000;

/** Short tasks that delay the text of a stream. */
const urgent: ReadonlySet<TaskName> = new Set<TaskName>(['judgeUnits']);

/**
 * Runs language work in worker threads. Scheduling alternates between keys, and no key can occupy all of several threads, but for moments with urgent tasks, which go first. A task that
 * takes too long is terminated with its thread, which is replaced at once.
 */
export function createLanguagePool({
  program,
  log,
  cores = availableParallelism(),
  threads = defaultThreads(cores),
  ...changes
}: LanguagePoolOptions): LanguageWorkers {
  const pool = new ThreadPool({
    file: program,
    workerData: undefined,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    ...{ log, workers: threads, concurrencyPerWorker: 1, onDemand: true, shareMax: Math.max(1, threads - 1) },
    ...{ spare: Math.max(0, threads - usefulThreads(cores)), spareAfterMs },
    urgentTogetherMax: togetherMax,
    ...bounds,
    ...changes,
    lostEvent: 'language_worker_lost',
    tooBusy,
    tooLate: tooBusy,
    tooLong: (workMs) => new TaskTimeout(workMs),
  });
  return {
    workFor: (turn) =>
      ((method, argument, signal, kept?: KeptValue<unknown>) =>
        pool.call(
          { method, argument, kept },
          { signal, turn, isUrgent: urgent.has(method) },
        )) as LanguageWork,
    close: () => pool.close(),
  };
}

/** Default number of threads: with fewer than two, one key could occupy all. */
function defaultThreads(cores: number): number {
  return Math.min(8, Math.max(2, usefulThreads(cores)));
}

/** Number of threads that the cores can run beside the event loop. */
function usefulThreads(cores: number): number {
  return Math.max(1, cores - 1);
}

function tooBusy(): ServiceError {
  return new ServiceError('overloaded', {
    headers: { 'Retry-After': '5' },
    detail: {
      en: 'Too many texts are waiting to be processed; try again in a moment.',
      zh: '等待处理的文本过多，请稍后再试。',
    },
  });
}
