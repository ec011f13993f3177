import type { ResourceLimits } from 'node:worker_threads';
import { describeError, type Log } from '../log.ts';
import { FairQueue } from './fair-queue.ts';
import type { PoolCall } from './pool-messages.ts';
import { PoolThread } from './pool-thread.ts';

export type ThreadPoolOptions = {
  log: Log;
  /** Maximum number of threads. */
  workers: number;
  /** Maximum number of concurrent calls per thread. Work that never waits gets one. */
  concurrencyPerWorker: number;
  /** Maximum number of urgent calls that are sent to a thread together, by default one; they must not wait for anything. */
  urgentTogetherMax?: number;
  /** Program of a thread, its argument, and its memory limit, by default none. */
  file: URL;
  workerData: unknown;
  resourceLimits?: ResourceLimits;
  /** Milliseconds from the call to its answer, including waiting. */
  deadlineMs: number;
  /** Time limit for a call that has its thread to itself, in milliseconds from its start; by default there is none. */
  workMs?: number;
  /** Time allowed for a call to end after it was told to stop, in milliseconds, before its thread is replaced. */
  graceMs?: number;
  /** Maximum number of waiting calls, in total and per name. */
  waitingMax: number;
  waitingOfOneMax?: number;
  /** Maximum number of threads that run calls of one name: the rest is for other names. */
  shareMax?: number;
  /** Starts a thread only when no other is free; otherwise all start with the first call. */
  onDemand?: boolean;
  /**
   * Number of threads beyond those that the cores can run, which only keep long calls from delaying others: with `onDemand`,
   * one of them starts only when a call that may run has waited for `spareAfterMs` in which no other call ended.
   */
  spare?: number;
  spareAfterMs?: number;
  /** Log event for a thread that ended unexpectedly. */
  lostEvent: string;
  /** Errors of a call: rejected at once, at its deadline, or because it ran too long. */
  tooBusy(): Error;
  tooLate(deadlineMs: number): Error;
  tooLong?(workMs: number): Error;
};

export type PoolCallOptions = {
  signal?: AbortSignal | undefined;
  /** Name of the caller; names are served in turn. */
  turn?: string;
  /** Preferred thread, for work that benefits from affinity. */
  preferredThread?: number | undefined;
  /**
   * Marks work of a few milliseconds that somebody is waiting for: it goes first, and does not count against the share of
   * its name. One of several threads is reserved for other work; on a single thread, every ninth call is other work. Calls of
   * one turn of the event loop are sent together.
   */
  isUrgent?: boolean | undefined;
};

/** Number of consecutive urgent calls after which a single thread runs another one. */
const urgentInARowMax = 8;

type PendingRequest = {
  call: PoolCall;
  turn: string;
  preferredThread: number | undefined;
  isUrgent: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Set once no caller waits for it any longer. */
  over: boolean;
  /** Set once a thread that was running it has ended. */
  lost: boolean;
  /** Tells a running call to stop; undefined while it waits. */
  stop: (() => void) | undefined;
  working: NodeJS.Timeout | undefined;
  /** Times of its arrival and of its deadline, on the scale of `performance.now`. */
  arrivedAt: number;
  endsAt: number;
};

/**
 * Worker threads that run calls whose work would block the event loop. Each call ends at its deadline, whatever its thread
 * does: the thread is told to stop, and replaced if it does not. Threads start with the first call, so that an idle service
 * does not use their memory.
 */
export class ThreadPool {
  readonly #options: Required<ThreadPoolOptions>;
  /** Threads by index; undefined if none has started yet, or if the last one could not start. */
  readonly #threads: (PoolThread | undefined)[];
  readonly #waiting = new FairQueue<PendingRequest>();
  readonly #urgent = new FairQueue<PendingRequest>();
  #urgentInARow = 0;
  /** Set while urgent calls of this turn of the event loop are collected. */
  #isCollecting = false;
  readonly #running = new Set<PendingRequest>();
  #beginningSpare: NodeJS.Timeout | undefined;
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
        spare: 0,
        spareAfterMs: 0,
        urgentTogetherMax: 1,
      },
      resourceLimits: {},
      tooLong: options.tooLate,
      ...options,
    };
    this.#threads = new Array(options.workers).fill(undefined);
  }

  /** Returns the number of calls that a thread runs. */
  busyOf(thread: number): number {
    return this.#threads[thread]?.busy ?? 0;
  }

  /** Fails calls that have not been answered. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#beginningSpare);
    for (const { reject } of [...this.#waiting, ...this.#urgent, ...this.#running])
      reject(this.#options.tooBusy());
    await Promise.all(this.#threads.map(async (thread) => thread?.close()));
  }

  /** Rejects with the signal's reason, with the error that the options define for the limit, or with the error of the work. */
  async call(
    call: PoolCall,
    { signal, turn = '', preferredThread, isUrgent = false }: PoolCallOptions = {},
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const { deadlineMs, waitingMax, waitingOfOneMax, tooBusy, tooLate } = this.#options;
    const waiting = this.#waiting.size + this.#urgent.size;
    const ofOne = this.#waiting.sizeOf(turn) + this.#urgent.sizeOf(turn);
    if (this.#closed || waiting >= waitingMax || ofOne >= waitingOfOneMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const now = performance.now();
    const asked: PendingRequest = {
      ...{ call, turn, preferredThread, isUrgent, resolve, reject },
      ...{ over: false, lost: false, stop: undefined, working: undefined },
      ...{ arrivedAt: now, endsAt: now + deadlineMs },
    };
    const leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => reject(tooLate(deadlineMs)), deadlineMs);
    this.#queueOf(asked).add(asked);
    if (isUrgent) this.#assignSoon();
    else this.#assign();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearTimeout(asked.working);
      signal?.removeEventListener('abort', leave);
      asked.over = true;
      this.#queueOf(asked).delete(asked);
      this.#running.delete(asked);
      // Nothing to stop if it has been answered.
      asked.stop?.();
    }
  }

  /** Starts them at the end of this turn of the event loop, in which further urgent calls may arrive. */
  #assignSoon(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    setImmediate(() => {
      this.#isCollecting = false;
      this.#assign();
    });
  }

  /** Starts the waiting calls whose turn it is. */
  #assign(): void {
    if (this.#closed) return;
    if (!this.#options.onDemand)
      for (let index = 0; index < this.#threads.length; index += 1) this.#begin(index);
    // Checked before all waiting calls are examined, of which there may be hundreds.
    while (this.#threads.some((thread) => thread?.hasUrgentSeat)) {
      const asked = this.#takeNext();
      const thread = asked && this.#threadFor(asked);
      if (!thread) break;
      // Its timer may be late on a busy machine.
      if (performance.now() < asked.endsAt) this.#run(asked, thread);
      else asked.reject(this.#options.tooLate(this.#options.deadlineMs));
    }
    for (const thread of this.#threads) thread?.flush();
    this.#beginForWaitingCalls();
  }

  #takeNext(): PendingRequest | undefined {
    const isSingle = this.#threads.filter((thread) => thread?.isReady).length === 1;
    const isOtherDue = isSingle && this.#urgentInARow >= urgentInARowMax;
    // A single thread takes no further urgent call until it is free for another one.
    const queues = isOtherDue && this.#waiting.size > 0 ? [this.#waiting] : [this.#urgent, this.#waiting];
    for (const queue of queues) {
      const next = queue.take(
        (each) => (each.isUrgent || this.#mayRun(each)) && this.#threadFor(each) !== undefined,
      );
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
    // Without others, so that it is known which call ended its thread.
    if (asked.lost) thread.flush();
  }

  /**
   * Ends a call that has run for too long. The calls of a thread take turns, so the time limit is multiplied by the number
   * that the thread runs at the end. Urgent ones that were sent together run one after another, so the limit is that from one
   * result to the next; which of them exceeds it is unknown, and each is run again alone.
   */
  #limitWork(asked: PendingRequest, thread: PoolThread): void {
    const { workMs, tooLong } = this.#options;
    if (!Number.isFinite(workMs)) return;
    const begun = performance.now();
    const check = () => {
      const { isUrgent } = asked;
      const startedAt = isUrgent ? Math.max(begun, thread.heardAt) : begun;
      const limit = isUrgent ? workMs : workMs * Math.max(1, thread.busy);
      const leftMs = limit - (performance.now() - startedAt);
      if (leftMs > 0) asked.working = setTimeout(check, leftMs);
      else if (isUrgent && thread.busy > 1) thread.abandon();
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

  /** Set while another thread may begin urgent work. One share for all of it: hundreds may wait. */
  get #mayRunUrgent(): boolean {
    const atUrgentWork = this.#threads.filter((thread) => thread?.isAtUrgentWork).length;
    return atUrgentWork < Math.max(1, this.#threads.length - 1);
  }

  /**
   * Returns a thread with free capacity: a free one if there is any, of several one that has the call's kept value, and of
   * these the least busy one.
   */
  #threadFor({ preferredThread, call, isUrgent, lost }: PendingRequest): PoolThread | undefined {
    const mayRunUrgent = !isUrgent || this.#mayRunUrgent;
    const takes = (thread: PoolThread) => {
      if (!isUrgent || lost) return thread.hasSeat && mayRunUrgent;
      return thread.hasUrgentSeat && (mayRunUrgent || thread.isAtUrgentWork);
    };
    const candidates = preferredThread === undefined ? this.#threads : [this.#threads[preferredThread]];
    return candidates
      .filter((thread) => thread !== undefined)
      .filter(takes)
      .toSorted(
        (one, other) =>
          Number(one.busy > 0) - Number(other.busy > 0) ||
          Number(other.keeps(call.kept)) - Number(one.keeps(call.kept)) ||
          one.busy - other.busy,
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

  /** Starts a thread for each waiting call that may run, up to the maximum; a spare one only if a call waits for a long one. */
  #beginForWaitingCalls(): void {
    if (this.#threads.every((thread) => thread)) return;
    const waiting = [...this.#waiting, ...this.#urgent].filter((each) => this.#mayRun(each));
    const starting = this.#threads.filter((thread) => thread && !thread.isReady).length;
    let wanted = (this.#mayRunUrgent ? this.#sharing : 0) + waiting.length - starting;
    const usual = this.#threads.length - this.#options.spare;
    for (let index = 0; index < usual && wanted > 0; index += 1) {
      if (this.#threads[index]) continue;
      this.#begin(index);
      wanted -= 1;
    }
    if (wanted > 0 && starting === 0 && waiting.length > 0) this.#beginSpare(waiting);
  }

  /** Starts a spare thread if one of these calls has waited long enough for calls that are running; otherwise later. */
  #beginSpare(waiting: readonly PendingRequest[]): void {
    const since = Math.max(
      ...this.#threads.map((thread) => thread?.heardAt ?? 0),
      Math.min(...waiting.map(({ arrivedAt }) => arrivedAt)),
    );
    const leftMs = since + this.#options.spareAfterMs - performance.now();
    clearTimeout(this.#beginningSpare);
    if (leftMs > 0) this.#beginningSpare = setTimeout(() => this.#beginForWaitingCalls(), leftMs).unref();
    else this.#begin(this.#threads.indexOf(undefined));
  }

  /** Counts the urgent calls that could be in a thread of their own. */
  get #sharing(): number {
    return this.#threads.reduce(
      (sum, thread) => sum + (thread?.isAtUrgentWork ? Math.max(0, thread.busy - 1) : 0),
      0,
    );
  }

  #begin(index: number): void {
    const { file, workerData, resourceLimits, concurrencyPerWorker, urgentTogetherMax, graceMs, log } =
      this.#options;
    this.#threads[index] ??= new PoolThread({
      ...{ file, workerData, resourceLimits, concurrencyPerWorker, urgentTogetherMax, graceMs, log },
      onFree: () => this.#assign(),
      onEnd: (wasReady, failure) => this.#lose(index, wasReady, failure),
    });
  }

  /**
   * A thread that had started is replaced at once; one that could not start is replaced with the next call, to avoid an
   * endless loop.
   */
  #lose(index: number, wasReady: boolean, failure: Error): void {
    this.#threads[index] = undefined;
    if (this.#closed) return;
    this.#options.log('warn', this.#options.lostEvent, describeError(failure));
    if (wasReady) {
      this.#begin(index);
      this.#assign();
    } else
      for (const asked of [...this.#waiting, ...this.#urgent])
        if (asked.preferredThread === index || this.#threads.every((thread) => !thread))
          asked.reject(failure);
  }
}
