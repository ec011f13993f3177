import { type ErrorCode, ServiceError } from '@citewell/core/errors.ts';
import { describeError, describeFailure, type Log } from '../../platform/log.ts';

/** Logs requests that failed, each once, under the id that the reply carries in X-Request-Id. */
export type RequestFailures = {
  /** Logs a failed request; one that is not a refusal of ours with its stack, and counts it. */
  note(request: FailedRequest, error: unknown): void;
  /** Counts those that failed by a fault of ours (`internal_error`) since the process started. */
  count(): number;
};

/** A request that failed; one whose address cannot be read has no state. */
type FailedRequest = { id: string; state?: { failed?: boolean } };

/** Creates the failures of one process. */
export function createRequestFailures(log: Log): RequestFailures {
  let count = 0;
  return {
    note(request, error) {
      if (request.state) request.state.failed = true;
      const code: ErrorCode = error instanceof ServiceError ? error.code : 'internal_error';
      const cause = error instanceof ServiceError ? (error.cause ?? error) : error;
      if (code === 'internal_error') count += 1;
      const details = code === 'internal_error' ? describeFailure(cause) : describeError(cause);
      log('error', 'request_failed', { requestId: request.id, code, ...details });
    },
    count: () => count,
  };
}
