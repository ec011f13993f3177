import type { RankedArticle, Ranking } from '../rank.ts';
import type { RankFeatures } from '../rank-features.ts';
import { type Meaning, nearestOf, withScoresOf } from '../reorder-by-meaning.ts';

/** Features of a record that tell how well it fits a question: of its rank (rank-features.ts), and of its meaning. */
export const fitFeatureNames = [
  'words',
  'coverage',
  'fusion',
  'title',
  'record',
  'titleLikeness',
  'sentenceLikeness',
] as const;
export type FitFeature = (typeof fitFeatureNames)[number];
export type FitFeatures = Record<FitFeature, number>;

/**
 * Weights of the fit. `words` is the unit; the others were fitted by `npm run eval -- train-order` to questions that each have one
 * record.
 */
const fitWeights: Readonly<FitFeatures> = {
  words: 1,
  coverage: 0.82,
  fusion: 0.42,
  title: 0.51,
  record: 1.1,
  titleLikeness: 0.88,
  sentenceLikeness: 0.94,
};

/** Returns the features of the fit of a record whose meaning was compared with the question's. */
export function fitFeatures({ words, coverage, fusion }: RankFeatures, meaning: Meaning): FitFeatures {
  return { words, coverage, fusion, ...meaning };
}

/**
 * Reorders the first records of a ranking by how well they fit a question that one paper answers. A search lists all records on a
 * topic, so titles, neighbouring words and likeness to the other records count there; an answer needs the paper that says most of
 * what is asked, in whatever words.
 */
export function orderForAnswer(ranking: Ranking): Ranking {
  const compared = ranking.ranked
    .flatMap(({ meaning, ...each }) =>
      meaning ? [{ ...each, meaning, fit: fitOf(fitFeatures(each.features, meaning)) }] : [],
    )
    .sort((one, other) => other.fit - one.fit);
  const ordered: RankedArticle[] = withScoresOf(compared, ranking.ranked);
  const { nearest: _, ...others } = ranking;
  return {
    ...others,
    ranked: [...ordered, ...ranking.ranked.slice(compared.length)],
    ...nearestOf(compared),
  };
}

function fitOf(features: FitFeatures): number {
  return fitFeatureNames.reduce((sum, name) => sum + fitWeights[name] * features[name], 0);
}
