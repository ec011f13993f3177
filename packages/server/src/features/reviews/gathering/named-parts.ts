import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { asksSomething } from '../../../literature/query/question-hints.ts';
import { compileFacets } from '../../../literature/ranking/facets.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { aboutSubjects } from '../../../retrieval/subjects/about-subjects.ts';
import { populationOf } from '../studies/cells/study-cells.ts';
import { listedName, namedOutcomes, outcomeHeading } from '../studies/named-outcomes.ts';
import { isHabit, withPeople } from './about-topic.ts';
import { markSubjects, subjectMark } from './subject-names/subject-marks.ts';
import { namesCancer, tumors } from './subject-names/tumors.ts';
import { writtenApart } from './subject-names/written-apart.ts';
import { isAspect } from './topic-aspects.ts';
import { harmsOutcome, namesOtherThanSubjects, outcomesIn, topicOutcomes } from './topic-outcomes.ts';
import { or } from './topic-parts/alternatives.ts';
import { hasClause } from './topic-parts/aspect-words.ts';
import { outcomesWithAspects } from './topic-parts/listed-outcomes.ts';
import { groupListed, namesAny } from './topic-parts/topic-lists.ts';

/** Part of a topic other than its subjects, such as an outcome, and a test whether a record reports it. */
export type NamedPart = { heading: LocalizedMessage; isOn(article: Article): boolean };

/**
 * Reads the parts that a topic names in addition to its subjects: listed outcomes, and other names with further
 * wordings or several words, or in a topic that is no question also of one word. Aspects, habits and populations have
 * their own gates.
 */
export function namedParts(query: SearchQuery): NamedPart[] {
  const isTogether = togetherWith(query.subjects ?? []);
  const listed = outcomesWithAspects(query);
  const required = topicOutcomes(query).filter(({ name }) => !listed.includes(name));
  const outcomes = required.map(({ name, isOn }) => ({
    name,
    heading: { en: outcomeHeading(name, 'en'), zh: outcomeHeading(name, 'zh') },
    isOn: (article: Article) =>
      isOn(article) &&
      // Harms are tested for together with what causes them.
      (name === harmsOutcome || isTogether(article, namesOtherThanSubjects(query, name))),
  }));
  const others = groupListed(otherParts(query, isTogether), ({ name }) => name, query);
  return [
    ...joinOutcomes(outcomes, query),
    ...others.flatMap(({ parts, others: items }) => {
      const [first, ...rest] = [...parts, ...items.map(itemOf)];
      return first ? [rest.reduce(eitherOf, first)] : [];
    }),
  ];
}

/** Reads an item of a list that is an everyday word, which records on it have. */
function itemOf(wordings: readonly string[]): NamedPart {
  const [zh = '', en = zh] = wordings;
  const names = namesAny(wordings);
  return {
    heading: { en, zh },
    isOn: (article) => names(article.title) || names(abstractText(article)),
  };
}

/** Joins outcomes that a topic names as alternatives, of which a record reports one: "kidney injury or bleeding". */
function joinOutcomes(outcomes: readonly (NamedPart & { name: string })[], query: SearchQuery): NamedPart[] {
  const placed = outcomesIn(query);
  const isAfterOr = (name: string) => {
    const at = placed.findIndex((outcome) => listedName(outcome.name) === name);
    const [before, own] = [placed[at - 1], placed[at]];
    return before && own && or.test(query.text.slice(before.end, own.start));
  };
  const joined: NamedPart[] = [];
  for (const { name, ...part } of outcomes) {
    const last = isAfterOr(name) ? joined.pop() : undefined;
    joined.push(last ? eitherOf(last, part) : part);
  }
  return joined;
}

function eitherOf(one: NamedPart, other: NamedPart): NamedPart {
  return {
    heading: {
      en: `${one.heading.en} or ${other.heading.en.toLowerCase()}`,
      zh: `${one.heading.zh}或${other.heading.zh}`,
    },
    isOn: (article) => one.isOn(article) || other.isOn(article),
  };
}

/** Tests a record for a part of the topic in one sentence with its subject. */
type Together = (article: Article, names: (sentence: string) => boolean) => boolean;

/**
 * Creates a test whether a record joins a part of the topic to its subject: it names both in one sentence, unless its
 * title or its population names the subject. Two characteristics of the same participants say nothing about each other.
 */
function togetherWith(subjects: readonly Subject[]): Together {
  const mark = markSubjects(subjects);
  if (!mark) return () => true;
  // "Alcohol intake" is alcohol consumption.
  const firsts = subjects.flatMap(({ wordings }) =>
    wordings.slice(0, 2).flatMap((wording) => indexTerms(wording).slice(0, 1)),
  );
  return (article, names) => {
    const read = mark(article);
    const isNamed = (text: string) =>
      read(text).includes(subjectMark) || indexTerms(text).some((term) => firsts.includes(term));
    return (
      [article.title, article.vernacularTitle ?? '', populationOf(article)].some(isNamed) ||
      splitSentences(abstractText(article)).some(({ text }) => names(text) && isNamed(text))
    );
  };
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

/** Nouns for an action on the subject: elimination, displacement. */
const nounOfVerb = /(?:[st]ions?|ments?)$|^(?:消除|根除|清除|停用|移位|转换)$/i;

function otherParts(
  { text, facets, ordinary, subjects = [], populations }: SearchQuery,
  isTogether: Together,
): (NamedPart & { name: string })[] {
  // A question has verbs, which are no part of what it asks about.
  const isEntity = (word: string) =>
    !asksSomething.test(text) && !hasClause.test(text) && /^[A-Za-z-]{5,}$/.test(word);
  // Without a subject, one of them is the topic.
  if (subjects.length === 0) return [];
  const known = new Set(subjects.flatMap(({ wordings, core = [] }) => [...wordings, ...core]));
  const ofSubjects = new Set([...known].flatMap(indexTerms));
  const lower = text.toLowerCase();
  /** An ordinary word names a part if it follows the subject as one noun with it: "malaria elimination". */
  const isCompound = (word: string) =>
    nounOfVerb.test(word) &&
    [...known].some((wording) =>
      [' ', ''].some((space) => lower.includes(`${wording}${space}${word}`.toLowerCase())),
    );
  return facets
    .filter(
      (wordings) =>
        (isCompound(wordings[0] ?? '')
          ? compileFacets([wordings]).some(({ generic }) => !generic)
          : (wordings.length > 1 || /\s/.test(wordings[0] ?? '') || isEntity(wordings[0] ?? '')) &&
            compileFacets([wordings], ordinary).some(({ generic }) => !generic)) &&
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
      const isAbout = aboutSubjects([part], { isEntity: false });
      // "Students" alone are no medical students.
      const phrases = wordings.map(indexTerms).filter(({ length }) => length > 0);
      const isCancer = namesCancer(wordings);
      const isWritten = writtenApart(wordings);
      const names = (text: string) => {
        const terms = new Set(indexTerms(text));
        return (
          phrases.some((phrase) => phrase.every((term) => terms.has(term))) ||
          (isCancer && tumors.test(text)) ||
          isWritten(text)
        );
      };
      // A name without further wordings may be written in another way elsewhere.
      const isOn = (article: Article) => {
        const sentences = splitSentences(abstractText(article)).map(({ text: sentence }) => sentence);
        return (
          [article.title, ...article.keywords, ...article.mesh, ...sentences].some(names) &&
          (isAbout(withPeople(article)) ||
            (isCancer && tumors.test(article.title)) ||
            (wordings.length === 1 &&
              sentences.some((sentence) => statesAim(sentence) && names(sentence)))) &&
          isTogether(article, names)
        );
      };
      return { name, heading: { en, zh }, isOn };
    });
}

/** MeSH treats "elderly patients" as the population "aged": words for people are no outcome. */
function isOfPopulation(wording: string, heading: string): boolean {
  return indexTerms(heading).some((term) => indexTerms(wording).includes(term));
}
