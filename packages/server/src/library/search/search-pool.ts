import { hash } from 'node:crypto';
import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import {
  type Library,
  LibraryDamaged,
  type LibraryOptions,
  type LibraryPage,
  type LibraryQuery,
  type LibraryQuestion,
  type LibraryRanking,
} from '@citewell/core/records/library.ts';
import type { RenderedPage } from '@citewell/core/records/rendered-page.ts';
import { ThreadPool, type ThreadPoolOptions } from '../../platform/threads/thread-pool.ts';
import type { Damaged, LibraryCall, LibraryMethod, LibraryMethods } from './search-messages.ts';

export type SearchPoolOptions = Pick<
  ThreadPoolOptions,
  'log' | 'workers' | 'concurrencyPerWorker' | 'file' | 'workerData'
> &
  Partial<Pick<ThreadPoolOptions, 'deadlineMs' | 'workMs' | 'graceMs' | 'waitingMax'>>;

/** Size in MB of the young generation of a search thread, whose objects live for milliseconds. */
const youngMb = 12;

/** Number of searches whose thread is remembered. */
const rememberedMax = 20_000;

/**
 * Searches a Library in worker threads: decoding an index would block the event loop for the whole search. A search may
 * take 2 s from the moment a thread starts it, and wait as long as the total stays below 10 s, so that hundreds that
 * arrive together are answered in turn even on a busy machine; callers are served in turn. Calls are limited where they
 * begin and a question makes several searches, so the limit on waiting only ends runaway work.
 */
export class SearchPool implements Library {
  readonly #pool: ThreadPool;
  /** Number of unanswered searches of each thread. */
  readonly #unanswered: number[];
  #lastThread = -1;
  /** Thread of a search's first page, which knows what it has already returned, by the hash of the search. */
  readonly #threadOf = new BoundedCache<number>(rememberedMax);

  constructor(options: SearchPoolOptions) {
    this.#pool = new ThreadPool({
      ...{ deadlineMs: 10_000, workMs: 2_000, waitingMax: 2_048 },
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
      ...{ lostEvent: 'search_worker_lost', tooBusy, tooLate: tooBusy, tooLong },
      ...options,
    });
    this.#unanswered = new Array(options.workers).fill(0);
  }

  search(query: LibraryQuery, options: LibraryOptions): Promise<LibraryPage> {
    return this.#searchIn('search', query, options);
  }

  searchRendered(query: LibraryQuery, options: LibraryOptions): Promise<RenderedPage> {
    return this.#searchIn('searchRendered', query, options);
  }

  rank(question: LibraryQuestion, options: LibraryOptions): Promise<LibraryRanking> {
    return this.#call('rank', question, options);
  }

  get(pmids: readonly Pmid[], options?: Partial<LibraryOptions>): ReturnType<Library['get']> {
    return this.#call('get', pmids, options);
  }

  findByDoi(doi: string, options?: Partial<LibraryOptions>): ReturnType<Library['findByDoi']> {
    return this.#call('findByDoi', doi, options);
  }

  stats(options?: Partial<LibraryOptions>): ReturnType<Library['stats']> {
    return this.#call('stats', undefined, options);
  }

  /** Rejects calls that have not been answered. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #call<Method extends LibraryMethod, Value>(
    method: Method,
    argument: LibraryMethods[Method],
    { signal, caller }: Partial<LibraryOptions> = {},
    thread?: number,
  ): Promise<Value> {
    const call = { method, argument } as LibraryCall;
    const value = await this.#pool.call(call, { signal, turn: caller ?? '', preferredThread: thread });
    if (isDamaged(value)) throw new LibraryDamaged(value.damagedAt, value.cause);
    return value as Value;
  }

  async #searchIn<Page>(
    method: 'search' | 'searchRendered',
    query: LibraryQuery,
    options: LibraryOptions,
  ): Promise<Page> {
    const search = { ...query, caller: options.caller };
    const thread = this.#assignThread(search);
    this.#addUnanswered(thread, 1);
    try {
      return await this.#call(method, search, options, thread);
    } finally {
      this.#addUnanswered(thread, -1);
    }
  }

  /**
   * Assigns a search to the least busy thread: of several, to the one that had it before, whose results are cached, otherwise to each
   * in turn. All later pages of a caller's search go to the thread of its first page.
   */
  #assignThread({ caller, conditions, years, sort, offset }: LibraryMethods['search']): number {
    const search = hash('sha1', JSON.stringify([caller, conditions, years, sort]));
    const known = this.#threadOf.get(search);
    if (known !== undefined && offset > 0) return known;
    const loads = this.#unanswered.map((count, thread) => Math.max(count, this.#pool.busyOf(thread)));
    const least = Math.min(...loads);
    if (known !== undefined && loads[known] === least) return known;
    this.#lastThread = loads.indexOf(least, this.#lastThread + 1);
    if (this.#lastThread < 0) this.#lastThread = loads.indexOf(least);
    this.#threadOf.set(search, this.#lastThread, 1);
    return this.#lastThread;
  }

  #addUnanswered(thread: number, count: number): void {
    this.#unanswered[thread] = (this.#unanswered[thread] ?? 0) + count;
  }
}

function isDamaged(value: unknown): value is Damaged {
  return typeof value === 'object' && value !== null && 'damagedAt' in value;
}

const retryLater = { 'Retry-After': '5' };

function tooLong(workMs: number): ServiceError {
  const seconds = workMs / 1_000;
  return new ServiceError('overloaded', {
    headers: retryLater,
    detail: {
      en: `The search took more than ${seconds} s and was stopped. Narrow the years or conditions, or try again in a moment.`,
      zh: `检索未能在 ${seconds} 秒内完成，已中断。请缩小年份范围、增加条件，或稍后重试。`,
    },
  });
}

function tooBusy(): ServiceError {
  return new ServiceError('overloaded', {
    headers: retryLater,
    detail: {
      en: 'Too many searches are waiting; try again in a moment.',
      zh: '等待中的检索过多，请稍后再试。',
    },
  });
}
