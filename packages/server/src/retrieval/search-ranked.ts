import type { SourceName } from '@citewell/core/records/article.ts';
import { planQuery } from '../literature/query/plan-query.ts';
import { applyReranker } from '../literature/ranking/apply-reranker.ts';
import type { RankedArticle, Ranking } from '../literature/ranking/rank.ts';
import { defaultSourceTimeouts } from '../literature/sources/source-timeouts.ts';
import type { AnswerDependencies } from '../pipeline/context.ts';
import { candidateLimit, rankCandidates } from './rank-candidates.ts';
import type { Shortfall } from './retrieval-result.ts';
import { retrieve } from './retrieve.ts';
import { mergeShortfalls } from './shortfall.ts';

export type RankedSearch = {
  /** The best records first, as many as requested. */
  articles: RankedArticle[];
  /** All candidates with their ranking features. */
  ranking: Ranking;
  /** Sources that could not be searched. */
  unavailable: SourceName[];
  /** Shortfalls of sources that responded. */
  shortfalls: Shortfall[];
};

/** Plans, searches, merges and ranks the candidates for an answer to this question, before its sentences are chosen. */
export async function searchRanked(
  { question, limit, requestId }: { question: string; limit: number; requestId: string },
  { literature, reranker, clock, log }: Pick<AnswerDependencies, 'literature' | 'reranker' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<RankedSearch> {
  const started = clock.now();
  const thisYear = new Date(started).getUTCFullYear();
  const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear });
  const found = await retrieve(query, literature, {
    ...{
      limit: candidateLimit(limit),
      signal,
      clock,
      log,
      requestId,
      sourceTimeouts: literature.sourceTimeouts,
    },
    end: started + (literature.sourceTimeouts ?? defaultSourceTimeouts).totalMs,
    emit: () => undefined,
  });
  const ranking = await applyReranker(
    rankCandidates(found, query, thisYear).ranking,
    query,
    reranker,
    signal,
  );
  return {
    articles: ranking.ranked.slice(0, limit),
    ranking,
    unavailable: found.unavailable,
    shortfalls: mergeShortfalls(found),
  };
}
