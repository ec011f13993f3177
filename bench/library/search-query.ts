import type { LibraryQuery, SearchField } from '../../packages/core/src/records/library.ts';

/** Search in the form used for all engines. */
export type BenchQuery = LibraryQuery;

/** The body of POST /ai/api/local_advanced_search. */
export function searchBody({ conditions, years, sort, limit, offset }: BenchQuery): string {
  return JSON.stringify({
    terms: conditions.map(({ field, value }) => ({ field, value })),
    ...(years.from !== undefined && { year_from: String(years.from) }),
    ...(years.to !== undefined && { year_to: String(years.to) }),
    ...{ sort, limit, offset },
  });
}

export type SearchReply = { total: number; articles: { pmid: string }[]; next_offset?: number | null };

/** Creates a search for one value in one field, by default the first page, newest first. */
export function searchFor(field: SearchField, value: string, more: Partial<BenchQuery> = {}): BenchQuery {
  return { conditions: [{ field, value }], years: {}, sort: 'date_desc', limit: 50, offset: 0, ...more };
}
