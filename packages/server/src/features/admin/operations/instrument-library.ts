import { ServiceError } from '@citewell/core/errors.ts';
import { type Library, LibraryDamaged } from '@citewell/core/records/library.ts';
import type { Log } from '../../../platform/log.ts';
import type { RecordRequest } from '../../../platform/request-metrics.ts';

/** Wraps the library: reports every search to `recordRequest` and every corruption that a search meets to `log`. */
export function instrumentLibrary(library: Library, recordRequest: RecordRequest, log: Log): Library {
  async function seen<T>(
    signal: AbortSignal,
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
      if (!signal.aborted) recordRequest({ durationMs: durationMs(), failure });
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
    get: (pmids) => seen(neverAborted, () => library.get(pmids)),
    findByDoi: (doi) => seen(neverAborted, () => library.findByDoi(doi)),
    stats: () =>
      seen(
        neverAborted,
        () => library.stats(),
        ({ damaged }) => damaged,
      ),
    close: () => library.close(),
  };
}

const neverAborted = new AbortController().signal;

function failureOf(error: unknown): string {
  if (error instanceof LibraryDamaged) return 'damaged';
  return error instanceof ServiceError ? error.code : 'unreachable';
}
