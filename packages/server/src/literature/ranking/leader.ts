import type { Pmid } from '@citewell/core/records/article.ts';
import type { RankedArticle } from './rank.ts';

/** A first record that scores this many times the second is by far the best: chosen on the questions known to `npm run eval -- answers`. */
const aheadFactor = 1.2;

/**
 * Tells whether the first of ranked records fits the question far better than the next one. People's own words cover little of
 * any record, and still tell the one they mean from all others.
 *
 * @param ranked in their order, the best first; false of a single record, which nothing shows to be the better one
 */
export function isFarAhead(ranked: readonly Pick<RankedArticle, 'score'>[]): boolean {
  return isAhead(ranked, aheadFactor);
}

function isAhead(ranked: readonly Pick<RankedArticle, 'score'>[], factor: number): boolean {
  const [first, second] = ranked;
  return first !== undefined && second !== undefined && first.score >= factor * Math.max(0, second.score);
}

/** Coverage of the question that makes the first record its leader, if it is ahead of the next by this much. */
const leaderCoverageMin = 0.4;
const leaderFactor = 1.1;

/**
 * Coverage and distance at which the first record is surely the one that is meant, whatever it calls the things it is about: no
 * record came near them on the known questions of `npm run eval -- answers` whose subject the library lacks.
 */
const meantCoverageMin = 0.7;
const meantFactor = 1.8;

/** The record that fits a question better than all others and covers enough of it. */
export type Leader = {
  pmid: Pmid;
  /** True where it has so much of the question that no other record comes near. */
  isMeant: boolean;
  /** True where a reranker found it far nearer to the question than the others. */
  isNearest: boolean;
};

/**
 * Returns the leader of ranked records: the `nearest` by a reranker, or else the first; undefined where it does not fit clearly
 * better than the next.
 */
export function leaderOf(ranked: readonly RankedArticle[], nearest?: Pmid): Leader | undefined {
  const [first] = ranked;
  const isNearest = first !== undefined && first.article.pmid === nearest;
  if (isNearest) return { pmid: first.article.pmid, isMeant: false, isNearest };
  if (!first || first.coverage < leaderCoverageMin || !isAhead(ranked, leaderFactor)) return undefined;
  return {
    pmid: first.article.pmid,
    isMeant: first.coverage >= meantCoverageMin && isAhead(ranked, meantFactor),
    isNearest,
  };
}
