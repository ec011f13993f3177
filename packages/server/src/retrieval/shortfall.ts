import type { SourceName } from '@citewell/core/records/article.ts';
import type { RunShortfall } from '@citewell/sdk';
import type { SearchResult } from '../literature/sources/retriever.ts';
import type { RetrievalResult, Shortfall } from './retrieval-result.ts';

/** Returns the shortfall of a search; undefined if the source returned everything. */
export function shortfallOf({
  source,
  missing,
  withheld = 0,
  failed = [],
}: Pick<SearchResult, 'source' | 'missing' | 'withheld' | 'failed'>): Shortfall | undefined {
  if (missing.length === 0 && withheld === 0 && failed.length === 0) return undefined;
  return { source, pmids: missing, withheld, failed };
}

/** Merges shortfalls to one per source, without records that another search or source returned or that the caller excluded. */
export function mergeShortfalls(
  { rankings, shortfalls }: Pick<RetrievalResult, 'rankings' | 'shortfalls'>,
  excludedPmids?: ReadonlySet<string>,
): Shortfall[] {
  if (shortfalls.length === 0) return [];
  const given = new Set(rankings.flat().map(({ pmid }) => pmid));
  const sources = [...new Set(shortfalls.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const own = shortfalls.filter((each) => each.source === source);
    const pmids = [...new Set(own.flatMap((each) => each.pmids))];
    const shortfall = shortfallOf({
      source,
      missing: pmids.filter((pmid) => !given.has(pmid) && !excludedPmids?.has(pmid)),
      // Several searches may lack the same records; only the largest number is certain.
      withheld: Math.max(...own.map((each) => each.withheld)),
      failed: [...new Set(own.flatMap((each) => each.failed))],
    });
    return shortfall ?? [];
  });
}

/** Returns true if a source failed, was too busy, or returned only part of its results, so that an empty result proves nothing. */
export function isIncomplete({
  unavailable,
  shortfalls,
  busy,
}: Pick<RetrievalResult, 'unavailable' | 'shortfalls' | 'busy'>): boolean {
  return unavailable.length + shortfalls.length + busy.length > 0;
}

/** Returns the sources to which no search was sent because all would have had to queue. */
export function unsearchedBusySources({
  busy,
  searched,
}: Pick<RetrievalResult, 'busy' | 'searched'>): SourceName[] {
  return [...new Set(busy)].filter((source) => !searched.some((search) => search.source === source));
}

/** Converts a shortfall to its form in replies. */
export function toRunShortfall({ source, pmids, withheld, failed }: Shortfall): RunShortfall {
  return { source, missing_pmids: pmids, withheld, failed_searches: failed };
}
