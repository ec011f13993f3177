import { ServiceError } from '@citewell/core/errors.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import type { Scores } from '../literature/ranking/apply-reranker.ts';
import { type Engine, EngineError, type SearchPlan } from '../llm/engine.ts';
import type { AnswerDependencies, PipelineContext } from '../pipeline/context.ts';
import type { Log } from '../platform/log.ts';
import type { CandidatesOfQuery } from './rank-candidates.ts';

/** Number of titles for the planner: a page of results. */
const titlesShown = 10;
/** Number of candidates that a model grades: later ones are seldom evidence, and each costs about 100 tokens. */
const recordsShown = 30;

/** Weight of a model's grades in the order, as for a reranking service. */
const share = 0.7;

type Asked = { question: string; history: HistoryItem[]; language: Language };
type Asking = { engine: Engine; log: Log };

/**
 * Plans a further search after the planner has seen the first titles; undefined if it needs none, fails, or is not enabled by the
 * operator.
 * @throws the reason of `context.signal` if it aborts
 */
export async function planSecondSearch(
  asked: Asked,
  given: CandidatesOfQuery,
  { engine, log }: Asking,
  context: PipelineContext,
): Promise<SearchPlan | undefined> {
  if (!engine.planSecondSearch) return undefined;
  const candidates = await context.work(
    'summarizeCandidates',
    { ...given, count: titlesShown },
    context.signal,
  );
  const titles = candidates.map(({ title }) => title);
  return attempt('planner_failed', () => engine.planSecondSearch?.({ ...asked, titles }, context), {
    ...{ engine, log },
    context,
  });
}

/**
 * Returns a language model's grades of the first candidates, from 0 to 3; undefined if no model has this role or it fails, in
 * which case the ranking stays unchanged.
 * @throws the reason of `context.signal` if it aborts
 */
export async function modelScores(
  { question, language }: Asked,
  given: CandidatesOfQuery,
  { engine, log }: Asking,
  context: PipelineContext,
): Promise<Scores | undefined> {
  if (!engine.scoreRecords) return undefined;
  const records = await context.work(
    'summarizeCandidates',
    { ...given, count: recordsShown },
    context.signal,
  );
  if (records.length < 2) return undefined;
  const values = await attempt(
    'reranker_failed',
    () => engine.scoreRecords?.({ question, language, records }, context),
    { ...{ engine, log }, context },
  );
  return values && { values, share };
}

/** Runs an optional step; undefined if it fails. Only an abort throws. */
async function attempt<Result>(
  event: 'planner_failed' | 'reranker_failed',
  ask: () => Promise<Result> | undefined,
  { engine, log, context: { requestId, signal } }: Asking & { context: PipelineContext },
): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError)
      log('warn', event, { requestId, engine: engine.name, failure: error.failure });
    else if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
}

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
