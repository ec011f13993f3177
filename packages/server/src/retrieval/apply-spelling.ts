import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { Spelling } from '../literature/sources/retriever.ts';

/**
 * The query with the words of its facets also as a source would spell them: the records that a mended search found hold
 * the word as it should be, and would not fit the question as it was typed. What was typed stays beside it.
 */
export function applySpelling(query: SearchQuery, spelling: Spelling | undefined): SearchQuery {
  if (!spelling) return query;
  const [typed, meant] = [spelling.typed, spelling.meant].map((words) => words.toLowerCase().split(/\s+/));
  // A word that was split in two, or two that were joined, leaves nobody to tell which is which.
  if (!typed || !meant || typed.length !== meant.length) return query;
  const mended = new Map(typed.map((word, at) => [word, meant[at] ?? word]));
  const mend = (wording: string) =>
    wording
      .split(' ')
      .map((word) => {
        const better = mended.get(word.toLowerCase());
        return better === undefined || better === word.toLowerCase() ? word : better;
      })
      .join(' ');
  return {
    ...query,
    facets: query.facets.map((wordings) => [...new Set([...wordings, ...wordings.map(mend)])]),
  };
}
