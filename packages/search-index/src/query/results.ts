import type { LibraryQuery } from '@citewell/core/records/library.ts';
import type { Filters } from '../postings/for-each-match.ts';
import type { OpenSnapshot } from '../segments/searcher-manager.ts';
import type { LibraryStore } from '../segments/segment-store.ts';
import { compileQuery } from './compile-query.ts';
import type { CooperativeScheduler } from './cooperative-scheduler.ts';
import { resolveFilters } from './resolve-filters.ts';
import { type Found, searchNewest, searchRelevant } from './search.ts';
import type { KeptResults, PageKeeper } from './search-contexts.ts';

/**
 * How many results are looked for: at first, then, and at last. By date, many cost next to nothing more than a few; by
 * relevance the few best are found without a look at most of what matches.
 */
const depths = { date_desc: [1_000, 10_100], relevance: [100, 1_000, 2_500, 5_100, 10_100] } as const;

/** The results a page is cut from. A first page shows the library as it is; a later one goes on where that ended. */
export async function resultsOf(
  { conditions, years, sort, limit, offset }: LibraryQuery,
  { generation, segments }: OpenSnapshot,
  { store, pages, pace }: { store: LibraryStore; pages: PageKeeper; pace: CooperativeScheduler },
): Promise<KeptResults> {
  const sought = compileQuery(conditions);
  const key = JSON.stringify([sort, years.from, years.to, sought]);
  const needed = offset + limit;
  const kept = pages.get(key);
  const goesOn = kept && (offset > 0 || kept.generation === generation);
  if (goesOn && (kept.complete || kept.pmids.length >= needed)) return kept;

  const criteria = await resolveFilters(sought, years, store);
  const depth = depths[sort].find((each) => each >= needed) ?? needed;
  const find = (narrowed: Filters, most: number) =>
    sort === 'date_desc'
      ? searchNewest(segments, narrowed, most, pace)
      : searchRelevant(segments, narrowed, most, pace);
  let results: KeptResults;
  if (!criteria) results = toResults({ total: 0, records: [] }, depth, generation);
  else if (!goesOn || kept.generation === generation)
    results = toResults(await find(criteria, depth), depth, generation);
  else if (sort === 'date_desc' && kept.last)
    results = after(kept, await find({ ...criteria, after: kept.last }, depth), depth);
  else results = after(kept, await find(criteria, depth), depth);
  pages.set(key, results);
  return results;
}

function toResults({ total, records }: Found, depth: number, generation: number): KeptResults {
  return {
    generation,
    pmids: Float64Array.from(records, ({ pmid }) => pmid),
    last: records.at(-1),
    complete: records.length < depth,
    total,
  };
}

/**
 * What was kept of an older library, and after it what was found in the present one and is not among it: nothing comes
 * twice, and whatever was there and still matches comes.
 */
function after(kept: KeptResults, found: Found, depth: number): KeptResults {
  const known = new Set(kept.pmids);
  const more = found.records.filter(({ pmid }) => !known.has(pmid));
  const pmids = Float64Array.from([...kept.pmids, ...more.map(({ pmid }) => pmid)]);
  return {
    generation: kept.generation,
    pmids,
    last: more.at(-1) ?? kept.last,
    complete: found.records.length < depth,
    total: Math.max(kept.total, pmids.length),
  };
}
