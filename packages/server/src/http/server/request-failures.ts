import { type ErrorCode, ServiceError } from '@citewell/core/errors.ts';
import { describeError, describeFailure, type Log } from '../../platform/log.ts';
import { noteFacts } from '../guards/request-facts.ts';

/** Logs failed requests, each once, under the id in the reply's X-Request-Id. */
export type RequestFailures = {
  /** Logs a failed request; unexpected errors are logged with their stack, and counted. */
  note(request: { id: string }, error: unknown): void;
  /** Returns the number of internal errors since the process started. */
  count(): number;
};

/** Creates the failure log of a process. */
export function createRequestFailures(log: Log): RequestFailures {
  let count = 0;
  return {
    note(request, error) {
      noteFacts(request, { failed: true });
      const code: ErrorCode = error instanceof ServiceError ? error.code : 'internal_error';
      const cause = error instanceof ServiceError ? (error.cause ?? error) : error;
      if (code === 'internal_error') count += 1;
      const details = code === 'internal_error' ? describeFailure(cause) : describeError(cause);
      log('error', 'request_failed', { requestId: request.id, code, ...details });
    },
    count: () => count,
  };
}
