import { ServiceError } from '@citewell/core/errors.ts';
import { ModelError } from '../../../llm/model-error.ts';
import type { Log } from '../../../platform/log.ts';
import { messages } from '../../../retrieval/progress-messages.ts';
import type { TimeLimit } from './time-limit.ts';

/** Reason why a step did not finish although the completed part of the review is still wanted. */
export type Failure = { error: ServiceError; modelError: ModelError | undefined };
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
    if (limit.isUp())
      return { failure: { error: limit.signal.reason as ServiceError, modelError: undefined } };
    if (error instanceof ModelError) {
      log('warn', 'engine_failed', { requestId, engine, failure: error.failure });
      const detail = { en: messages.en.brokeOff(error.failure), zh: messages.zh.brokeOff(error.failure) };
      return {
        failure: {
          error: new ServiceError('upstream_unavailable', { detail, cause: error }),
          modelError: error,
        },
      };
    }
    if (
      error instanceof ServiceError &&
      (error.code === 'insufficient_balance' || error.code === 'key_disabled')
    )
      return { failure: { error, modelError: undefined } };
    throw error;
  }
}
