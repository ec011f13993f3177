import type { RankFeature } from './rank-features.ts';

/**
 * Weights of the features. `words` is the unit; the others were trained by `npm run eval -- train-ranker` on the
 * training parts of SciFact (claims CC BY 4.0, abstracts ODC-By 1.0) and PubMedQA (MIT), and rounded.
 */
export const rankWeights: Readonly<Record<RankFeature, number>> = {
  words: 1,
  title: 0.36,
  passage: 0.16,
  pairs: 0.2,
  kin: 0.11,
  digits: 0.13,
  feedback: 0.07,
  coverage: 0.11,
  fusion: 0.05,
  design: 0.02,
  recency: 0.01,
};
