import { indexTerms } from '@citewell/core/text/words.ts';
import { weightedCoverage } from './facets.ts';
import type { RankedArticle, Ranking } from './rank.ts';

/** Features by which the best record for a question shows that it answers it, or is only the nearest there is. */
export const answerFeatureNames = [
  /** Share of the question that the record covers, 0 to 1. */
  'coverage',
  /** The same of its title alone. */
  'title',
  /** Its score divided by that of the second record. */
  'lead',
  /** Number of the question's facets: a long question is covered by halves. */
  'facets',
  /** Number of its topics of which the record has next to nothing. */
  'missing',
  /** Features of its rank (rank-features.ts). */
  'words',
  'fusion',
  'feedback',
] as const;
export type AnswerFeature = (typeof answerFeatureNames)[number];
export type AnswerFeatures = Record<AnswerFeature, number>;

/**
 * Weights of a logistic regression, and its constant, by `npm run eval -- train-answer`: over the known questions, each asked with
 * and without its own record.
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

/** A lead that is as good as any, and that of a record that stands alone. */
const leadMax = 3;
const leadAlone = 1.5;
/** Share of a topic below which a record says nothing of it. */
const missingBelow = 0.25;

/** Reads the features of the first of `ranked` records beside the second; `ranked` holds at least one. */
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

/** Estimates the probability, 0 to 1, that the records found hold an answer, by the features of the best. */
export function answerProbability(features: AnswerFeatures): number {
  const sum = answerFeatureNames.reduce(
    (total, name) => total + answerWeights[name] * features[name],
    answerConstant,
  );
  return 1 / (1 + Math.exp(-sum));
}
