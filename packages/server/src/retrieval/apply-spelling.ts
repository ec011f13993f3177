import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import type { SearchQuery, SpellingSuggestion, Subject } from '@citewell/core/records/query.ts';
import { foldText } from '@citewell/core/text/words.ts';
import { namesFromList } from '../literature/query/mesh/mesh.ts';
import { correctText, plausibleCorrections } from '../literature/query/spelling-suggestions.ts';
import { readSubjects } from '../literature/query/subjects.ts';
import type { Spelling } from '../literature/sources/retriever.ts';

/**
 * Corrects a query by a source's spellings: the records found by a corrected search contain the correct spelling and would not match the
 * question as typed. Its text, facets and subjects are those of the correct names; the typed words are kept as further wordings.
 */
export function applySpelling(query: SearchQuery, spelling: Spelling | undefined): SearchQuery {
  const corrections = spellingCorrections(spelling);
  if (corrections.length === 0) return query;
  const mend = (wording: string) => correctText(wording, corrections);
  const withMended = (wordings: readonly string[]) => [...new Set([...wordings.map(mend), ...wordings])];
  const isMended = ([name = '']: readonly string[]) => mend(name) !== name;
  const { text, facets, subjects } = query;
  return {
    ...query,
    text: mend(text),
    facets: facets.map((wordings) =>
      isMended(wordings)
        ? [...new Set([...withMended(wordings), ...otherNames(mend(wordings[0] ?? ''))])]
        : withMended(wordings),
    ),
    ...(subjects && {
      subjects: subjects.map((subject) => {
        const { name, wordings } = subject;
        if (mend(name) === name) return { ...subject, wordings: withMended(wordings) };
        return meantSubject(subject, mend(name), withMended(wordings));
      }),
    }),
  };
}

/** Returns a subject under its correct name, with what lists know of it. */
function meantSubject(subject: Subject, name: string, wordings: readonly string[]): Subject {
  const [known] = readSubjects([{ term: name, synonyms: [...otherWordings(name)] }], []);
  if (known === undefined || foldText(known.name) !== foldText(name))
    return { ...subject, name, wordings: [...new Set([name, ...wordings])] };
  return { ...known, wordings: [...new Set([...known.wordings, ...wordings])] };
}

function otherNames(name: string): string[] {
  return [...otherWordings(name), ...namesFromList(name)];
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
