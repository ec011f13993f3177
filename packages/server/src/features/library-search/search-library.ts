import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import type { Library, LibraryOptions, LibraryPage, LibraryQuery } from '@citewell/core/records/library.ts';
import { type RenderedPage, renderPage } from '@citewell/core/records/rendered-page.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { AdmittedCall } from '../../accounting/accounts.ts';
import { JsonText } from '../../http/calls/json-text.ts';
import { searchStep, searchUsage } from './search-price.ts';

/** Validated search with bounds and defaults applied. */
export type LocalSearch = LibraryQuery & {
  /** Indicates that the reply includes whole records. */
  bibliography?: true;
};

/** Last offset at which records are shown: deeper pages are ever more expensive, and nobody reads them. */
const offsetMax = 10_000;

/** Returns true if the requested page is not beyond the last offset. */
export async function isOffsetAllowed(
  search: LocalSearch,
  library: Library,
  options: LibraryOptions,
): Promise<boolean> {
  return search.offset <= offsetMax || search.offset >= (await countOnly(search, library, options)).total;
}

/**
 * Returns a page of the library, a `LocalSearchResponse` as JSON, and records its price for settlement.
 *
 * @throws ServiceError `overloaded` if it takes too long.
 */
export async function localSearch(
  search: LocalSearch,
  library: Library,
  { record, ...options }: Pick<AdmittedCall, 'record'> & LibraryOptions,
): Promise<JsonText> {
  const { total, places, articles, titleTokens, bibliography } = await readPage(search, library, options);
  // Recorded only afterwards: a search that fails costs nothing.
  record({ ...searchStep, usage: price(search, titleTokens) });
  const end = search.offset + places;
  const next = places > 0 && end < total && end <= offsetMax ? end : null;
  const also = bibliography === undefined ? '' : `,"bibliography":${bibliography}`;
  return new JsonText(`{"total":${total},"articles":${articles},"next_offset":${next}${also}}`);
}

/** Returns the page, with the whole records as JSON if they are requested. */
async function readPage(
  { bibliography, ...search }: LocalSearch,
  library: Library,
  options: LibraryOptions,
): Promise<RenderedPage & { bibliography?: string }> {
  const isBeyond = search.offset > offsetMax;
  if (library.searchRendered && !isBeyond && !bibliography) return library.searchRendered(search, options);
  const page = await (isBeyond ? countOnly(search, library, options) : library.search(search, options));
  return {
    ...renderPage(page),
    ...(bibliography && { bibliography: JSON.stringify(page.articles.map(toBibliographicRecord)) }),
  };
}

async function countOnly(
  search: LibraryQuery,
  library: Library,
  options: LibraryOptions,
): Promise<LibraryPage> {
  const { total } = await library.search({ ...search, sort: 'date_desc', limit: 1, offset: 0 }, options);
  return { total, articles: [] };
}

/** Prices a search by our own count, which is exact rather than an estimate. */
function price({ conditions }: LibraryQuery, titleTokens: number) {
  const conditionTokens = conditions.reduce((sum, { value }) => sum + estimateTokens(value), 0);
  return searchUsage(conditionTokens, titleTokens);
}
