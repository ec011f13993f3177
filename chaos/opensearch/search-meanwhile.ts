import { isDeepStrictEqual } from 'node:util';
import type { Library, LibraryPage, LibraryQuery } from '../../packages/core/src/records/library.ts';
import { openLibrary } from '../../packages/server/src/library/open-library.ts';
import { readOpenSearchAddress } from '../../packages/server/src/platform/opensearch-address.ts';
import { isUnavailable } from './is-unavailable.ts';

const risk: LibraryQuery = {
  ...{ conditions: [{ field: 'abstract', value: 'risk' }], years: {}, sort: 'date_desc' },
  ...{ limit: 20, offset: 0 },
};

/** Searches of the first library, sent while its server is killed and restarted; the last continues the one before. */
const queries: readonly LibraryQuery[] = [
  { conditions: [], years: {}, sort: 'date_desc', limit: 20, offset: 0 },
  { conditions: [{ field: 'title', value: 'kidney' }], years: {}, sort: 'relevance', limit: 20, offset: 0 },
  risk,
  { ...risk, offset: 20 },
];

/** Repeats searches of a library until it is stopped; a page that differs from the first one is a violation. */
export async function searchMeanwhile(url: string, violations: string[]) {
  const address = readOpenSearchAddress(url);
  if (!address) throw new Error(`no address: ${url}`);
  const library = await openLibrary({ kind: 'opensearch', address });
  const stopped = new AbortController();
  const counted = { pages: 0, failures: 0 };
  const expected: (LibraryPage | undefined)[] = [];
  for (const query of queries) expected.push(await pageOf(library, query));
  const searching = (async () => {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      const at = turn % queries.length;
      const page = await pageOf(library, queries[at] as LibraryQuery);
      if (page === undefined) counted.failures++;
      else if (isDeepStrictEqual(page, expected[at])) counted.pages++;
      else
        violations.push(`search ${at} found ${page.articles.length} of ${page.total}, and other ones before`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await searching;
      await library.close();
      return counted;
    },
  };

  /** Returns a page, or undefined if the library reported that it could not be searched. */
  async function pageOf(from: Library, query: LibraryQuery): Promise<LibraryPage | undefined> {
    try {
      return await from.search(query, { signal: new AbortController().signal });
    } catch (error) {
      if (!isUnavailable(error)) violations.push(`a search failed otherwise: ${error}`);
      return undefined;
    }
  }
}
