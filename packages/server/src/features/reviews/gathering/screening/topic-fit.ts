import type { Article } from '@citewell/core/records/article.ts';
import { countMissing } from '../../../../literature/ranking/facets.ts';
import type { RankedArticle, Ranking } from '../../../../literature/ranking/rank.ts';
import type { Meaning } from '../../../../literature/ranking/reorder-by-meaning.ts';
import { boundedZScoreOf } from '../../../../literature/ranking/z-score.ts';
import { logisticProbability } from '../../../../platform/logistic-regression.ts';

/** Features of a record that show whether it is on the topic of a review, each from 0 to 1 unless stated. */
export const topicFitFeatureNames = [
  /** Share of the topic that the record covers. */
  'coverage',
  /** Share of the topic within the best thirty consecutive words. */
  'passage',
  /** Similarity to the best records. */
  'feedback',
  /** Likeness of its title as a whole to the topic, −1 to 1. */
  'likeness',
  /** Standard deviations by which the likeness of its most similar sentence is above those of other records. */
  'sentenceDeviation',
  /** Number of the topic's parts that it barely covers. */
  'missing',
  /** Score of the record divided by that of the best. */
  'lead',
  /** Natural logarithm of its place in the ranking, from 1. */
  'place',
  /** 1 if it is about the topic by the rules for a topic's parts (about-topic.ts). */
  'about',
] as const;
export type TopicFitFeature = (typeof topicFitFeatureNames)[number];
export type TopicFitFeatures = Record<TopicFitFeature, number>;

/** Weights and intercept of a logistic regression over judged records, from `npm run eval -- train-topics` (ADR 0034). */
const weights: Readonly<TopicFitFeatures> = {
  coverage: 2.45,
  passage: 0.89,
  feedback: 1.82,
  likeness: 3.35,
  sentenceDeviation: 0.64,
  missing: 0.32,
  lead: -0.62,
  place: -0.92,
  about: 0.67,
};
const constant = -4.34;

/**
 * Probability from which a record is included even if the rules do not recognize every part of the topic. In cross-validation by
 * topic, 94% of the judged records that reach it are on the topic, and 99% at least on its subject.
 */
export const fitMin = 0.85;

/** Probability that is sufficient where fewer records are on the topic than a review needs. */
export const fitMinOfFew = 0.75;

/** Record whose meaning was compared with the topic's. */
export type ComparedArticle = RankedArticle & { meaning: Meaning };

/**
 * Computes the features of each of the records whose meaning was compared with the topic's, the best first.
 *
 * @param isAbout Returns true if a record is about the topic by the rules for its parts.
 */
export function topicFitFeatures(
  compared: readonly ComparedArticle[],
  { facets }: Pick<Ranking, 'facets'>,
  isAbout: (article: Article) => boolean,
): TopicFitFeatures[] {
  const best = Math.max(0, ...compared.map(({ score }) => score));
  const likenesses = compared.map(({ meaning }) => meaning.sentenceLikeness);
  return compared.map(
    ({ article, score, coverage, byFacet, features: { passage, feedback }, meaning }, place) => ({
      ...{ coverage, passage, feedback },
      likeness: meaning.titleLikeness,
      sentenceDeviation: boundedZScoreOf(likenesses, place),
      missing: countMissing(byFacet, facets),
      lead: best > 0 ? score / best : 0,
      place: Math.log1p(place),
      about: isAbout(article) ? 1 : 0,
    }),
  );
}

/** Estimates the probability, 0 to 1, that a record is on the topic. */
export function topicFit(features: TopicFitFeatures): number {
  return logisticProbability(weights, features, constant);
}

/**
 * Features that show that a record is off topic although it passes every rule, each from 0 to 1. Unlike the others, they do
 * not compare it with other records, so that many records can be on a broad topic.
 */
export const closenessFeatureNames = [
  /** Share of the topic's words that its title has in the same or a close meaning. */
  'title',
  /** BM25F of the topic's words, relative to the maximum. */
  'words',
] as const;
export type ClosenessFeature = (typeof closenessFeatureNames)[number];
export type ClosenessFeatures = Record<ClosenessFeature, number>;

/** Weights and intercept of a logistic regression over the judged records that pass the rules, from `npm run eval -- train-topics`. */
const closenessWeights: Readonly<ClosenessFeatures> = { title: 4.47, words: 3.03 };
const closenessConstant = -3.2;

/** Probability below which a record counts as off topic although it passes the rules. */
export const closenessMin = 0.45;

export function closenessFeatures({ features, meaning }: ComparedArticle): ClosenessFeatures {
  return { title: meaning.title, words: features.words };
}

/** Estimates the probability, 0 to 1, that a record that passes the rules is on the topic. */
export function topicCloseness(features: ClosenessFeatures): number {
  return logisticProbability(closenessWeights, features, closenessConstant);
}
