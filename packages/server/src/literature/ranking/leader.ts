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

/** A question that its best record has less of than this was not answered by it, unless that record is far ahead: chosen beside `aheadFactor`. */
const distantCoverage = 0.45;

/** Tells whether even the first of ranked records has little of the question, and others have as much. */
export function isDistant(ranked: readonly RankedArticle[]): boolean {
  const [first] = ranked;
  return first !== undefined && first.coverage < distantCoverage && !isFarAhead(ranked);
}

/** Coverage of the question that makes the first record its leader, if it is ahead of the next by this much. */
const leaderCoverageMin = 0.4;
const leaderFactor = 1.1;

/** The record that fits the question better than all others and covers enough of it; undefined where none does. */
export function leaderOf(ranked: readonly RankedArticle[]): Pmid | undefined {
  const [first] = ranked;
  return first && first.coverage >= leaderCoverageMin && isAhead(ranked, leaderFactor)
    ? first.article.pmid
    : undefined;
}
