import type { SearchQuery, SpellingSuggestion } from '@citewell/core/records/query.ts';
import type { Spelling } from '../literature/sources/retriever.ts';

/**
 * Adds a source's spellings to the facets and subjects of a query: the records found by a corrected search contain the correct
 * spelling and would not match the question as typed. The typed words are kept as well.
 */
export function applySpelling(query: SearchQuery, spelling: Spelling | undefined): SearchQuery {
  const mended = new Map(spellingCorrections(spelling).map(({ typed, meant }) => [typed, meant]));
  if (mended.size === 0) return query;
  const mend = (wording: string) =>
    wording
      .split(' ')
      .map((word) => mended.get(word.toLowerCase()) ?? word)
      .join(' ');
  const withMended = (wordings: readonly string[]) => [...new Set([...wordings, ...wordings.map(mend)])];
  const { facets, subjects } = query;
  return {
    ...query,
    facets: facets.map(withMended),
    ...(subjects && {
      subjects: subjects.map((subject) => ({ ...subject, wordings: withMended(subject.wordings) })),
    }),
  };
}

/** Returns the words that a source spells differently, in lower case; none if its words cannot be matched with ours. */
export function spellingCorrections(spelling: Spelling | undefined): SpellingSuggestion[] {
  if (!spelling) return [];
  const [typed, meant] = [spelling.typed, spelling.meant].map((words) => words.toLowerCase().split(/\s+/));
  // If a word was split or two were joined, the words cannot be matched.
  if (!typed || !meant || typed.length !== meant.length) return [];
  const pairs = typed.map((word, at) => ({ typed: word, meant: meant[at] ?? word }));
  return pairs.filter((pair) => pair.typed !== pair.meant);
}
