import type { Scores } from '../literature/ranking/apply-reranker.ts';
import type { AnswerDependencies, PipelineContext } from '../pipeline/context.ts';
import type { CandidatesOfQuery } from './rank-candidates.ts';

/** Returns a reranker's scores of the first candidates; undefined without a reranker, or if it failed. */
export async function rerankerScores(
  given: CandidatesOfQuery,
  reranker: AnswerDependencies['reranker'],
  work: PipelineContext['work'],
  signal: AbortSignal,
): Promise<Scores | undefined> {
  if (!reranker) return undefined;
  const shown = await work('showCandidates', { ...given, depth: reranker.depth }, signal);
  const values = shown.length === 0 ? undefined : await reranker.score(given.query, shown, signal);
  return values && { values, share: reranker.share };
}
