import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { meshHeading } from '../../../../literature/query/mesh/mesh.ts';
import { populationsInWords, sexesInWords } from '../../../../literature/query/question-hints.ts';
import { compile } from '../../../../retrieval/subjects/compile-subject.ts';
import { textOf } from '../../../../retrieval/subjects/record-text.ts';
import { listedName } from '../../studies/named-outcomes.ts';
import { isHabit } from '../about-topic.ts';
import { markSubjects, subjectMark } from '../subject-names/subject-marks.ts';
import { namesCancer, tumors } from '../subject-names/tumors.ts';
import { isAspect } from '../topic-aspects.ts';
import { namesOtherThanSubjects, outcomesIn, outcomesOf, sourcesOfData } from '../topic-outcomes.ts';
import { outcomesWithAspects } from '../topic-parts/listed-outcomes.ts';

/** A name of the topic that a record must hold, with its place in the topic's text. */
type Part = {
  start: number;
  end: number;
  isSubject: boolean;
  /** Returns true if a sentence of the record, its title, a heading or a keyword names it. */
  isIn(text: string, article: Article): boolean;
};

/** Signs between the members of a list, with words that describe the next one. */
const joined =
  /^\s*(?:[(（]|,|、|;|\/|&|and\/or|and|or|与|和|及|以及|或者?|还是|或是)+\s*(?:and |or )?(?:[\w'-]{1,20} ){0,3}$/i;
/** Examples in brackets after the name of what they are examples of. */
const bracket = /^\s*[(（]/;
/** Signs between alternatives. */
const alternative = /^ ?,? ?(?:or|and\/or|\/|或者?|还是|或是)\s/i;
const alternativeHan = /^(?:或者?|还是|或是|、|\/)/;
/** Signs of a list before and after one of its members. */
const joinedBefore = /(?:,|、|\/|&|\b(?:and|or)|与|和|及|或|还是)\s*(?:术[前后]|早期|晚期)?$/i;
const chosenBefore = /(?:\bor|\/|或者?|还是)\s*$/i;
const listedBefore = /(?:,|、)\s*$/;
/** A member of a list that is no known name, between two others. */
const unknownMember = /^\s*[,、][^,、]{2,}(?:[,、]|\b(?:and|or)\b|[与和及或])/i;
const joinedAfter = /^\s*(?:,|、|\/|&|(?:and|or)\b|与|和|及|或|还是)/i;
/** Number of members of a list of which one or two stand for all. */
const listMin = 3;

/** Mentions of what was not studied: adjustment variables, and results that were not found. */
const notStudied =
  /\b(?:adjust(?:ed|ing|ment)?|controll(?:ed|ing)|match(?:ed|ing)|stratif(?:ied|ying)) (?:for|by|on) [^.;]{0,300}|\bindependent(?:ly)? of [^.;]{0,300}|\bbut not [^.;,]{0,200}|(?:校正|调整)[^。；]{0,100}/gi;
/** Sentences on what others should study. */
const isOutlook =
  /\b(?:knowledge gaps?|(?:further|future|more) (?:research|studies|trials|work|investigation)|need(?:s|ed)? to be (?:addressed|studied|investigated|evaluated)|should be (?:addressed|studied|investigated|explored)|there is a need)\b|有待|需(?:要)?进一步/i;
/** A list of short members without figures, which says nothing about any of them. */
const list = /(?:, (?:and |or )?[A-Za-z/-]{1,30}(?: [A-Za-z/-]{1,30}){0,3}(?=[,;.)])){3,}/g;

/**
 * Creates a test whether a record holds every name of the topic: its subjects, its outcomes, and other names of MeSH. Any wording counts,
 * in its title, headings and keywords or in a sentence on what it studied. Of a list within the topic one member is enough, and of
 * a topic that is nothing but a list two; "A and B" asks for both.
 */
export function namesEveryPart(query: SearchQuery): (article: Article) => boolean {
  const groups = groupParts(partsOf(query), query.text);
  if (groups.length === 0) return () => true;
  return (article) => {
    const texts = [
      article.title,
      article.vernacularTitle ?? '',
      ...article.keywords,
      ...article.mesh,
      ...splitSentences(abstractText(article)).flatMap(({ text }) =>
        isOutlook.test(text)
          ? []
          : [text.replace(notStudied, ' ').replace(sourcesOfData, ' ').replace(list, ' ')],
      ),
    ];
    return groups.every(
      ({ parts, least }) =>
        parts.filter((part) => texts.some((text) => part.isIn(text, article))).length >= least,
    );
  };
}

function partsOf(query: SearchQuery): Part[] {
  const { text, subjects = [], facets } = query;
  const own = subjects.filter(({ kind }) => kind !== 'phrase');
  const wordings = new Set(subjects.flatMap((subject) => [...subject.wordings, ...(subject.core ?? [])]));
  const required = outcomesOf(query).filter((name) => !outcomesWithAspects(query).includes(name));
  const outcomes = outcomesIn(query).flatMap(({ name, start, end }): Part[] => {
    const listed = listedName(name);
    const names = namesOtherThanSubjects(query, listed);
    return required.includes(listed) ? [{ start, end, isSubject: false, isIn: names }] : [];
  });
  const isOutcome = (place: { start: number; end: number } | undefined) =>
    place !== undefined &&
    outcomesIn(query).some(({ start, end }) => Math.max(start, place.start) < Math.min(end, place.end));
  const others = facets.flatMap((facet): Subject[] => {
    const [name = ''] = facet;
    // A model's concept that the topic does not name is no condition.
    const isNamed =
      facet.some((wording) => placeOf(wording, text)) &&
      (facet.some((wording) => meshHeading(wording) !== undefined) || isHabit(facet)) &&
      !facet.some((wording) => wordings.has(wording)) &&
      !isAspect(name) &&
      populationsInWords(name).length === 0 &&
      sexesInWords(name).length === 0 &&
      !isOutcome(placeOf(name, text));
    return isNamed ? [{ name, wordings: facet, kind: 'known' }] : [];
  });
  const named = [
    ...own.map((subject) => [subject, true] as const),
    ...others.map((each) => [each, false] as const),
  ];
  return [
    ...named.flatMap(([subject, isSubject]): Part[] => {
      const place = [subject.name, ...subject.wordings]
        .map((wording) => placeOf(wording, text))
        .find((each) => each !== undefined);
      return [{ ...(place ?? { start: -1, end: -1 }), isSubject, isIn: namesSubject(subject) }];
    }),
    ...outcomes,
  ].sort((one, other) => one.start - other.start);
}

function placeOf(name: string, text: string): { start: number; end: number } | undefined {
  const start = text.toLowerCase().indexOf(name.toLowerCase());
  return name !== '' && start >= 0 ? { start, end: start + name.length } : undefined;
}

function namesSubject(subject: Subject): Part['isIn'] {
  if (namesCancer(subject.wordings)) return (text) => tumors.test(text);
  const mark = markSubjects([subject]);
  const { holds } = compile(subject);
  return (text, article) => holds(textOf([text])) || (mark?.(article) ?? String)(text).includes(subjectMark);
}

type Group = { parts: Part[]; least: number };

/** Joins the members of lists. */
function groupParts(parts: readonly Part[], text: string): Group[] {
  const lists: Part[][] = [];
  for (const part of parts) {
    const last = lists.at(-1)?.at(-1);
    if (last && last.end >= 0 && part.start >= last.end && joined.test(text.slice(last.end, part.start)))
      lists.at(-1)?.push(part);
    else lists.push([part]);
  }
  return lists.flatMap((list, at): Group[] => {
    const [first, ...rest] = list;
    if (!first) return [];
    if (rest.length === 0) return isListedWithOthers(first, text) ? [] : [{ parts: list, least: 1 }];
    const isChoice = rest.every((part, index) => {
      const between = text.slice(list[index]?.end ?? 0, part.start);
      return alternative.test(between) || alternativeHan.test(between);
    });
    const isWhole = lists.length === 1;
    // The record may be on the member that no list knows.
    if (rest.some((part, index) => unknownMember.test(text.slice(list[index]?.end ?? 0, part.start))))
      return [];
    const isOfExamples = rest.some((part, index) =>
      bracket.test(text.slice(list[index]?.end ?? 0, part.start)),
    );
    if (list.length >= listMin) return [{ parts: list, least: isWhole && !isOfExamples ? 2 : 1 }];
    if (isChoice || (at > 0 && !isWhole)) return [{ parts: list, least: 1 }];
    return list.map((part) => ({ parts: [part], least: 1 }));
  });
}

/** Returns true for a name in a list with words that are none: "frequency, symptoms and unawareness". */
function isListedWithOthers({ isSubject, start, end }: Part, text: string): boolean {
  if (start < 0) return false;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (isSubject) return chosenBefore.test(before) || (listedBefore.test(before) && joinedAfter.test(after));
  return joinedBefore.test(before) || joinedAfter.test(after);
}
