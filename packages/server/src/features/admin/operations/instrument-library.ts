import { ServiceError } from '@citewell/core/errors.ts';
import { type Library, LibraryDamaged, LibraryMissing } from '@citewell/core/records/library.ts';
import type { Log } from '../../../platform/log.ts';
import type { RecordRequest } from '../../../platform/request-metrics.ts';

/** Wraps the library: reports every search to `recordRequest` and every corruption or loss that a search meets to `log`. */
export function instrumentLibrary(library: Library, recordRequest: RecordRequest, log: Log): Library {
  async function seen<T>(
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
    damageOf: (value: T) => string | undefined = () => undefined,
  ): Promise<T> {
    const startedAt = performance.now();
    const durationMs = () => performance.now() - startedAt;
    try {
      const value = await work();
      const damage = damageOf(value);
      if (damage === undefined) recordRequest({ durationMs: durationMs() });
      else {
        log('error', 'library_damaged', { failure: damage });
        recordRequest({ durationMs: durationMs(), failure: 'damaged' });
      }
      return value;
    } catch (error) {
      const failure = failureOf(error);
      if (error instanceof LibraryDamaged) log('error', 'library_damaged', { failure: error.place });
      if (error instanceof LibraryMissing) log('error', 'library_missing', { failure: error.missing });
      if (!signal?.aborted) recordRequest({ durationMs: durationMs(), failure });
      throw error;
    }
  }
  const searchRendered = library.searchRendered?.bind(library);
  return {
    search: (query, options) => seen(options.signal, () => library.search(query, options)),
    ...(searchRendered && {
      searchRendered: (query, options) => seen(options.signal, () => searchRendered(query, options)),
    }),
    rank: (question, options) => seen(options.signal, () => library.rank(question, options)),
    get: (pmids, options = {}) => seen(options.signal, () => library.get(pmids, options)),
    findByDoi: (doi, options = {}) => seen(options.signal, () => library.findByDoi(doi, options)),
    stats: (options = {}) =>
      seen(
        options.signal,
        () => library.stats(options),
        ({ damaged }) => damaged,
      ),
    close: () => library.close(),
  };
}

function failureOf(error: unknown): string {
  if (error instanceof LibraryDamaged) return 'damaged';
  return error instanceof ServiceError ? error.code : 'unreachable';
}
