import type { SearchQuery } from '@citewell/core/records/query.ts';

/** Adjectives that records use of those who have a disease, or of its attacks. */
const adjectives: readonly (readonly [noun: RegExp, adjective: string])[] = [
  [/(?<=\w{3})emia$/i, 'emic'],
  [/(?<=\w{3})aemia$/i, 'aemic'],
  [/^cirrhosis$/i, 'cirrhotic'],
  [/^asthma$/i, 'asthmatic'],
  [/^epilepsy$/i, 'epileptic'],
  [/^obesity$/i, 'obese'],
];
const described = [
  'patients',
  'children',
  'adults',
  'women',
  'men',
  'people',
  'subjects',
  'episodes',
  'events',
];

/** Names for those who have a disease, and for its attacks, by its adjective: "hypoglycemic episodes". An adjective alone may be one of drugs. */
function asAdjective(wording: string): string[] {
  const [noun, adjective] = adjectives.find(([pattern]) => pattern.test(wording)) ?? [];
  return noun ? described.map((named) => `${wording.replace(noun, adjective ?? '')} ${named}`) : [];
}

/** Adds to the names of a topic's subjects those by an adjective. For the tests of records only: searches would find any patients. */
export function withAdjectives(query: SearchQuery): SearchQuery {
  if (!query.subjects) return query;
  return {
    ...query,
    subjects: query.subjects.map((subject) => ({
      ...subject,
      wordings: [...new Set([...subject.wordings, ...subject.wordings.flatMap(asAdjective)])],
    })),
  };
}
