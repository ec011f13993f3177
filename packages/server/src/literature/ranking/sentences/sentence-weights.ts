import type { SentenceFeature } from './sentence-features.ts';

/**
 * Weights by which features identify evidence sentences, from a logistic regression; trained by `npm run eval --
 * train-evidence` on SciFact's training claims and the sentences that experts marked for them (claims CC BY 4.0,
 * abstracts ODC-By 1.0).
 */
export const sentenceWeights: Readonly<Record<SentenceFeature, number>> = {
  best: 1.33,
  first: 0.53,
  distinctive: 0.36,
  beyondTitle: 1.06,
  kin: 1.71,
  conclusion: 0.47,
  result: 0.74,
  setting: -1.59,
  place: 2.13,
  last: -0.84,
  short: -1.5,
  around: -1.07,
  finding: 0.7,
  abstract: -1.62,
  constant: -3.98,
};
