import { ServiceError } from '@citewell/core/errors.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import { engineName, type Model } from '../llm/model.ts';
import { ModelError } from '../llm/model-error.ts';
import type { PipelineContext } from '../pipeline/context.ts';
import type { Log } from '../platform/log.ts';
import type { SearchPlan } from './planning/search-plan.ts';
import { planTask } from './planning/search-tasks.ts';

/** A planner that runs in parallel with the first search. */
export type PendingPlan = {
  /** The plan, once available. */
  readonly ready: SearchPlan | undefined;
  /** Plan of the planner, or undefined if it failed: the deterministic plan is then used alone. */
  readonly result: Promise<SearchPlan | undefined>;
  /** Stops a planner that is no longer needed, and resolves when its step is journalled. */
  cancel(): Promise<void>;
};

export function startPlan(
  { question, history }: { question: string; history: HistoryItem[] },
  language: Language,
  { model, log }: { model?: Model | undefined; log: Log },
  { requestId, signal, meter }: PipelineContext,
): PendingPlan {
  const stop = new AbortController();
  let ready: SearchPlan | undefined;
  const result = (async () => {
    try {
      const context = { meter, signal: AbortSignal.any([signal, stop.signal]) };
      ready = await model?.reply(planTask, { question, history, language }, context);
      return ready;
    } catch (error) {
      if (error instanceof ModelError)
        log('warn', 'planner_failed', { requestId, engine: engineName(model), failure: error.failure });
      else if (!signal.aborted && !stop.signal.aborted && !(error instanceof ServiceError)) throw error;
      return undefined;
    }
  })();
  // Awaited later by the pipeline; until then, a rejection must not count as unhandled.
  result.catch(() => {});
  return {
    get ready() {
      return ready;
    },
    result,
    async cancel() {
      stop.abort();
      await result.catch(() => {});
    },
  };
}
