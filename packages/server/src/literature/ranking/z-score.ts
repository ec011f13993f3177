/** Number of records compared with one: the words of those further down already share little with the question. */
const comparedMax = 20;
/** Minimum number of scores for a meaningful spread. */
const spreadMin = 10;

/**
 * Returns the z-score of one score among the others: by how many of their standard deviations it is above their mean;
 * −Infinity if there are too few scores, or not that one.
 *
 * @param scores Scores of records, best first.
 * @param at Place of the one.
 */
export function zScoreOf(scores: readonly number[], at: number): number {
  const others = scores.filter((_, each) => each !== at).slice(0, comparedMax);
  const score = scores[at];
  if (score === undefined || others.length < spreadMin) return -Infinity;
  const mean = others.reduce((sum, each) => sum + each, 0) / others.length;
  const spread = Math.sqrt(others.reduce((sum, each) => sum + (each - mean) ** 2, 0) / others.length);
  return (score - mean) / Math.max(spread, Number.EPSILON);
}

/** Maximum deviation: beyond it, records differ by chance. */
const deviationMax = 8;

/** Returns the z-score within ±8, as a feature; 0 if there are too few scores to tell. */
export function boundedZScoreOf(scores: readonly number[], at: number): number {
  const score = zScoreOf(scores, at);
  return Number.isFinite(score) ? Math.min(deviationMax, Math.max(-deviationMax, score)) : 0;
}
