import type { ResourceLimits } from 'node:worker_threads';
import { describeError, type Log } from '../log.ts';
import { FairQueue } from './fair-queue.ts';
import type { PoolCall } from './pool-messages.ts';
import { PoolThread } from './pool-thread.ts';

export type ThreadPoolOptions = {
  log: Log;
  /** Threads at most. */
  workers: number;
  /** Calls that one thread is at together. Work that never waits has one seat. */
  concurrencyPerWorker: number;
  /** The program of a thread, what it is given, and what memory it may take; by default as much as there is. */
  file: URL;
  workerData: unknown;
  resourceLimits?: ResourceLimits;
  /** Milliseconds from the call to its answer, waiting included. */
  deadlineMs: number;
  /**
   * Time limit from the moment at which a thread begins, for a call that has the thread to itself; by default there is
   * none.
   */
  workMs?: number;
  /**
   * Time allowed for a call to end after it was told to stop, in milliseconds, before its whole thread is replaced.
   */
  graceMs?: number;
  /** Calls that wait for a seat at most, of all together and in one name. */
  waitingMax: number;
  waitingOfOneMax?: number;
  /** Threads that calls in one name are at together at most: what is left is for the others. */
  shareMax?: number;
  /** Starts a thread only when no other is free; otherwise all start with the first call. */
  onDemand?: boolean;
  /** Log event for a thread that ended unexpectedly. */
  lostEvent: string;
  /** Errors of a call: rejected at once, at its deadline, or because it ran too long. */
  tooBusy(): Error;
  tooLate(deadlineMs: number): Error;
  tooLong?(workMs: number): Error;
};

export type PoolCallOptions = {
  signal?: AbortSignal | undefined;
  /** Name of the caller; names take turns. */
  turn?: string;
  /** Preferred thread, for work that benefits from affinity. */
  lane?: number | undefined;
  /**
   * Marks work of a few milliseconds that somebody is watching: it goes first, and does not count against the share of its
   * name. One of several threads is left for other work; of a single one, other work has one turn in nine.
   */
  isUrgent?: boolean | undefined;
};

/** Number of urgent calls in a row for which others wait where there is one thread. */
const urgentInARowMax = 8;

type PendingRequest = {
  call: PoolCall;
  turn: string;
  lane: number | undefined;
  isUrgent: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Set once no caller waits for it any more. */
  over: boolean;
  /** A thread ended that was at it. */
  lost: boolean;
  /** Tells a running call to stop; undefined while it waits. */
  stop: (() => void) | undefined;
  working: NodeJS.Timeout | undefined;
  /** Its deadline, in milliseconds of `performance.now`. */
  endsAt: number;
};

/**
 * Worker threads that answer calls: what would hold the event loop runs beside it. Each call ends at its deadline, whatever
 * its thread does: that is told to stop, and replaced where it does not. Threads begin with the first call: a service that is
 * only started does not hold their memory.
 */
export class ThreadPool {
  readonly #options: Required<ThreadPoolOptions>;
  /** Threads by lane; undefined if none has begun yet, or if the last one could not. */
  readonly #threads: (PoolThread | undefined)[];
  readonly #waiting = new FairQueue<PendingRequest>();
  readonly #urgent = new FairQueue<PendingRequest>();
  #urgentInARow = 0;
  readonly #running = new Set<PendingRequest>();
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    const unbounded = Number.POSITIVE_INFINITY;
    this.#options = {
      ...{
        graceMs: 250,
        workMs: unbounded,
        waitingOfOneMax: unbounded,
        shareMax: unbounded,
        onDemand: false,
      },
      resourceLimits: {},
      tooLong: options.tooLate,
      ...options,
    };
    this.#threads = new Array(options.workers).fill(undefined);
  }

  get lanes(): number {
    return this.#threads.length;
  }

  /** Calls that have not been answered fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of [...this.#waiting, ...this.#urgent, ...this.#running])
      reject(this.#options.tooBusy());
    await Promise.all(this.#threads.map((thread) => thread?.close()));
  }

  /** Rejects with the signal's reason, with what the options have for its bounds, or with what the work threw. */
  async call(
    call: PoolCall,
    { signal, turn = '', lane, isUrgent = false }: PoolCallOptions = {},
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const { deadlineMs, waitingMax, waitingOfOneMax, tooBusy, tooLate } = this.#options;
    const waiting = this.#waiting.size + this.#urgent.size;
    const ofOne = this.#waiting.sizeOf(turn) + this.#urgent.sizeOf(turn);
    if (this.#closed || waiting >= waitingMax || ofOne >= waitingOfOneMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const asked: PendingRequest = {
      ...{ call, turn, lane, isUrgent, resolve, reject },
      ...{ over: false, lost: false, stop: undefined, working: undefined },
      endsAt: performance.now() + deadlineMs,
    };
    const leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => reject(tooLate(deadlineMs)), deadlineMs);
    this.#queueOf(asked).add(asked);
    this.#assign();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearTimeout(asked.working);
      signal?.removeEventListener('abort', leave);
      asked.over = true;
      this.#queueOf(asked).delete(asked);
      this.#running.delete(asked);
      // Nothing to stop where it was answered.
      asked.stop?.();
    }
  }

  /** Gives seats to those whose turn it is. */
  #assign(): void {
    if (this.#closed) return;
    if (!this.#options.onDemand) for (let lane = 0; lane < this.#threads.length; lane += 1) this.#begin(lane);
    // Asked before all who wait are: there may be hundreds.
    while (this.#threads.some((thread) => thread?.hasSeat)) {
      const asked = this.#takeNext();
      const thread = asked && this.#threadFor(asked);
      if (!thread) break;
      // Its timer may be late on a busy machine.
      if (performance.now() < asked.endsAt) this.#run(asked, thread);
      else asked.reject(this.#options.tooLate(this.#options.deadlineMs));
    }
    this.#beginForThoseWhoWait();
  }

  #takeNext(): PendingRequest | undefined {
    const fits = (each: PendingRequest) => this.#mayRun(each) && this.#threadFor(each) !== undefined;
    const queues = [this.#urgent, this.#waiting];
    if (this.#threads.length === 1 && this.#urgentInARow >= urgentInARowMax) queues.reverse();
    for (const queue of queues) {
      // One share for all urgent work: hundreds may wait for it.
      if (queue === this.#urgent && !this.#mayRunUrgent) continue;
      const next = queue.take(fits);
      if (!next) continue;
      this.#urgentInARow = next.isUrgent ? this.#urgentInARow + 1 : 0;
      return next;
    }
    return undefined;
  }

  #queueOf({ isUrgent }: PendingRequest): FairQueue<PendingRequest> {
    return isUrgent ? this.#urgent : this.#waiting;
  }

  #run(asked: PendingRequest, thread: PoolThread): void {
    this.#running.add(asked);
    this.#limitWork(asked, thread);
    asked.stop = thread.run(asked.call, {
      ...{ turn: asked.turn, isUrgent: asked.isUrgent, resolve: asked.resolve, reject: asked.reject },
      lose: (failure) => this.#repeat(asked, failure),
    });
  }

  /**
   * Ends a call that has worked for too long. The calls of a thread take turns, so each may take as many times its time as there
   * are at the end of it.
   */
  #limitWork(asked: PendingRequest, thread: PoolThread): void {
    const { workMs, tooLong } = this.#options;
    if (!Number.isFinite(workMs)) return;
    const begun = performance.now();
    const check = () => {
      const leftMs = workMs * Math.max(1, thread.busy) - (performance.now() - begun);
      if (leftMs > 0) asked.working = setTimeout(check, leftMs);
      else asked.reject(tooLong(workMs));
    };
    asked.working = setTimeout(check, workMs);
  }

  /**
   * Returns true if urgent work, or this name, has less than its share of the threads. A call that was told to stop occupies its
   * thread until it ends.
   */
  #mayRun({ turn, isUrgent }: PendingRequest): boolean {
    const { shareMax } = this.#options;
    if (isUrgent) return this.#mayRunUrgent;
    if (!Number.isFinite(shareMax)) return true;
    const busy = this.#threads.filter((thread) => thread?.isAt(turn)).length;
    return busy < shareMax;
  }

  get #mayRunUrgent(): boolean {
    const atUrgentWork = this.#threads.filter((thread) => thread?.isAtUrgentWork).length;
    return atUrgentWork < Math.max(1, this.#threads.length - 1);
  }

  /** A thread with a free seat; where any will do, one that has what the call keeps, and of these the one with the least to do. */
  #threadFor({ lane, call }: PendingRequest): PoolThread | undefined {
    const candidates = lane === undefined ? this.#threads : [this.#threads[lane]];
    return candidates
      .filter((thread) => thread?.hasSeat)
      .toSorted(
        (one, other) =>
          Number(other?.keeps(call.kept)) - Number(one?.keeps(call.kept)) ||
          (one?.busy ?? 0) - (other?.busy ?? 0),
      )[0];
  }

  /**
   * Retries the calls of a thread that ended, since which of them ended it is unknown. A call is not retried again if
   * its next thread ends too.
   */
  #repeat(asked: PendingRequest, failure: Error): void {
    clearTimeout(asked.working);
    if (asked.over) return;
    if (asked.lost || this.#closed) {
      asked.reject(failure);
      return;
    }
    asked.lost = true;
    asked.stop = undefined;
    this.#running.delete(asked);
    this.#queueOf(asked).add(asked);
  }

  /** Begins a thread for each call that waits and may run, as far as there may be more of them. */
  #beginForThoseWhoWait(): void {
    if (this.#threads.every((thread) => thread)) return;
    let wanted = 0;
    for (const each of [...this.#waiting, ...this.#urgent]) if (this.#mayRun(each)) wanted += 1;
    wanted -= this.#threads.filter((thread) => thread && !thread.isReady).length;
    for (let lane = 0; lane < this.#threads.length && wanted > 0; lane += 1) {
      if (this.#threads[lane]) continue;
      this.#begin(lane);
      wanted -= 1;
    }
  }

  #begin(lane: number): void {
    const { file, workerData, resourceLimits, concurrencyPerWorker, graceMs, log } = this.#options;
    this.#threads[lane] ??= new PoolThread({
      ...{ file, workerData, resourceLimits, concurrencyPerWorker, graceMs, log },
      onFree: () => this.#assign(),
      onEnd: (wasReady, failure) => this.#lose(lane, wasReady, failure),
    });
  }

  /** A thread that had begun is replaced at once; one that could not begin, with the next call, or it would never end. */
  #lose(lane: number, wasReady: boolean, failure: Error): void {
    this.#threads[lane] = undefined;
    if (this.#closed) return;
    this.#options.log('warn', this.#options.lostEvent, describeError(failure));
    if (wasReady) {
      this.#begin(lane);
      this.#assign();
    } else
      for (const asked of [...this.#waiting, ...this.#urgent])
        if (asked.lane === lane || this.#threads.every((thread) => !thread)) asked.reject(failure);
  }
}
