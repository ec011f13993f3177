import { ServiceError } from '@citewell/core/errors.ts';
import type { HistoryItem, Language } from '@citewell/sdk';
import { type Engine, EngineError, type SearchPlan } from '../llm/engine.ts';
import type { PipelineContext } from '../pipeline/context.ts';
import type { Log } from '../platform/log.ts';

/** A planner that runs in parallel with the first search. */
export type PendingPlan = {
  /** The plan, once available. */
  readonly ready: SearchPlan | undefined;
  /** Never rejects because of a planner's failure; the deterministic plan is then used alone. */
  readonly result: Promise<SearchPlan | undefined>;
  /** Stops a planner that is no longer needed, and resolves when its step is journalled. */
  cancel(): Promise<void>;
};

export function startPlan(
  { question, history }: { question: string; history: HistoryItem[] },
  language: Language,
  { engine, log }: { engine: Engine; log: Log },
  { requestId, signal, meter }: PipelineContext,
): PendingPlan {
  const stop = new AbortController();
  let ready: SearchPlan | undefined;
  const result = (async () => {
    try {
      const context = { meter, signal: AbortSignal.any([signal, stop.signal]) };
      ready = await engine.planSearch({ question, history, language }, context);
      return ready;
    } catch (error) {
      if (error instanceof EngineError)
        log('warn', 'planner_failed', { requestId, engine: engine.name, failure: error.failure });
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
