import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Ranking } from './rank.ts';
import type { Reranker } from './reranker.ts';

/** Length of the text shown to a reranker: the title and the beginning of the abstract, about 400 words. */
const textMax = 2_500;

/** Weight of the reranker's score beside ours, both scaled to 0 to 1. */
const rerankerShare = 0.7;

/** The ranking with its first places in a reranker's order; the same ranking where that could not be asked. */
export async function applyReranker(
  ranking: Ranking,
  question: string,
  reranker: Reranker | undefined,
  signal: AbortSignal,
): Promise<Ranking> {
  const shown = rerankerInputs(ranking, reranker?.depth ?? 0);
  if (!reranker || shown.length === 0) return ranking;
  return withScores(ranking, await reranker.score(question, shown, signal));
}

/** The first records of a ranking as a reranker sees them; none where there is nothing to put into another order. */
export function rerankerInputs({ ranked }: Ranking, depth: number): string[] {
  const first = ranked.slice(0, depth);
  return first.length < 2 ? [] : first.map(({ article }) => rerankerText(article));
}

/** The ranking with its first places in the order of a reranker's scores; the same ranking without any. */
export function withScores(ranking: Ranking, scores: readonly number[] | undefined): Ranking {
  if (!scores) return ranking;
  const first = ranking.ranked.slice(0, scores.length);
  const ours = toShares(first.map(({ score }) => score));
  const theirs = toShares(scores);
  // Scores are handed on as they were, sorted: what comes behind was not asked about and stays behind.
  const sorted = first.map(({ score }) => score).sort((a, b) => b - a);
  const reranked = first
    .map((each, at) => ({
      each,
      value: rerankerShare * (theirs[at] ?? 0) + (1 - rerankerShare) * (ours[at] ?? 0),
    }))
    .sort((one, other) => other.value - one.value)
    .map(({ each }, at) => ({ ...each, score: sorted[at] ?? each.score }));
  return { ...ranking, ranked: [...reranked, ...ranking.ranked.slice(first.length)] };
}

/** A record as a reranker sees it. */
export function rerankerText(article: Article): string {
  // A cut between the halves of a surrogate pair would not be text.
  return `${article.title}\n${abstractText(article)}`
    .trim()
    .slice(0, textMax)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** From 0 for the lowest to 1 for the highest. */
function toShares(values: readonly number[]): number[] {
  const lowest = Math.min(...values);
  const span = Math.max(...values) - lowest;
  return values.map((value) => (span > 0 ? (value - lowest) / span : 0));
}
