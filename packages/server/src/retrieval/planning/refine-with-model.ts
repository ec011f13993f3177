import { ServiceError } from '@citewell/core/errors.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import type { Scores } from '../../literature/ranking/apply-reranker.ts';
import type { Model } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { PipelineContext } from '../../pipeline/context.ts';
import type { Log } from '../../platform/log.ts';
import type { CandidatesOfQuery } from '../rank-candidates.ts';
import type { SearchPlan } from './search-plan.ts';
import { scoreTask, secondSearchTask } from './search-tasks.ts';

/** Number of titles for the planner: a page of results. */
const titlesShown = 10;
/** Number of candidates that a model grades: later ones are seldom evidence, and each costs about 100 tokens. */
const recordsShown = 30;

/** Weight of a model's grades in the order, as for a reranking service. */
const share = 0.7;

type Asked = { question: string; history: HistoryItem[]; language: Language };
type Asking = { model: Model; log: Log };

/**
 * Plans a further search after the planner has seen the first titles; undefined if it needs none or fails.
 * @throws the reason of `context.signal` if it aborts
 */
export async function planSecondSearch(
  asked: Asked,
  given: CandidatesOfQuery,
  { model, log }: Asking,
  context: PipelineContext,
): Promise<SearchPlan | undefined> {
  const candidates = await context.work(
    'summarizeCandidates',
    { ...given, count: titlesShown },
    context.signal,
  );
  const titles = candidates.map(({ title }) => title);
  const second = await attempt(
    'planner_failed',
    () => model.reply(secondSearchTask, { ...asked, titles }, context),
    { model, log, context },
  );
  return second?.plan;
}

/**
 * Returns a language model's grades of the first candidates, from 0 to 3; undefined if it fails, in
 * which case the ranking stays unchanged.
 * @throws the reason of `context.signal` if it aborts
 */
export async function modelScores(
  { question, language }: Asked,
  given: CandidatesOfQuery,
  { model, log }: Asking,
  context: PipelineContext,
): Promise<Scores | undefined> {
  const records = await context.work(
    'summarizeCandidates',
    { ...given, count: recordsShown },
    context.signal,
  );
  if (records.length < 2) return undefined;
  const values = await attempt(
    'reranker_failed',
    () => model.reply(scoreTask, { question, language, records }, context),
    { model, log, context },
  );
  return values && { values, share };
}

/** Runs an optional step; undefined if it fails. Only an abort throws. */
async function attempt<Result>(
  event: 'planner_failed' | 'reranker_failed',
  ask: () => Promise<Result>,
  { model, log, context: { requestId, signal } }: Asking & { context: PipelineContext },
): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ModelError)
      log('warn', event, { requestId, engine: model.name, failure: error.failure });
    else if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
}
