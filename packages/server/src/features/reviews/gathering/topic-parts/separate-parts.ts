import type { SearchQuery } from '@citewell/core/records/query.ts';

/** A name of several English words, which is more than a word that shapes a topic. */
const severalWords = /^[A-Za-z-]+ [A-Za-z-]+/;

/**
 * Keeps what a topic names side by side as parts of their own: lists give "sudden infant death" for bed sharing, and count
 * 性行为 as an everyday word.
 */
export function withSeparateParts(query: SearchQuery): SearchQuery {
  const { facets, ordinary, subjects } = query;
  const lower = facets.map((facet) => facet.map((wording) => wording.toLowerCase()));
  /** Returns true for a wording of a part by which the topic names another one, or begins to. */
  const namesOther = (wording: string, at: number) =>
    lower.some(
      (other, index) =>
        index !== at &&
        !other.includes(lower[at]?.[0] ?? '') &&
        other.slice(0, 2).some((name) => `${name} `.startsWith(`${wording.toLowerCase()} `)),
    );
  const apart = (wordings: readonly string[], at: number) =>
    wordings.filter((wording, place) => place === 0 || !namesOther(wording, at));
  const isName = (word: string) =>
    ['与', '和', '及'].some((sign) => query.text.endsWith(`${sign}${word}`)) &&
    facets.some((facet) => facet[0] === word && facet.some((wording) => severalWords.test(wording)));
  return {
    ...query,
    facets: facets.map(apart),
    ...(subjects && {
      subjects: subjects.map((subject) => {
        const at = facets.findIndex(([first = '']) => subject.wordings.slice(0, 2).includes(first));
        return at < 0 ? subject : { ...subject, wordings: apart(subject.wordings, at) };
      }),
    }),
    ...(ordinary && { ordinary: ordinary.filter((word) => !isName(word)) }),
  };
}
