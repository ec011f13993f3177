import { hash } from 'node:crypto';
import { ServiceError } from '../../errors.ts';
import { describeError, type Log } from '../../log.ts';
import type { Pmid } from '../article.ts';
import type {
  Library,
  LibraryOptions,
  LibraryPage,
  LibraryQuery,
  LibraryQuestion,
  LibraryRanking,
} from './library.ts';
import type { LibraryCall, LibraryMethod, LibraryMethods } from './search-messages.ts';
import { SearchThread } from './search-thread.ts';

export type SearchPoolOptions = {
  log: Log;
  workers: number;
  /** Calls that one worker is at together, taking turns: who asks for little does not wait for who asks for much. */
  seats: number;
  /** The program of a worker, and what it opens. */
  file: URL;
  workerData: unknown;
  /** From the call to its answer, waiting included. */
  deadlineMs?: number;
  /** How long a call may go on after it was told to stop, before its whole thread is replaced. */
  graceMs?: number;
  /** Calls that wait for a seat at most. */
  waitingMax?: number;
};

type Asked = {
  call: LibraryCall;
  /** Which thread is to answer, where it matters. */
  lane: number | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Nobody waits for it any more. */
  over: boolean;
  /** A thread ended that was at it. */
  lost: boolean;
  /** Where it runs: tells it to stop. */
  stop: (() => void) | undefined;
};

/**
 * A Library that worker threads answer: decoding an index would hold the loop for as long as a search takes. Each call
 * ends at its deadline, whatever its thread does: that is told to stop, and replaced where it does not. Threads begin
 * with the first call: a service that is only started does not hold their memory.
 */
export class SearchPool implements Library {
  readonly #options: Required<SearchPoolOptions>;
  /** By lane; undefined where the one there was could not begin. */
  readonly #threads: (SearchThread | undefined)[];
  readonly #waiting = new Set<Asked>();
  readonly #running = new Set<Asked>();
  #closed = false;

  constructor(options: SearchPoolOptions) {
    this.#options = { deadlineMs: 2_000, graceMs: 250, waitingMax: 64, ...options };
    this.#threads = new Array(options.workers).fill(undefined);
  }

  search(query: LibraryQuery, { signal }: LibraryOptions): Promise<LibraryPage> {
    return this.#call('search', query, signal);
  }

  rank(question: LibraryQuestion, { signal }: LibraryOptions): Promise<LibraryRanking> {
    return this.#call('rank', question, signal);
  }

  get(pmids: readonly Pmid[]): ReturnType<Library['get']> {
    return this.#call('get', pmids);
  }

  findByDoi(doi: string): ReturnType<Library['findByDoi']> {
    return this.#call('findByDoi', doi);
  }

  stats(): ReturnType<Library['stats']> {
    return this.#call('stats', undefined);
  }

  /** Calls that have not been answered fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of [...this.#waiting, ...this.#running]) reject(new ServiceError('overloaded'));
    await Promise.all(this.#threads.map((thread) => thread?.close()));
  }

  async #call<Method extends LibraryMethod, Value>(
    method: Method,
    argument: LibraryMethods[Method],
    signal?: AbortSignal,
  ): Promise<Value> {
    signal?.throwIfAborted();
    const { deadlineMs, waitingMax } = this.#options;
    if (this.#closed || this.#waiting.size >= waitingMax) throw tooBusy();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = { method, argument } as LibraryCall;
    const lane = laneOf(call, this.#threads.length);
    const asked: Asked = { call, lane, resolve, reject, over: false, lost: false, stop: undefined };
    const leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    const timer = setTimeout(() => reject(tooSlow(deadlineMs)), deadlineMs);
    this.#waiting.add(asked);
    this.#assign();
    try {
      return (await promise) as Value;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      asked.over = true;
      this.#waiting.delete(asked);
      this.#running.delete(asked);
      // Nothing to stop where it was answered.
      asked.stop?.();
    }
  }

  /** Gives seats to who waits longest. */
  #assign(): void {
    if (this.#closed) return;
    this.#fill();
    for (const asked of this.#waiting) {
      const thread = this.#threadFor(asked);
      if (!thread) continue;
      this.#waiting.delete(asked);
      this.#running.add(asked);
      asked.stop = thread.run(asked.call, {
        ...{ resolve: asked.resolve, reject: asked.reject },
        lose: (failure) => this.#repeat(asked, failure),
      });
    }
  }

  /** A thread with a free seat; where any will do, the one with the least to do. */
  #threadFor({ lane }: Asked): SearchThread | undefined {
    const candidates = lane === undefined ? this.#threads : [this.#threads[lane]];
    return candidates
      .filter((thread) => thread?.hasSeat)
      .toSorted((one, other) => (one?.busy ?? 0) - (other?.busy ?? 0))[0];
  }

  /** Which of its calls ended a thread is not known: all are tried once more, and not again where another one ends. */
  #repeat(asked: Asked, failure: Error): void {
    if (asked.over) return;
    if (asked.lost || this.#closed) {
      asked.reject(failure);
      return;
    }
    asked.lost = true;
    asked.stop = undefined;
    this.#running.delete(asked);
    this.#waiting.add(asked);
  }

  #fill(): void {
    const { file, workerData, seats, graceMs, log } = this.#options;
    for (let lane = 0; lane < this.#threads.length; lane += 1)
      this.#threads[lane] ??= new SearchThread({
        ...{ file, workerData, seats, graceMs, log },
        onFree: () => this.#assign(),
        onEnd: (wasReady, failure) => this.#lose(lane, wasReady, failure),
      });
  }

  /** A thread that had begun is replaced at once; one that could not begin, with the next call, or it would never end. */
  #lose(lane: number, wasReady: boolean, failure: Error): void {
    this.#threads[lane] = undefined;
    if (this.#closed) return;
    this.#options.log('warn', 'search_worker_lost', describeError(failure));
    if (wasReady) this.#assign();
    else
      for (const asked of this.#waiting)
        if (asked.lane === lane || this.#threads.every((thread) => !thread)) asked.reject(failure);
  }
}

/** The pages of a search are answered by the same thread, which knows what it has shown of it. */
function laneOf({ method, argument }: LibraryCall, lanes: number): number | undefined {
  if (method !== 'search') return undefined;
  const { conditions, years, sort } = argument;
  return hash('sha1', JSON.stringify([conditions, years, sort]), 'buffer').readUInt32BE() % lanes;
}

const retryLater = { 'Retry-After': '5' };

function tooSlow(deadlineMs: number): ServiceError {
  const seconds = deadlineMs / 1_000;
  return new ServiceError('overloaded', {
    headers: retryLater,
    detail: {
      en: `The search was not done within ${seconds} s and was stopped. Narrow its years or conditions, or try again in a moment.`,
      zh: `检索未能在 ${seconds} 秒内完成，已中断。请缩小年份范围、增加条件，或稍后重试。`,
    },
  });
}

function tooBusy(): ServiceError {
  return new ServiceError('overloaded', {
    headers: retryLater,
    detail: {
      en: 'Too many searches are waiting already; try again in a moment.',
      zh: '等待中的检索过多，请稍后再试。',
    },
  });
}
