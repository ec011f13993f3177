import { ServiceError } from '../errors.ts';
import type { Library } from '../literature/library/library.ts';
import type { Observe } from '../observe.ts';

/** The library, with every search of it told to `observe`. */
export function observedLibrary(library: Library, observe: Observe): Library {
  async function seen<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const durationMs = () => performance.now() - startedAt;
    try {
      const value = await work();
      observe({ durationMs: durationMs() });
      return value;
    } catch (error) {
      const failure = error instanceof ServiceError ? error.code : 'unreachable';
      if (!signal.aborted) observe({ durationMs: durationMs(), failure });
      throw error;
    }
  }
  return {
    search: (query, options) => seen(options.signal, () => library.search(query, options)),
    rank: (question, options) => seen(options.signal, () => library.rank(question, options)),
    get: (pmids) => library.get(pmids),
    findByDoi: (doi) => library.findByDoi(doi),
    stats: () => library.stats(),
    close: () => library.close(),
  };
}
