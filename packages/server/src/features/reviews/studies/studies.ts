import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import type { Language, TrustCard } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { labelledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { participantsOf, readStudy, type StudySummary } from '../../../literature/studies/read-study.ts';
import { countPattern } from '../../../literature/studies/study-counts.ts';
import { trustCard } from '../../../retrieval/trust/trust.ts';
import type { Unit } from '../sections/units.ts';
import { reviewWords } from '../sections/words.ts';
import { type BoundEffect, comparatorOf, readBoundEffects } from './bound-effects.ts';
import { effectStatement } from './effect-statement.ts';
import { interventionOf, populationOf } from './study-cells.ts';
import { rankOfEffect, subgroupOf, wordsOfAll } from './subgroups.ts';

/** Verbatim passage of a record. Offsets refer to the title, or to the abstract as returned by `abstractText`. */
export type Span = { text: string; field: 'title' | 'abstract'; start: number; end: number };

/** Effect that a result or conclusion of the study reports, with its outcome. */
export type StudyEffect = Pick<BoundEffect, 'kind' | 'measure' | 'value' | 'low' | 'high'> & {
  span: Span;
  /** Name of the outcome in the list, and the words that name it. */
  outcome: { name: string; span: Span };
  comparator?: Span;
  /** Effect with its comparison or exposure; absent if its sentence does not state it. */
  statement?: Span;
  /** Set where it concerns only a part of the people studied, whom its statement names. */
  isOfSubgroup?: true;
  /** The sentence's offset in the abstract. */
  sentenceStart: number;
};

/** Study as a row of the comparison. Each text is verbatim from its record, or absent. */
export type Study = {
  article: Article;
  trust: TrustCard;
  summary: StudySummary;
  /** Sentence that represents it and by whose marker it is cited. */
  unit: Unit;
  population?: Span;
  /** Stated number of participants, if the summary has one. */
  size?: Span;
  intervention?: Span;
  /** Outcome named by a model if no effect is bound to one. */
  outcome?: Span;
  /** Effects of the study, in the order of the abstract. */
  effects: StudyEffect[];
};

/** Formats "Doe J et al.", or the journal if the record names no author. */
export function authorsOf({ authors, journal }: Article, language: Language): string {
  const [first] = authors;
  if (!first) return escapeCitationMarkers(journal);
  return `${escapeCitationMarkers(first)}${authors.length > 1 ? reviewWords[language].andOthers : ''}`;
}

/** Reads the studies of a review by rules, in the order of their evidence. */
export function describeStudies(units: readonly Unit[], articles: ReadonlyMap<Pmid, Article>): Study[] {
  const byArticle = Map.groupBy(
    units.filter(({ role }) => role === 'finding'),
    ({ article }) => article.pmid,
  );
  return [...byArticle].flatMap(([pmid, own]) => {
    const article = articles.get(pmid);
    const [unit] = own;
    if (!article || !unit) return [];
    const people = populationOf(article);
    const population = findSpan(article, people);
    const intervention = findSpan(article, interventionOf(article.title));
    const summary = readStudy(article);
    const size = sizeOf(article);
    return [
      {
        ...{ article, unit, trust: trustCard(article), summary },
        ...(population && { population }),
        ...(size && { size }),
        ...(intervention && { intervention }),
        effects: effectsOf(article, people),
      },
    ];
  });
}

const count = new RegExp(String.raw`\d+(?:[,\s]\d{3})*|${countPattern}`, 'iu');

/** Returns the number of participants as the abstract writes it, in figures or words: "1,204", "Forty-nine". */
function sizeOf(article: Article): Span | undefined {
  const size = participantsOf(article);
  if (!size) return undefined;
  const [text = size.text] = count.exec(size.text) ?? [];
  const start = size.start + size.text.indexOf(text);
  return { text, field: 'abstract', start, end: start + text.length };
}

/** Finds whole words in a record's title or else its abstract, ignoring case; undefined if they are not there. */
export function findSpan(article: Article, phrase: string): Span | undefined {
  const wanted = phrase.toLowerCase();
  if (wanted === '') return undefined;
  for (const [field, text] of [
    ['title', article.title],
    ['abstract', abstractText(article)],
  ] as const) {
    const start = text.toLowerCase().indexOf(wanted);
    if (start < 0 || text.length !== text.toLowerCase().length) continue;
    const end = start + phrase.length;
    // Chinese has no spaces between words.
    if (/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && isLatin(phrase.at(0))) continue;
    if (/^[\p{L}\p{N}]/u.test(text.slice(end)) && isLatin(phrase.at(-1))) continue;
    return { text: text.slice(start, end), field, start, end };
  }
  return undefined;
}

function isLatin(character = ''): boolean {
  return /[\p{Script=Latin}\p{N}]/u.test(character);
}

/** The effects of an abstract's results and conclusions that are bound to one outcome each. */
function effectsOf(article: Article, population: string): StudyEffect[] {
  const sentences = labelledSentences(article);
  const whole = wordsOfAll(article, population);
  const effects = sentences.flatMap(({ label, text, start }, at) => {
    const kind = sentenceKind(label, text, at, sentences.length);
    if (kind === 'setting') return [];
    const spanOf = (from: number, to: number): Span => ({
      ...{ text: text.slice(from, to), field: 'abstract' },
      ...{ start: start + from, end: start + to },
    });
    const compared = comparatorOf(text);
    return readBoundEffects(text).flatMap((effect) => {
      const { outcome, start: from, end: to, ...figures } = effect;
      if (!outcome) return [];
      const clause = text.lastIndexOf(';', outcome.start) + 1;
      const subgroup = subgroupOf(text, { from: Math.min(clause, from), start: from, end: to }, whole);
      const stated = effectStatement(text, { start: from, end: Math.max(to, subgroup?.end ?? to) });
      const isTold = !subgroup || (stated && stated.start <= subgroup.start && subgroup.end <= stated.end);
      const own: StudyEffect = {
        ...figures,
        span: spanOf(from, to),
        outcome: { name: outcome.name, span: spanOf(outcome.start, outcome.end) },
        ...(compared && { comparator: spanOf(compared.start, compared.end) }),
        ...(stated && isTold && { statement: spanOf(stated.start, stated.end) }),
        ...(subgroup && { isOfSubgroup: true as const }),
        sentenceStart: start,
      };
      return [
        {
          own,
          rank: rankOfEffect(text, { outcome: outcome.name, subgroup }, article.title),
        },
      ];
    });
  });
  return effects.toSorted((one, other) => one.rank - other.rank).map(({ own }) => own);
}
