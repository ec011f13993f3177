import { ServiceError } from '@citewell/core/errors.ts';
import { EngineError } from '../../../llm/engine.ts';
import type { Log } from '../../../platform/log.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import type { TimeLimit } from './time-limit.ts';

/** Reason why a step did not finish although the completed part of the review is still wanted. */
export type Failure = { error: ServiceError; engine: EngineError | undefined };
export type StepResult<Value> = { value: Value } | { failure: Failure };

/**
 * Runs a step and returns its result or failure.
 * @throws any error that ends the whole call: the client disconnected, or an internal error.
 */
export async function attemptStep<Value>(
  step: Promise<Value>,
  { limit, log, requestId, engine }: { limit: TimeLimit; log: Log; requestId: string; engine: string },
): Promise<StepResult<Value>> {
  try {
    return { value: await step };
  } catch (error) {
    if (limit.isUp()) return { failure: { error: limit.signal.reason as ServiceError, engine: undefined } };
    if (error instanceof EngineError) {
      log('warn', 'engine_failed', { requestId, engine, failure: error.failure });
      const detail = { en: messages.en.brokeOff(error.failure), zh: messages.zh.brokeOff(error.failure) };
      return {
        failure: { error: new ServiceError('upstream_unavailable', { detail, cause: error }), engine: error },
      };
    }
    if (
      error instanceof ServiceError &&
      (error.code === 'insufficient_balance' || error.code === 'key_disabled')
    )
      return { failure: { error, engine: undefined } };
    throw error;
  }
}
