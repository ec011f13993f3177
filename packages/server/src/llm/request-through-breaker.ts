import type { Pass } from '../platform/circuit-breaker.ts';
import type { RecordRequest } from '../platform/request-metrics.ts';
import { JsonRequestError } from './providers/json-client.ts';

/**
 * Sends one request to a model server with a pass of its circuit breaker, within a time limit, and reports how it ended.
 *
 * @param failureOf Returns the name of a failure for the report.
 * @throws the error of `ask`, `JsonRequestError` `timeout` after `deadlineMs`, or the signal's reason on abort.
 */
export async function requestThroughBreaker<Reply>(
  pass: Pass,
  {
    deadlineMs,
    signal,
    recordRequest,
    failureOf,
  }: {
    deadlineMs: number;
    signal: AbortSignal;
    recordRequest: RecordRequest | undefined;
    failureOf: (error: unknown) => string;
  },
  ask: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const startedAt = performance.now();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new JsonRequestError('timeout')), deadlineMs);
  try {
    const reply = await ask(AbortSignal.any([signal, late.signal]));
    pass.answered();
    pass.close('complete');
    recordRequest?.({ durationMs: performance.now() - startedAt });
    return reply;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    pass.close('failed');
    recordRequest?.({ durationMs: performance.now() - startedAt, failure: failureOf(error) });
    throw error;
  } finally {
    clearTimeout(timer);
    pass.close(undefined);
  }
}
