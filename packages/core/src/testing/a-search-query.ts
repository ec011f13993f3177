import type { SearchQuery } from '../records/query.ts';

/** A query for a test: one that asks for nothing, and what the test says. */
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
