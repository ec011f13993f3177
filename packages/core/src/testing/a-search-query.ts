import type { SearchQuery } from '../records/query.ts';

/** Creates a query for a test: empty except for the given fields. */
export function aSearchQuery(more: Partial<SearchQuery> = {}): SearchQuery {
  return {
    text: '',
    language: 'en',
    concepts: [],
    hanConcepts: [],
    facets: [],
    years: {},
    studyTypes: [],
    populations: [],
    pmids: [],
    dois: [],
    includeRetracted: false,
    ...more,
  };
}
