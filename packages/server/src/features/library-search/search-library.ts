import { type Article, abstractText, toReference } from '@citewell/core/records/article.ts';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import type { Library, LibraryOptions, LibraryPage, LibraryQuery } from '@citewell/core/records/library.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { LocalSearchArticle, LocalSearchResponse } from '@citewell/sdk';
import type { AdmittedCall } from '../../accounting/accounts.ts';
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
  signal: AbortSignal,
): Promise<boolean> {
  return search.offset <= offsetMax || search.offset >= (await count(search, library, { signal })).total;
}

/**
 * Returns a page of the library and its price for settlement.
 *
 * @throws ServiceError `overloaded` if it takes too long.
 */
export async function localSearch(
  { bibliography, ...search }: LocalSearch,
  library: Library,
  { record, ...options }: Pick<AdmittedCall, 'record'> & LibraryOptions,
): Promise<LocalSearchResponse> {
  const beyond = search.offset > offsetMax;
  const { total, articles } = await (beyond
    ? count(search, library, options)
    : library.search(search, options));
  // Recorded only afterwards: a search that fails costs nothing.
  record({ ...searchStep, usage: price(search, articles) });
  const next = search.offset + articles.length;
  return {
    total,
    articles: articles.map(toLocalSearchArticle),
    next_offset: articles.length > 0 && next < total && next <= offsetMax ? next : null,
    ...(bibliography && { bibliography: articles.map(toBibliographicRecord) }),
  };
}

async function count(search: LibraryQuery, library: Library, options: LibraryOptions): Promise<LibraryPage> {
  const { total } = await library.search({ ...search, sort: 'date_desc', limit: 1, offset: 0 }, options);
  return { total, articles: [] };
}

/** Prices a search by our own count, which is exact rather than an estimate. */
function price({ conditions }: LibraryQuery, articles: readonly Article[]) {
  const tokens = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return searchUsage(
    tokens(conditions.map(({ value }) => value)),
    tokens(articles.map(({ title }) => title)),
  );
}

function toLocalSearchArticle(article: Article): LocalSearchArticle {
  return {
    ...toReference(article),
    abstract: abstractText(article),
    keywords: [...article.mesh, ...article.keywords],
    publication_types: article.publicationTypes,
    doi: article.doi ?? '',
    retracted: article.retracted,
  };
}
