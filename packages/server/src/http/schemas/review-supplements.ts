import {
  type ComparisonRow,
  type EffectPlot,
  type PlottedEffect,
  type RecordSpan,
  type ReviewFigures,
  type ReviewFlow,
  type ReviewSupplements,
  type ScreenedRecord,
  screeningReasons,
} from '@citewell/sdk';
import { z } from 'zod';
import { studyDesign } from './enums.ts';
import { reference } from './reference.ts';

/** Schemas of the data that a review provides in addition to its text. */

const count = z.int().nonnegative();

const recordSpan = z
  .object({
    text: z.string(),
    pmid: z.string(),
    field: z.enum(['title', 'abstract']),
    start: count,
    end: count,
    sentence: z.string().meta({ description: 'The sentence that contains it; for a title, the whole title' }),
  })
  .meta({
    description:
      'A piece of a title or an abstract, word for word. Offsets count UTF-16 code units, end is exclusive.',
  }) satisfies z.ZodType<RecordSpan>;

const comparisonRow = z.object({
  pmid: z.string(),
  design: studyDesign.nullable(),
  population: recordSpan.nullable(),
  n: recordSpan.nullable(),
  intervention: recordSpan.nullable(),
  comparator: recordSpan.nullable(),
  outcome: recordSpan.nullable(),
  effect: recordSpan.nullable().meta({ description: 'The measure with its value and interval' }),
}) satisfies z.ZodType<ComparisonRow>;

const plottedEffect = z.object({
  pmid: z.string(),
  study: z.string().meta({ examples: ['Doe J et al. 2021'] }),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  outcome: recordSpan,
  comparator: recordSpan.nullable(),
  effect: recordSpan,
}) satisfies z.ZodType<PlottedEffect>;

const effectPlot = z.object({
  heading: z.string().meta({ description: 'The line in the review above its table' }),
  measure: z.string().meta({ examples: ['HR'] }),
  kind: z
    .enum(['ratio', 'difference'])
    .meta({ description: '“No effect” is 1 for a ratio and 0 for a difference' }),
  several_outcomes: z.literal(true).exactOptional().meta({
    description:
      'Each effect is on a different outcome, named in `study`: do not compare them with one another',
  }),
  studies: z.array(plottedEffect),
}) satisfies z.ZodType<EffectPlot>;

const excludedCounts = z.object({
  asked: count,
  years: count,
  retracted: count,
  notice: count,
  no_abstract: count,
  repeated: count,
  off_topic: count,
  other_outcome: count,
  other_people: count,
  people_not_stated: count,
  laboratory: count,
});

const reviewFlow = z.object({
  heading: z.string().meta({ description: 'The line in the review above the figure' }),
  matched: count.meta({
    description: 'Matches of all searches together; the sources returned those that rank highest',
  }),
  identified: count,
  duplicates: count,
  screened: count,
  excluded: excludedCounts,
  ranked_out: count.meta({
    description: 'On the topic, but beyond the maximum number of references; not screened by anyone',
  }),
  included: count,
}) satisfies z.ZodType<ReviewFlow>;

export const reviewFigures = z.object({
  flow: reviewFlow,
  plots: z.array(effectPlot),
}) satisfies z.ZodType<ReviewFigures>;

const screenedRecord = reference.extend({
  decision: z
    .enum(['included', ...screeningReasons])
    .meta({ description: 'Included, or the first reason for exclusion' }),
}) satisfies z.ZodType<ScreenedRecord>;

export const comparison = z.array(comparisonRow);
export const screening = z.array(screenedRecord);

export const reviewSupplements = {
  comparison: comparison.exactOptional().meta({
    description: 'With include: ["comparison"]: the comparison table with the source of every cell.',
  }),
  figures: reviewFigures.exactOptional().meta({
    description: 'With include: ["figures"]: the counts of the flow diagram, and the effects plotted.',
  }),
  screening: screening.exactOptional().meta({
    description:
      'With include: ["screening"]: every record found, with the decision on it, included ones first.',
  }),
} satisfies Record<keyof ReviewSupplements, z.ZodType>;

/** Named schemas of /openapi.json. */
export const supplementComponents = {
  RecordSpan: recordSpan,
  ComparisonRow: comparisonRow,
  ReviewFigures: reviewFigures,
  ReviewFlow: reviewFlow,
  ExcludedCounts: excludedCounts,
  EffectPlot: effectPlot,
  PlottedEffect: plottedEffect,
  ScreenedRecord: screenedRecord,
};
