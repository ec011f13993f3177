/**
 * Computes the normalized discounted cumulative gain of the first `depth` places, with linear gain. `gainOf` returns the
 * gain of each item, `ideal` the gains of the best ranking, highest first.
 */
export function ndcg(
  ranking: readonly string[],
  gainOf: (item: string) => number,
  ideal: readonly number[],
  depth: number,
): number {
  const best = discounted(ideal.slice(0, depth));
  return best === 0 ? 1 : discounted(ranking.slice(0, depth).map(gainOf)) / best;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}

/**
 * Computes the share of the first `depth` places common to two rankings, relative to the shorter of them; 1 if both are
 * empty.
 */
export function overlap(left: readonly string[], right: readonly string[], depth: number): number {
  const first = new Set(left.slice(0, depth));
  const among = Math.min(depth, Math.max(left.length, right.length));
  return among === 0 ? 1 : right.slice(0, depth).filter((item) => first.has(item)).length / among;
}
