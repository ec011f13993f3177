import type { SearchQuery } from '../query.ts';
import { preciseAndBroad, quoteDoi, searchWords } from '../remote/search-words.ts';

/** A question in PubMed's syntax. */
export type PubmedQueries = {
  /** Finds records named in the question: whatever their year and category. */
  lookups: string[];
  /** The precise search before the broad one. */
  searches: string[];
};

/**
 * Concepts are untagged words in parentheses, for PubMed maps those to MeSH and to other forms of the word; a quoted
 * phrase or a tagged word it takes as it stands.
 */
export function renderPubmedQueries(query: SearchQuery): PubmedQueries {
  const { dois, pubmedFilter } = query;
  const searches = preciseAndBroad(searchWords(query).map((words) => `(${words})`));
  return {
    lookups: dois.length > 0 ? [dois.map((doi) => `${quoteDoi(doi)}[doi]`).join(' OR ')] : [],
    searches: searches.map((term) => (pubmedFilter ? `(${term}) AND (${pubmedFilter})` : term)),
  };
}
