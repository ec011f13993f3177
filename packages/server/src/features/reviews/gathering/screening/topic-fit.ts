import type { RankedArticle } from '../../../../literature/ranking/rank.ts';
import type { Meaning } from '../../../../literature/ranking/reorder-by-meaning.ts';
import { logisticProbability } from '../../../../platform/logistic-regression.ts';

/** Features of a record that tell whether it is on the topic of a review, each from 0 to 1 unless stated. */
export const topicFitFeatureNames = [
  /** Share of the topic that the record covers. */
  'coverage',
  /** Share of the topic within the best thirty consecutive words. */
  'passage',
  /** Similarity to the best records. */
  'feedback',
  /** Likeness of its title as a whole to the topic, −1 to 1. */
  'likeness',
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
  coverage: 1.24,
  passage: 0.95,
  feedback: 1.56,
  likeness: 3.27,
  lead: 0.49,
  place: -1.29,
  about: 1.03,
};
const constant = -3.11;

/**
 * Probability from which a record is on the topic although rules do not recognize each part of it: of the judged records that
 * reach it, by weights fitted without their topics, 97 in a hundred are.
 */
export const fitMin = 0.85;

/**
 * Computes the features of a record whose meaning was compared with the topic's.
 *
 * @param place Its place in the ranking, from 0.
 * @param best Score of the best record.
 */
export function topicFitFeatures(
  { score, coverage, features: { passage, feedback }, meaning }: RankedArticle & { meaning: Meaning },
  { place, best, isAbout }: { place: number; best: number; isAbout: boolean },
): TopicFitFeatures {
  return {
    ...{ coverage, passage, feedback },
    likeness: meaning.titleLikeness,
    lead: best > 0 ? score / best : 0,
    place: Math.log1p(place),
    about: isAbout ? 1 : 0,
  };
}

/** Estimates the probability, 0 to 1, that a record is on the topic, by these weights. */
export function topicFit(features: TopicFitFeatures, by = weights, intercept = constant): number {
  return logisticProbability(by, features, intercept);
}
