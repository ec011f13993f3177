import type { Library, LibraryQuery } from '../../packages/core/src/records/library.ts';
import { openLibrary } from '../../packages/server/src/library/open-library.ts';
import { readOpenSearchAddress } from '../../packages/server/src/platform/opensearch-address.ts';
import { isUnavailable } from './is-unavailable.ts';

/** Maximum number of pairs of pages per library: each takes a view, of which a process opens 60. */
const pairsMax = 50;

const query: LibraryQuery = { conditions: [], years: {}, sort: 'date_desc', limit: 20, offset: 0 };

/**
 * Requests first and second pages of a library while it is ingested and its server is killed, until it is stopped. It is a
 * violation if the library seems empty or lost once records were found, if a page is incomplete, or if a second page repeats
 * a record of its first page although both are of one view. `strikes`: number of kills so far.
 */
export function pageMeanwhile(url: string, strikes: () => number, violations: string[]) {
  const address = readOpenSearchAddress(url);
  if (!address) throw new Error(`no address: ${url}`);
  const stopped = new AbortController();
  const counted = { walks: 0, failures: 0 };
  const state = { library: undefined as Library | undefined, openedAfter: 0, hasRecords: false, pairs: 0 };

  const paging = (async () => {
    while (!stopped.signal.aborted && state.pairs < pairsMax) {
      try {
        await pair(strikes());
      } catch (error) {
        counted.failures++;
        // Before its first records, it may not have been created.
        if (state.hasRecords && !isUnavailable(error)) violations.push(`a page failed otherwise: ${error}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();

  return {
    async stop() {
      stopped.abort();
      await paging;
      await state.library?.close();
      return counted;
    },
  };

  async function pair(before: number): Promise<void> {
    // A kill ends the views of a process, which then pauses recording them.
    if (state.openedAfter !== before) await closeLibrary();
    state.library ??= await openLibrary({
      kind: 'opensearch',
      address: address as NonNullable<typeof address>,
    });
    state.openedAfter = before;
    const { signal } = new AbortController();
    const first = await state.library.search(query, { signal });
    state.pairs++;
    expectComplete(first.total, first.articles.length, 0);
    if (first.total <= query.limit) return;
    const second = await state.library.search({ ...query, offset: query.limit }, { signal });
    expectComplete(second.total, second.articles.length, query.limit);
    if (strikes() !== before || second.total !== first.total) return;
    counted.walks++;
    const known = new Set(first.articles.map(({ pmid }) => pmid));
    const repeated = second.articles.filter(({ pmid }) => known.has(pmid));
    if (repeated.length > 0) violations.push(`a second page repeats ${repeated.length} records of the first`);
  }

  function expectComplete(total: number, count: number, offset: number): void {
    if (state.hasRecords && total === 0) violations.push('a library seems empty that had records');
    if (count !== Math.min(query.limit, Math.max(0, total - offset)))
      violations.push(`a page from ${offset} has ${count} of ${total} records`);
    state.hasRecords ||= total > 0;
  }

  async function closeLibrary(): Promise<void> {
    await state.library?.close();
    state.library = undefined;
  }
}
