import { availableParallelism } from 'node:os';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Log } from '../platform/log.ts';
import { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { LanguageWork, LanguageWorkers } from './language-work.ts';
import { TaskTimeout } from './task-timeout.ts';

export type LanguagePoolOptions = {
  /** The program of a worker thread, which knows the tasks. */
  program: URL;
  log: Log;
  /** Threads at most, the first of which begins with the first task; undefined: by the cores there are. */
  threads: number | undefined;
  /** Time limit of a task, in milliseconds. */
  workMs?: number;
  /** Milliseconds from the request to its answer, waiting included. */
  deadlineMs?: number;
  /** Time for which an abandoned task may continue, in milliseconds, before its thread is replaced. */
  graceMs?: number;
  /** Tasks that wait at most, of all keys together and of one of them. */
  waitingMax?: number;
  waitingOfOneMax?: number;
};

/**
 * Calls are bounded where they begin, and what waits is in the memory of its call anyway: these only end what runs away. 50
 * calls of one key that each polish a long manuscript have some 300 tasks waiting, for a minute on two cores.
 */
const bounds = { workMs: 10_000, deadlineMs: 110_000, waitingMax: 8_192, waitingOfOneMax: 2_048 };

/** Far beyond what any task needs: who makes one take more ends a thread, and not the process. */
const memoryMb = 512;

/** Size in MB of the young generation of a thread for language work, whose objects live for milliseconds. */
const youngMb = 12;

/**
 * Language work in worker threads. Keys take turns, and with several threads no key has all of them. A task that takes too long
 * ends with its thread, which is replaced at once.
 */
export function createLanguagePool({
  program,
  log,
  threads = defaultThreads(),
  ...changes
}: LanguagePoolOptions): LanguageWorkers {
  const pool = new ThreadPool({
    file: program,
    workerData: undefined,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    ...{ log, workers: threads, concurrencyPerWorker: 1, onDemand: true, shareMax: Math.max(1, threads - 1) },
    ...bounds,
    ...changes,
    lostEvent: 'language_worker_lost',
    tooBusy,
    tooLate: tooBusy,
    tooLong: (workMs) => new TaskTimeout(workMs),
  });
  return {
    workFor: (turn) =>
      ((method, argument, signal) => pool.call({ method, argument }, { signal, turn })) as LanguageWork,
    close: () => pool.close(),
  };
}

/** A core is the loop's own; with fewer than two threads one key could have all. */
function defaultThreads(): number {
  return Math.min(8, Math.max(2, availableParallelism() - 1));
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
