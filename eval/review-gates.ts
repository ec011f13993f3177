import type { PlottedEffect, RecordSpan, ReviewResponse } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';
import type { SimulatedRecord } from '../packages/simulators/src/pubmed/record.ts';
import { evaluateReviews, type ReviewReport } from './review.ts';
import { abstractOf, figuresOf } from './review-figures.ts';
import { loadReviewRecords } from './review-records.ts';
import type { ReviewTopic } from './review-topics.ts';

/** Shares and counts over all reviews of a run, of the properties on which a reader relies. */
type ReviewQuality = {
  reviews: number;
  errors: number;
  included: number;
  /** Share of the included papers that are on every part of the topic: its subject, its outcome, and the people it names. */
  on_topic: number;
  cells: number;
  /** Share of the table's cells that occur in their record at their offsets. */
  cells_verbatim: number;
  topics_with_plot: number;
  plots: number;
  plotted_effects: number;
  /** Share of the plotted effects whose outcome, measure and interval occur in one sentence of their record. */
  effects_verbatim: number;
  /** Arrows, and sentences of our own outside quotations that state a direction. */
  directions_undemonstrated: number;
  /** Cited sentences that the rules find to deviate from every record they cite. */
  deviations: number;
  /** Cited sentences that occur twice in the findings. */
  repeated: number;
  conclusions: number;
  /** Share of the conclusions that cite only papers on the topic. */
  conclusions_on_topic: number;
};

/** Minimum or maximum that passes, by figure. */
const gates: Partial<Record<keyof ReviewQuality, { least: number } | { most: number }>> = {
  on_topic: { least: 0.97 },
  cells_verbatim: { least: 1 },
  effects_verbatim: { least: 1 },
  directions_undemonstrated: { most: 0 },
  deviations: { most: 0 },
  repeated: { most: 0 },
  conclusions_on_topic: { least: 1 },
  errors: { most: 0 },
};

/** Names the figures that fail their gate, with the required value. */
export function failedGates(quality: ReviewQuality): string[] {
  return Object.entries(gates).flatMap(([name, gate]) => {
    const value = quality[name as keyof ReviewQuality];
    if ('least' in gate) return value >= gate.least ? [] : [`${name} ${value}, at least ${gate.least}`];
    return value <= gate.most ? [] : [`${name} ${value}, at most ${gate.most}`];
  });
}

/** Results of a run over the topics; `cases` describes each error. */
type QualityRun = { quality: ReviewQuality; cases: string[] };

/**
 * Reviews the topics over the real records of PubMedQA and SciFact, with or without a scripted model; undefined without the
 * records.
 */
export async function evaluateReviewQuality(
  topics: readonly ReviewTopic[],
  { model }: { model: boolean },
): Promise<QualityRun | undefined> {
  const records = loadReviewRecords();
  if (!records) return undefined;
  const byPmid = new Map(records.map((record) => [record.pmid, record]));
  const tally = newTally();
  const { errors } = await evaluateReviews(
    { questions: topics.map(({ question }) => question), records, invented: [] },
    {
      ...(model && { tokensPerSecond: 0 }),
      onReview: (review, at) => addReview(tally, review, topics[at], byPmid),
      onFailure: (failure, at) => tally.cases.push(`error: ${topics[at]?.question}: ${failure}`),
    },
  );
  return { quality: qualityOf(tally, topics.length, errors), cases: tally.cases };
}

/** Pauses of streamed reviews, in seconds, at the pace of a model that writes 60 tokens per second. */
type ReviewSilence = Pick<
  ReviewReport,
  | 'reviews'
  | 'lists'
  | 'silence_seconds_most'
  | 'silence_seconds_median'
  | 'outline_seconds_median'
  | 'errors'
>;

const tokensPerSecond = 60;
/** Maximum number of seconds without an event other than heartbeats, in any review and in the median one. */
const silenceMost = { longest: 15, median: 12 };

/** Streams reviews of the topics with a model at that pace, over the real records; undefined without them. */
export async function evaluateReviewSilence(
  topics: readonly ReviewTopic[],
): Promise<ReviewSilence | undefined> {
  const records = loadReviewRecords();
  if (!records) return undefined;
  const questions = topics.map(({ question }) => question);
  const report = await evaluateReviews({ questions, records, invented: [] }, { tokensPerSecond });
  const { reviews, lists, errors } = report;
  const { silence_seconds_most, silence_seconds_median, outline_seconds_median } = report;
  return {
    ...{ reviews, lists, silence_seconds_most, silence_seconds_median, outline_seconds_median, errors },
  };
}

/** Names the figures of a streamed run that fail their gate; a run that measured none fails. */
export function failedSilence(silence: ReviewSilence): string[] {
  const { silence_seconds_most: longest, silence_seconds_median: median, errors } = silence;
  return [
    ...(longest !== undefined && longest <= silenceMost.longest
      ? []
      : [`silence_seconds_most ${longest}, at most ${silenceMost.longest}`]),
    ...(median !== undefined && median <= silenceMost.median
      ? []
      : [`silence_seconds_median ${median}, at most ${silenceMost.median}`]),
    ...(errors === 0 ? [] : [`errors ${errors}, at most 0`]),
  ];
}

type Tally = Record<
  | 'included'
  | 'onTopic'
  | 'cells'
  | 'verbatim'
  | 'withPlot'
  | 'plots'
  | 'effects'
  | 'effectsVerbatim'
  | 'directions'
  | 'deviations'
  | 'repeated'
  | 'conclusions'
  | 'conclusionsOnTopic',
  number
> & { cases: string[] };

/** Creates an empty tally. */
export function newTally(): Tally {
  return {
    ...{ included: 0, onTopic: 0, cells: 0, verbatim: 0, withPlot: 0, plots: 0, effects: 0 },
    ...{
      effectsVerbatim: 0,
      directions: 0,
      deviations: 0,
      repeated: 0,
      conclusions: 0,
      conclusionsOnTopic: 0,
      cases: [],
    },
  };
}

/** Adds a review to the tally, judged by this file's own reading of the records, not by the product's. */
export function addReview(
  tally: Tally,
  review: ReviewResponse,
  topic: ReviewTopic | undefined,
  records: ReadonlyMap<string, SimulatedRecord>,
): void {
  if (!topic) return;
  const isOn = (pmid: string) => {
    const record = records.get(pmid);
    const text = record
      ? [record.title, abstractOf(record), ...(record.mesh ?? []).map(({ name }) => name)].join('\n')
      : '';
    const studied = text.replace(adjustments, ' ');
    return topic.parts.every((part) => part.test(studied));
  };
  for (const { pmid, title } of review.references) {
    tally.included += 1;
    if (isOn(pmid)) tally.onTopic += 1;
    else tally.cases.push(`off topic: ${topic.question}: ${pmid} ${title}`);
  }
  const stands = ({ pmid, field, start, end, text }: RecordSpan) => {
    const record = records.get(pmid);
    return (
      record !== undefined &&
      (field === 'title' ? record.title : abstractOf(record)).slice(start, end) === text
    );
  };
  const plotted = (review.figures?.plots ?? []).flatMap(({ studies }) => studies);
  const spans = [
    ...(review.comparison ?? []).flatMap((row) =>
      Object.values(row).filter((cell): cell is RecordSpan => typeof cell === 'object' && cell !== null),
    ),
    ...plotted.flatMap(({ outcome, effect, comparator }) => [
      outcome,
      effect,
      ...(comparator ? [comparator] : []),
    ]),
  ];
  tally.cells += spans.length;
  for (const span of spans)
    if (stands(span)) tally.verbatim += 1;
    else tally.cases.push(`cell: ${topic.question}: ${span.pmid} ${span.field} ${span.start} ${span.text}`);
  const plots = review.figures?.plots ?? [];
  tally.plots += plots.length;
  if (plots.length > 0) tally.withPlot += 1;
  tally.effects += plotted.length;
  for (const { measure, studies } of plots)
    for (const each of studies)
      if (stands(each.outcome) && stands(each.effect) && tells(each, measure)) tally.effectsVerbatim += 1;
      else tally.cases.push(`effect: ${topic.question}: ${each.pmid} ${measure} ${each.effect.sentence}`);
  for (const sentence of ownDirections(review.review)) {
    tally.directions += 1;
    tally.cases.push(`direction: ${topic.question}: ${sentence}`);
  }
  const { deviations, repeated } = figuresOf(review, records);
  tally.deviations += deviations.length;
  tally.repeated += repeated;
  for (const deviation of deviations) tally.cases.push(`deviates: ${topic.question}: ${deviation}`);
  const conclusion = review.sections.find(({ heading }) => heading === 'Conclusion' || heading === '结论');
  if (!conclusion) return;
  tally.conclusions += 1;
  const cited = citedNumbers(conclusion.text).map((number) => review.references[number - 1]);
  if (cited.length > 0 && cited.every((reference) => reference && isOn(reference.pmid)))
    tally.conclusionsOnTopic += 1;
  else tally.cases.push(`conclusion: ${topic.question}: ${conclusion.text.slice(0, 200)}`);
}

/** Variables of an adjustment, which a paper did not study. */
const adjustments =
  /\b(?:adjust(?:ed|ing|ment)|controll(?:ed|ing)) for [^.;]{0,300}|\bindependent(?:ly)? of [^.;]{0,300}/gi;

/** Notations of each measure in records, listed by hand and independent of the product's list. */
const inRecords: Record<string, RegExp> = {
  HR: /hazards? ratio|HR/,
  OR: /odds ratio|OR/,
  RR: /relative risk|risk ratio|RR/i,
  IRR: /rate ratio|RR/i,
  MD: /mean difference|MD/i,
  SMD: /standard(?:i[sz]ed)? mean difference|SMD/i,
  RD: /risk difference|RD/i,
};

/**
 * Returns true if one sentence has the outcome, the measure, whether it is adjusted, and in the effect's words its
 * three numbers.
 */
function tells({ outcome, effect, value, low, high }: PlottedEffect, measure: string): boolean {
  const isAdjusted = /^a[A-Z]/.test(measure);
  const numbers = (effect.text.replaceAll('·', '.').match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  return (
    outcome.sentence === effect.sentence &&
    [value, low, high].every((number) => numbers.includes(Math.abs(number))) &&
    (inRecords[isAdjusted ? measure.slice(1) : measure]?.test(effect.sentence) ?? false) &&
    (!isAdjusted || /adjust|multivaria|controll|\ba(?:HR|OR|RR)/i.test(effect.sentence))
  );
}

const direction =
  /[↑↓]|\b(?:reduc|increas|decreas|improv|lower(?:s|ed)\b|rais(?:es|ed)|prevent(?:s|ed)|worsen)\w*|降低了|升高了|减少了|增加了|改善了/i;

/** Returns the uncited sentences that state a direction, outside quotations, queries, tables and headings. */
function ownDirections(review: string): string[] {
  return review
    .split('\n')
    .filter((line) => !/^\s*(?:#|\|)|^\*\*[^*]+\*\*$|^\*/.test(line) && citedNumbers(line).length === 0)
    .map((line) => line.replace(/“[^”]*”|`[^`]*`/g, ''))
    .filter((line) => !/^- (?:No record|所纳入)|searched as:|主题按下列概念检索|themes:|以下方面/.test(line))
    .filter((line) => direction.test(line));
}

/** Turns a tally into shares and counts; a share of nothing is 1. */
export function qualityOf(tally: Tally, reviews: number, errors: number): ReviewQuality {
  const share = (part: number, of: number) => (of === 0 ? 1 : Math.floor((part / of) * 1e4) / 1e4);
  return {
    ...{ reviews, errors, included: tally.included, on_topic: share(tally.onTopic, tally.included) },
    ...{ cells: tally.cells, cells_verbatim: share(tally.verbatim, tally.cells) },
    ...{ topics_with_plot: tally.withPlot, plots: tally.plots, plotted_effects: tally.effects },
    effects_verbatim: share(tally.effectsVerbatim, tally.effects),
    directions_undemonstrated: tally.directions,
    ...{ deviations: tally.deviations, repeated: tally.repeated, conclusions: tally.conclusions },
    conclusions_on_topic: share(tally.conclusionsOnTopic, tally.conclusions),
  };
}
