/** Milliseconds for which later pages continue where a page ended. */
const keptMs = 10 * 60_000;

/** Known results of a search. */
export type SearchContext = {
  /** Generation of the library in which they were found. */
  generation: number;
  /** PMIDs in order, each once. */
  pmids: Float64Array;
  /** Indicates that there are no more. */
  complete: boolean;
  total: number;
};

/**
 * Cache of search results by caller and query, for ten minutes and in bounded memory, so that the next page continues this
 * one whatever is added, replaced or deleted in between.
 */
export class SearchContextCache {
  readonly #now: () => number;
  readonly #sizeMax: number;
  readonly #context = new Map<string, SearchContext & { at: number }>();
  #size = 0;

  /** `now`: monotonic milliseconds. `sizeMax`: PMIDs, of 8 bytes each. */
  constructor(now: () => number, sizeMax = 2_000_000) {
    this.#now = now;
    this.#sizeMax = sizeMax;
  }

  get(key: string): SearchContext | undefined {
    const context = this.#context.get(key);
    if (context && this.#now() - context.at <= keptMs) return context;
    this.#drop(key);
    return undefined;
  }

  set(key: string, results: SearchContext): void {
    this.#drop(key);
    this.#context.set(key, { ...results, at: this.#now() });
    this.#size += sizeOf(results, key);
    for (const oldest of this.#context.keys()) {
      if (this.#size <= this.#sizeMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const context = this.#context.get(key);
    if (!context) return;
    this.#size -= sizeOf(context, key);
    this.#context.delete(key);
  }
}

function sizeOf({ pmids }: SearchContext, key: string): number {
  return 50 + key.length + pmids.length;
}
