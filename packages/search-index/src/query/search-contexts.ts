import type { RecordKey } from '../segments/segment-reader.ts';

/** How long a page's successors go on where it ended. */
const keptMs = 10 * 60_000;

/** A search's results as far as they are known. */
export type KeptResults = {
  /** Of the library they were found in. */
  generation: number;
  /** In order, each once. */
  pmids: Float64Array;
  /** The last of them. */
  last: RecordKey | undefined;
  /** True where there are no more. */
  complete: boolean;
  total: number;
};

/**
 * Results of searches by what was asked, for ten minutes and in bounded memory, so that the next page goes on after this
 * one whatever is added or replaced between.
 */
export class PageKeeper {
  readonly #now: () => number;
  readonly #sizeMax: number;
  readonly #kept = new Map<string, KeptResults & { at: number }>();
  #size = 0;

  /** `now`: milliseconds that never go back. `sizeMax`: PMIDs, of 8 bytes each. */
  constructor(now: () => number, sizeMax = 2_000_000) {
    this.#now = now;
    this.#sizeMax = sizeMax;
  }

  get(key: string): KeptResults | undefined {
    const kept = this.#kept.get(key);
    if (kept && this.#now() - kept.at <= keptMs) return kept;
    this.#drop(key);
    return undefined;
  }

  set(key: string, results: KeptResults): void {
    this.#drop(key);
    this.#kept.set(key, { ...results, at: this.#now() });
    this.#size += sizeOf(results, key);
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#sizeMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#size -= sizeOf(kept, key);
    this.#kept.delete(key);
  }
}

function sizeOf({ pmids }: KeptResults, key: string): number {
  return 50 + key.length + pmids.length;
}
