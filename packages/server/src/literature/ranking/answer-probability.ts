import { indexTerms } from '@citewell/core/text/words.ts';
import { logisticProbability } from '../../platform/logistic-regression.ts';
import { weightedCoverage } from './facets.ts';
import type { RankedArticle, Ranking } from './rank.ts';

/** Features of the best record that show whether it answers a question or is only the nearest. */
export const answerFeatureNames = [
  /** Share of the question that the record covers, 0 to 1. */
  'coverage',
  /** Share of the question that its title covers. */
  'title',
  /** Score of the first record divided by that of the second. */
  'lead',
  /** Number of the question's facets: a long question is only partly covered. */
  'facets',
  /** Number of the question's topics that the record barely covers. */
  'missing',
  /** Features of its rank (rank-features.ts). */
  'words',
  'fusion',
  'feedback',
] as const;
export type AnswerFeature = (typeof answerFeatureNames)[number];
export type AnswerFeatures = Record<AnswerFeature, number>;

/**
 * Weights and intercept of a logistic regression, from `npm run eval -- train-answer`: over the known questions, each
 * asked with and without its own record.
 */
const answerWeights: Readonly<AnswerFeatures> = {
  coverage: 2.26,
  title: 1.71,
  lead: 1.96,
  facets: 0.23,
  missing: -0.33,
  words: 2.32,
  fusion: 1.86,
  feedback: 1.19,
};
const answerConstant = -9.56;

/** Maximum lead, which a record without a second also gets. */
const leadMax = 3;
const leadAlone = 1.5;
/** Minimum coverage of a topic for a record to mention it. */
const missingBelow = 0.25;

/** Computes the features of the first of `ranked` records relative to the second; `ranked` must not be empty. */
export function answerFeatures(
  [first, second]: readonly [RankedArticle, ...RankedArticle[]],
  { facets, weights }: Pick<Ranking, 'facets' | 'weights'>,
): AnswerFeatures {
  const { words, fusion, feedback } = first.features;
  const inTitle = new Set(indexTerms(first.article.title));
  return {
    coverage: first.coverage,
    title: weightedCoverage(facets, weights, (term) => inTitle.has(term)),
    lead: second && second.score > 0 ? Math.min(leadMax, first.score / second.score) : leadAlone,
    facets: facets.length,
    missing: first.byFacet.filter((share, at) => share < missingBelow && !facets[at]?.generic).length,
    ...{ words, fusion, feedback },
  };
}

/** Estimates the probability, 0 to 1, that the records found contain an answer, from the features of the best one. */
export function answerProbability(features: AnswerFeatures): number {
  return logisticProbability(answerWeights, features, answerConstant);
}
