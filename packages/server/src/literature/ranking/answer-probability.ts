import type { Pmid } from '@citewell/core/records/article.ts';
import { logisticProbability } from '../../platform/logistic-regression.ts';
import { countMissing } from './facets.ts';
import type { Ranking } from './rank.ts';
import { comparedMax, isEnglish } from './reorder-by-meaning.ts';
import { boundedZScoreOf } from './z-score.ts';

/** Features of a record that set it apart from the other records found. */
export const comparedFeatureNames = [
  'coverage',
  'facets',
  'missing',
  'lacking',
  'words',
  'fusion',
  /** Fit of the record for the question (answers/answer-order.ts) minus that of the next one. */
  'lead',
  /** Standard deviations by which the likeness of its title, and the closeness of its words, are above those of other records. */
  'titleDeviation',
  'wordsDeviation',
  /** Words of the question that it has in no close meaning (reorder-by-meaning.ts): it may not have what is asked of its subject. */
  'weightyWords',
  'distantWords',
  'leastClose',
] as const;

/** Features by which a record covers a question, however many others do. */
export const ownFeatureNames = [
  /** Share of the question that the record covers, 0 to 1. */
  'coverage',
  /** Number of the question's facets: a long question is only partly covered. */
  'facets',
  /** Number of the question's topics that the record barely covers. */
  'missing',
  /** Number of the question's subjects that it lacks. */
  'lacking',
  /** Feature of its rank (rank-features.ts), as is `fusion`. */
  'words',
  /** Closeness of its words in meaning (reorder-by-meaning.ts). */
  'title',
  'record',
  'titleLikeness',
  'sentenceLikeness',
  'weightyWords',
  'distantWords',
  'leastClose',
] as const;
type ComparedFeature = (typeof comparedFeatureNames)[number];
type OwnFeature = (typeof ownFeatureNames)[number];
/** Features of a record that show whether it answers a question or is only the nearest. */
export type AnswerFeatures = Record<ComparedFeature | OwnFeature, number>;

/**
 * Weights and intercepts of two logistic regressions, from `npm run eval -- train-answer`: over the known questions, each
 * asked with and without its own record, and over questions whose nearest records were judged.
 */
const comparedWeights: Readonly<Record<ComparedFeature, number>> = {
  coverage: 1.14,
  facets: 0.16,
  missing: -0.24,
  lacking: -1.27,
  words: 0.53,
  fusion: 1.81,
  lead: 1.24,
  titleDeviation: 0.44,
  wordsDeviation: 0.11,
  weightyWords: 0.22,
  distantWords: -0.38,
  leastClose: 0.99,
};
const comparedConstant = -6;
const ownWeights: Readonly<Record<OwnFeature, number>> = {
  coverage: 1.87,
  facets: 0.28,
  missing: -0.3,
  lacking: -1.2,
  words: 1.96,
  title: 0.67,
  record: -2.02,
  titleLikeness: 2.5,
  sentenceLikeness: -0.8,
  weightyWords: 0.24,
  distantWords: -0.54,
  leastClose: 0.71,
};
const ownConstant = -3.78;
/**
 * Amount by which the log-odds of the second are lowered: .62 by itself then counts as .5. It is less certain, since
 * the records of the known questions mostly answer alone.
 */
const ownPenalty = 0.5;

/**
 * Computes the features of one of the ranked records relative to the others; undefined if its meaning was not compared with that of the
 * question, because it is in Chinese or the question has no English words.
 *
 * @param lacking Number of the question's subjects that it lacks.
 */
export function answerFeatures(
  pmid: Pmid,
  { ranked, facets }: Pick<Ranking, 'ranked' | 'facets'>,
  lacking: number,
): AnswerFeatures | undefined {
  const at = ranked.findIndex(({ article }) => article.pmid === pmid);
  const record = ranked[at];
  if (!record?.meaning || !isEnglish(record.article)) return undefined;
  const next = ranked[at === 0 ? 1 : 0];
  const meanings = ranked.flatMap(({ article, meaning }) =>
    meaning ? [{ pmid: article.pmid, meaning }] : [],
  );
  const own = meanings.findIndex((each) => each.pmid === pmid);
  const { words, fusion } = record.features;
  return {
    coverage: record.coverage,
    facets: facets.length,
    missing: countMissing(record.byFacet, facets),
    ...{ lacking, words, fusion },
    // Among few records, as in a small library, the next is on something else: the first leads however far it is from the question.
    lead: ranked.length > 1 && ranked.length < comparedMax ? 0 : (record.fit ?? 0) - (next?.fit ?? 0),
    ...record.meaning,
    titleDeviation: boundedZScoreOf(
      meanings.map(({ meaning }) => meaning.titleLikeness),
      own,
    ),
    wordsDeviation: boundedZScoreOf(
      meanings.map(({ meaning }) => meaning.record),
      own,
    ),
  };
}

/**
 * Estimates the probability, 0 to 1, that the records found contain an answer, from the features of the best one: it stands out
 * among them, or covers the question by itself, as several papers do on a subject that was often studied.
 */
export function answerProbability(features: AnswerFeatures): number {
  return Math.max(
    logisticProbability(comparedWeights, features, comparedConstant),
    logisticProbability(ownWeights, features, ownConstant - ownPenalty),
  );
}
