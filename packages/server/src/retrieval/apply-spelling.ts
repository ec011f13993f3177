import type { SearchQuery, SpellingSuggestion } from '@citewell/core/records/query.ts';
import type { Spelling } from '../literature/sources/retriever.ts';

/**
 * The query with the words of its facets and subjects also as a source would spell them: the records that a mended search
 * found hold the word as it should be, and would not fit the question as it was typed. What was typed stays beside it.
 */
export function applySpelling(query: SearchQuery, spelling: Spelling | undefined): SearchQuery {
  const mended = new Map(mendedWords(spelling).map(({ typed, meant }) => [typed, meant]));
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

/** The words that a source spells otherwise, in lower case; none if it is not clear which of its words is which of ours. */
export function mendedWords(spelling: Spelling | undefined): SpellingSuggestion[] {
  if (!spelling) return [];
  const [typed, meant] = [spelling.typed, spelling.meant].map((words) => words.toLowerCase().split(/\s+/));
  // A word that was split in two, or two that were joined, leaves nobody to tell which is which.
  if (!typed || !meant || typed.length !== meant.length) return [];
  const pairs = typed.map((word, at) => ({ typed: word, meant: meant[at] ?? word }));
  return pairs.filter((pair) => pair.typed !== pair.meant);
}
