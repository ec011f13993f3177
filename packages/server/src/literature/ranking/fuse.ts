import type { Article, Pmid } from '@citewell/core/records/article.ts';

/** Constant of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009. */
const rankConstant = 60;

export type FusedArticle = {
  article: Article;
  /** Sum of 1 / (60 + rank) over the lists that contain the record, rank from 1. */
  fusionScore: number;
};

/**
 * Merges ranked lists of several sources, best first, each record once. The first list's version of a record is used,
 * but a retraction in any of them is kept.
 */
export function fuseRankings(rankings: readonly (readonly Article[])[]): FusedArticle[] {
  const fused = new Map<Pmid, FusedArticle>();
  for (const ranking of rankings) {
    ranking.forEach((article, index) => {
      const score = 1 / (rankConstant + index + 1);
      const seen = fused.get(article.pmid);
      if (!seen) fused.set(article.pmid, { article, fusionScore: score });
      else {
        seen.fusionScore += score;
        if (article.retracted && !seen.article.retracted)
          seen.article = { ...seen.article, retracted: true, retractions: article.retractions };
      }
    });
  }
  return [...fused.values()].sort((a, b) => b.fusionScore - a.fusionScore);
}
