import type { LibraryQuery } from '@citewell/core/records/library.ts';
import type { Filters } from '../postings/for-each-match.ts';
import type { OpenSnapshot } from '../segments/searcher-manager.ts';
import type { LibraryStore } from '../segments/segment-store.ts';
import { compileQuery } from './compile-query.ts';
import type { CooperativeScheduler } from './cooperative-scheduler.ts';
import { resolveFilters } from './resolve-filters.ts';
import { type SearchHits, searchNewest, searchRelevant } from './search.ts';
import type { SearchContext, SearchContextCache } from './search-contexts.ts';

/**
 * Numbers of results to compute, in steps. By date, many cost hardly more than a few; by relevance, the best few are
 * found without visiting most matches.
 */
const depths = { date_desc: [1_000, 10_100], relevance: [100, 1_000, 2_500, 5_100, 10_100] } as const;

/**
 * Returns the results of which a page is part. A first page shows the current library; a later one of the same caller
 * continues where the previous one ended.
 */
export async function resultsOf(
  { conditions, years, sort, limit, offset }: LibraryQuery,
  { generation, segments }: OpenSnapshot,
  {
    store,
    contexts,
    scheduler,
    caller,
  }: {
    store: LibraryStore;
    contexts: SearchContextCache;
    scheduler: CooperativeScheduler;
    caller: string | undefined;
  },
): Promise<SearchContext> {
  const clauses = compileQuery(conditions);
  const key = JSON.stringify([caller, sort, years.from, years.to, clauses]);
  const needed = offset + limit;
  const context = contexts.get(key);
  const goesOn = context && (offset > 0 || context.generation === generation);
  if (goesOn && (context.complete || context.pmids.length >= needed)) return context;

  const filters = await resolveFilters(clauses, years, store);
  const depth = depths[sort].find((each) => each >= needed) ?? needed;
  const find = (narrowed: Filters, most: number) =>
    sort === 'date_desc'
      ? searchNewest(segments, narrowed, most, scheduler)
      : searchRelevant(segments, narrowed, most, scheduler);
  let results: SearchContext;
  if (!filters) results = toResults({ total: 0, records: [] }, depth, generation);
  else if (!goesOn || context.generation === generation)
    results = toResults(await find(filters, depth), depth, generation);
  else results = after(context, await find(filters, depth), depth);
  contexts.set(key, results);
  return results;
}

function toResults({ total, records }: SearchHits, depth: number, generation: number): SearchContext {
  return {
    generation,
    pmids: Float64Array.from(records, ({ pmid }) => pmid),
    complete: records.length < depth,
    total,
  };
}

/**
 * Appends results of the current library to those kept from an older one, without duplicates: nothing is repeated, and what
 * was there and still matches is included wherever it stands now, so all of the current results are looked at. Records added
 * meanwhile are among those appended.
 */
function after(context: SearchContext, found: SearchHits, depth: number): SearchContext {
  const known = new Set(context.pmids);
  const more = found.records.filter(({ pmid }) => !known.has(pmid));
  const pmids = Float64Array.from([...context.pmids, ...more.map(({ pmid }) => pmid)]);
  return {
    generation: context.generation,
    pmids,
    complete: found.records.length < depth,
    total: Math.max(context.total, pmids.length),
  };
}
