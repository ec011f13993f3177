import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language, TrustCard } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { participantsOf, readStudy, type StudySummary } from '../../../literature/studies/read-study.ts';
import { countPattern, readCount } from '../../../literature/studies/study-counts.ts';
import { trustCard } from '../../../retrieval/trust/trust.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { reviewWords } from '../sections/review-words.ts';
import { armsOf, comparatorOfStudy } from './arms.ts';
import { type BoundEffect, comparatorOf, readBoundEffects } from './bound-effects.ts';
import { interventionOf, populationOf } from './cells/study-cells.ts';
import { isDivided } from './divided-participants.ts';
import { effectStatement, withContrast } from './effect-statement.ts';
import { mainOutcomeOf } from './main-outcome.ts';
import { type AskedTopic, isEffectOnTopic } from './on-topic/asked-topic.ts';
import { concernsOpposite } from './on-topic/opposite.ts';
import { insignificantPrimaryResult } from './primary-result.ts';
import { matchesAskedOutcome, statedEffectOf } from './stated-effect.ts';
import { populationWords, rankOfEffect, subgroupOf } from './subgroups.ts';

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
  /** Set if its sentence names what the study gave or looked at: with the comparator, both sides. */
  isExposureStated?: true;
  /** Set if it concerns only a part of the participants, which its statement names. */
  isOfSubgroup?: true;
  /** Set if it is of another exposure, outcome or people than the topic's, so that it is not the study's main one. */
  isOffTopic?: true;
  /** The sentence's offset in the abstract. */
  sentenceStart: number;
};

/** Study as a row of the comparison. Each text is verbatim from its record, or absent. */
export type Study = {
  article: Article;
  trust: TrustCard;
  summary: StudySummary;
  /** Sentence that represents it and by whose marker it is cited. */
  unit: EvidenceUnit;
  population?: Span;
  /** Stated number of participants, if the summary has one. */
  size?: Span;
  intervention?: Span;
  /** Comparator of the whole study; an effect may have its own. */
  comparator?: Span;
  /** Outcome named by a model if no effect is bound to one. */
  outcome?: Span;
  /** Effects of the study, in the order of the abstract. */
  effects: StudyEffect[];
  /** Sentence that states its effect as a whole, if no effect on the topic's outcome or its main one can be shown alone. */
  statedEffect?: Span;
  /** Result of a trial on its primary outcome that is not significant, without which no favorable conclusion is shown. */
  primaryResult?: Span;
};

/**
 * Returns the passage that shows an effect by itself: with both sides of its comparison, unless the table shows them in
 * other columns, and with its subgroup if it has one. Undefined if the record has no such passage.
 */
export function effectSpan({
  span,
  comparator,
  statement,
  isOfSubgroup,
  isExposureStated,
}: StudyEffect): Span | undefined {
  return comparator && isExposureStated && !isOfSubgroup ? span : statement;
}

/**
 * Returns the effect on a study's main outcome that can be shown by itself; one on a subgroup or another outcome does not
 * replace it.
 */
export function shownEffect(all: readonly StudyEffect[]): StudyEffect | undefined {
  const effects = all.filter(({ isOffTopic }) => !isOffTopic);
  const [first] = effects;
  return effects.find(
    (effect) =>
      effectSpan(effect) &&
      effect.outcome.name === first?.outcome.name &&
      (first.isOfSubgroup || !effect.isOfSubgroup),
  );
}

/** Formats "Doe J et al.", or the journal if the record names no author. */
export function authorsOf({ authors, journal }: Article, language: Language): string {
  const [first] = authors;
  if (!first) return escapeCitationMarkers(journal);
  return `${escapeCitationMarkers(first)}${authors.length > 1 ? reviewWords[language].andOthers : ''}`;
}

/** Reads the studies of a review by rules, in the order of their evidence. */
export function describeStudies(
  units: readonly EvidenceUnit[],
  articles: ReadonlyMap<Pmid, Article>,
  topic: AskedTopic = { parts: [], outcomes: [] },
): Study[] {
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
    const { n, ...read } = readStudy(article);
    const isSized = n !== undefined && !isDivided(article, n, topic.people ?? []);
    const summary = isSized ? { ...read, n } : read;
    const isTrial = summary.kind === 'randomized_trial' || summary.kind === 'clinical_trial';
    const titled = interventionOf(article.title, isTrial);
    const arms = isTrial ? armsOf(titled, article) : undefined;
    const given = arms ? arms[0] : titled;
    const intervention = findSpan(article, given);
    const compared = arms?.[1] || (isTrial || intervention ? comparatorOfStudy(article, isTrial, given) : '');
    // "Compared with a 9-month regimen" says nothing without the other one.
    const comparator = intervention || compared === 'placebo' ? findSpan(article, compared) : undefined;
    const effects = effectsOf(article, people, given, topic);
    const main = effects.find(({ isOffTopic }) => !isOffTopic);
    const isShown = shownEffect(effects) !== undefined;
    const isAsked = matchesAskedOutcome(main?.outcome.name ?? '', topic);
    const primary = isTrial
      ? insignificantPrimaryResult(article, populationWords(article, people))
      : undefined;
    const stated =
      primary && matchesAskedOutcome(primary.text, topic) && isEffectOnTopic(article, topic)(primary.text)
        ? primary
        : isShown && isAsked
          ? undefined
          : statedEffectOf(article, people, { topic, main: main?.span, isShown });
    const shown = stated?.text ?? (main && (shownEffect(effects)?.statement?.text ?? main.span.text));
    const isPooled = summary.studies !== undefined;
    const size = (isSized || isPooled ? sizeOf(article) : undefined) ?? pooledSize(article, summary);
    return [
      {
        ...{ article, unit, trust: trustCard(article), summary },
        ...(population && !(size && countsControls(size, article)) && { population }),
        ...(size && { size }),
        ...(intervention && !concernsOpposite(shown ?? '', intervention.text) && { intervention }),
        ...(comparator && { comparator }),
        effects,
        ...(stated && { statedEffect: { ...stated, field: 'abstract' as const } }),
        ...(primary && { primaryResult: { ...primary, field: 'abstract' as const } }),
      },
    ];
  });
}

/** Words after a number of people that divide them into those with a condition and controls. */
const withControls =
  /^[^.;]{0,80}[([](?:[^()[\]]{0,200}\b(?:controls?|normal|healthy)\b)|^[^。；]{0,40}[（(][^（）()]{0,80}(?:对照|健康)/i;

/** Words before a number of people who were divided into those with a condition and those without. */
const divides =
  /\b(?:classified|divided|stratified|categori[sz]ed|grouped)\s$|(?:将|按[^，。；]{1,20}将)\s?$/i;
const byCondition =
  /^[^.;]{0,40}\b(?:on the basis of|according to|by)\b[^.;]{0,60}\b(?:history|presence|status|absence|diagnosis)\b|^[^。；]{0,20}(?:按|依据|根据)(?:有无|是否)/i;

/** Returns true if the number of participants includes people without the condition of the study's population. */
function countsControls(size: Span, article: Article): boolean {
  const text = abstractText(article);
  const after = text.slice(size.end, size.end + 300);
  const isDivided =
    divides.test(text.slice(Math.max(0, size.start - 40), size.start)) && byCondition.test(after);
  return isDivided || withControls.test(after);
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

/** The number of participants of all studies that a synthesis pooled, as its abstract writes it. */
function pooledSize(article: Article, { n, studies }: StudySummary): Span | undefined {
  if (n === undefined || studies === undefined) return undefined;
  const written = new RegExp(countPattern, 'giu');
  const found = [...abstractText(article).matchAll(written)].find(([text]) => readCount(text) === n);
  return (
    found && {
      ...{ text: found[0], field: 'abstract' },
      ...{ start: found.index, end: found.index + found[0].length },
    }
  );
}

/** Finds whole words in a record's title or else its abstract, whatever their capitals; undefined where they are not there. */
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
function effectsOf(
  article: Article,
  population: string,
  intervention: string,
  topic: AskedTopic,
): StudyEffect[] {
  const given = indexTerms(intervention);
  const isOnTopic = isEffectOnTopic(article, topic);
  const sentences = labeledSentences(article);
  const all = populationWords(article, population);
  const mainOutcome = mainOutcomeOf(sentences);
  const effects = sentences.flatMap(({ label, text, start }, at) => {
    const kind = sentenceKind(label, text, at, sentences.length);
    if (kind === 'setting') return [];
    const spanOf = (from: number, to: number): Span => ({
      ...{ text: text.slice(from, to), field: 'abstract' },
      ...{ start: start + from, end: start + to },
    });
    const compared = comparatorOf(text);
    const named = new Set(indexTerms(text));
    const isExposureStated = given.length > 0 && given.every((term) => named.has(term));
    const labeled = inlineLabel(text)?.length ?? 0;
    const isOff = !isOnTopic(text);
    return readBoundEffects(text).flatMap((effect) => {
      const { outcome, start: from, end: to, ...figures } = effect;
      if (!outcome) return [];
      const clause = text.lastIndexOf(';', outcome.start) + 1;
      const subgroup = subgroupOf(text, { from: Math.min(clause, from), start: from, end: to }, all);
      const end = Math.max(to, subgroup?.end ?? to);
      const whole = effectStatement(text, { start: from, end });
      const stated = whole && withContrast(text, { ...whole, start: Math.max(whole.start, labeled) }, from);
      const isStated = !subgroup || (stated && stated.start <= subgroup.start && subgroup.end <= stated.end);
      const own: StudyEffect = {
        ...figures,
        span: spanOf(from, to),
        outcome: { name: outcome.name, span: spanOf(outcome.start, outcome.end) },
        ...(compared && { comparator: spanOf(compared.start, compared.end) }),
        ...(stated && isStated && { statement: spanOf(stated.start, stated.end) }),
        ...(isExposureStated && { isExposureStated }),
        ...(subgroup && { isOfSubgroup: true as const }),
        ...((isOff || !matchesAskedOutcome(outcome.name, topic)) && { isOffTopic: true as const }),
        sentenceStart: start,
      };
      return [
        {
          own,
          rank: rankOfEffect(
            text,
            { outcome: outcome.name, subgroup },
            { title: article.title, mainOutcome, asked: topic.outcomes },
          ),
        },
      ];
    });
  });
  return effects.toSorted((one, other) => one.rank - other.rank).map(({ own }) => own);
}
