import type { Pmid } from '@citewell/core/records/article.ts';
import type { RankedArticle } from './rank.ts';

/**
 * Score ratio of the first record to the second at which it is by far the best: chosen on the questions known to `npm
 * run eval -- answers`.
 */
const aheadFactor = 1.2;

/**
 * Returns true if the first of ranked records fits the question far better than the next. Everyday words cover little
 * of any record, but can still distinguish the right one from all others.
 *
 * @param ranked best first; a single record gives false, since there is nothing to compare it with
 */
export function isFarAhead(ranked: readonly Pick<RankedArticle, 'score'>[]): boolean {
  return isAhead(ranked, aheadFactor);
}

function isAhead(ranked: readonly Pick<RankedArticle, 'score'>[], factor: number): boolean {
  const [first, second] = ranked;
  return first !== undefined && second !== undefined && first.score >= factor * Math.max(0, second.score);
}

/** Lead in coverage over the next record that makes the first one the leader. */
const leaderCoverageMin = 0.4;
const leaderFactor = 1.1;

/**
 * Coverage and distance at which the first record is certainly the right one, whatever its terms: no record came near
 * them on the known questions of `npm run eval -- answers` whose subject the library lacks.
 */
const meantCoverageMin = 0.7;
const meantFactor = 1.8;

/**
 * Coverage and distance at which the first record is worth showing although it lacks one of the question's names: below them are
 * the nearest records to the known questions whose subject the library lacks.
 */
const clearCoverageMin = 0.55;
const clearFactor = 1.5;

/** Record that fits a question better than all others and covers enough of it. */
export type Leader = {
  pmid: Pmid;
  /** Indicates that it covers so much of the question that no other record comes near. */
  isMeant: boolean;
  /** Indicates that it fits far better than the next, or covers far more of the question. */
  isFarAhead: boolean;
  /** Indicates that it does, and covers most of the question. */
  isClear: boolean;
  /** Indicates that its meaning, or a reranker, sets it apart from the others (z-score.ts). */
  isNearest: boolean;
};

/**
 * Returns the leader of ranked records: the first, if it is the `nearest` or fits clearly better than the next.
 */
export function leaderOf(ranked: readonly RankedArticle[], nearest?: Pmid): Leader | undefined {
  const [first] = ranked;
  const isNearest = first !== undefined && first.article.pmid === nearest;
  if (!first || !(isNearest || (first.coverage >= leaderCoverageMin && isAhead(ranked, leaderFactor))))
    return undefined;
  const covers =
    first.coverage >= clearCoverageMin && first.coverage >= clearFactor * (ranked[1]?.coverage ?? 0);
  return {
    pmid: first.article.pmid,
    isMeant: first.coverage >= meantCoverageMin && isAhead(ranked, meantFactor),
    isFarAhead: isNearest || isAhead(ranked, clearFactor) || covers,
    isClear: first.coverage >= clearCoverageMin && isAhead(ranked, clearFactor),
    isNearest,
  };
}
