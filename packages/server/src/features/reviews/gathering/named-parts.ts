import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { compileFacets } from '../../../literature/ranking/facets.ts';
import { aboutSubjects } from '../../../retrieval/subjects/about-subjects.ts';
import { namedOutcomes, outcomeHeading } from '../studies/named-outcomes.ts';
import { isHabit } from './about-topic.ts';
import { isAspect } from './topic-aspects.ts';
import { topicOutcomes } from './topic-outcomes.ts';

/** Part of a topic besides its subjects, such as an outcome, and a test whether a record reports it. */
export type NamedPart = { heading: LocalizedMessage; isOn(article: Article): boolean };

/**
 * Reads the parts that a topic names besides its subjects: listed outcomes, and other names with further wordings or
 * several words. Aspects, habits and populations have their own gates.
 */
export function namedParts(query: SearchQuery): NamedPart[] {
  const outcomes = topicOutcomes(query).map(({ name, isOn }) => ({
    heading: { en: outcomeHeading(name, 'en'), zh: outcomeHeading(name, 'zh') },
    isOn,
  }));
  return [...outcomes, ...otherParts(query)];
}

/** Returns the query without these parts; undefined if there are none, or nothing else. */
export function withoutParts(query: SearchQuery, parts: readonly NamedPart[]): SearchQuery | undefined {
  const { facets, subjects = [] } = query;
  const names = new Set(parts.flatMap(({ heading }) => [heading.en, heading.zh]));
  const known = new Set(subjects.flatMap(({ wordings }) => wordings));
  const others = facets.filter(
    (wordings) =>
      wordings.some((wording) => known.has(wording)) ||
      !wordings.slice(0, 2).some((wording) => names.has(wording) || namedOutcomes(wording).length > 0),
  );
  return parts.length > 0 && others.length > 0 && others.length < facets.length
    ? { ...query, facets: others }
    : undefined;
}

function otherParts({ facets, ordinary, subjects = [], populations }: SearchQuery): NamedPart[] {
  // Without a subject, one of them is the topic.
  if (subjects.length === 0) return [];
  const known = new Set(subjects.flatMap(({ wordings, core = [] }) => [...wordings, ...core]));
  const ofSubjects = new Set([...known].flatMap(indexTerms));
  return facets
    .filter(
      (wordings) =>
        (wordings.length > 1 || /\s/.test(wordings[0] ?? '')) &&
        compileFacets([wordings], ordinary).some(({ generic }) => !generic) &&
        !wordings.some((wording) => known.has(wording)) &&
        !indexTerms(wordings[0] ?? '').every((term) => ofSubjects.has(term)) &&
        !wordings.slice(0, 2).some((wording) => isAspect(wording) || namedOutcomes(wording).length > 0) &&
        !isHabit(wordings) &&
        !populations.some((population) => wordings.some((wording) => isOfPopulation(wording, population))),
    )
    .map((wordings) => {
      const [name = ''] = wordings;
      const part: Subject = { name, wordings: [...wordings], kind: 'known' };
      const zh = wordings.find((wording) => /\p{Script=Han}/u.test(wording)) ?? name;
      const en = wordings.find((wording) => !/\p{Script=Han}/u.test(wording)) ?? name;
      return { heading: { en, zh }, isOn: aboutSubjects([part], { isThing: false }) };
    });
}

/** MeSH treats "elderly patients" as the population "aged": words for people are no outcome. */
function isOfPopulation(wording: string, heading: string): boolean {
  return indexTerms(heading).some((term) => indexTerms(wording).includes(term));
}
