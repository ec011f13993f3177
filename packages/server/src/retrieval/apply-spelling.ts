import type { SearchQuery, SpellingSuggestion } from '@citewell/core/records/query.ts';
import { plausibleCorrections } from '../literature/query/spelling-suggestions.ts';
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

/** Returns the corrections of a source that were searched and may be applied to a question, in lower case; none if there are none. */
export function spellingCorrections(spelling: Spelling | undefined): SpellingSuggestion[] {
  return spelling ? plausibleCorrections(spelling.typed, spelling.meant) : [];
}

/** Returns those corrections that change a query: of words that are in one of its facets or subjects. */
export function appliedCorrections(
  { facets, subjects = [] }: SearchQuery,
  spelling: Spelling | undefined,
): SpellingSuggestion[] {
  const words = new Set(
    [...facets.flat(), ...subjects.flatMap(({ wordings }) => wordings)].flatMap((wording) =>
      wording.toLowerCase().split(' '),
    ),
  );
  return spellingCorrections(spelling).filter(({ typed }) => words.has(typed));
}
