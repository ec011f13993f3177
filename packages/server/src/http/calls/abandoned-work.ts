import { ServiceError } from '@citewell/core/errors.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import { ModelError } from '../../llm/model-error.ts';
import { describeError, type Log } from '../../platform/log.ts';

/** Counts work that continues, or fails, after its call was settled. It does not affect other calls. */
export type AbandonedWork = {
  /** Notes a call whose work did not end in time after it was aborted. */
  noteCall(requestId: string): void;
  /**
   * Notes an unhandled rejection that can only belong to a call that has ended: an error response, a failure of a source or
   * model, an abort. Returns false for any other, after which the state of the process is unknown.
   */
  noteRejection(reason: unknown): boolean;
  /** Counts both since the process started. */
  count(): number;
};

export function createAbandonedWork(log: Log): AbandonedWork {
  let count = 0;
  return {
    noteCall(requestId) {
      count += 1;
      log('warn', 'call_abandoned', { requestId });
    },
    noteRejection(reason) {
      if (!isOfCall(reason)) return false;
      count += 1;
      log('warn', 'call_abandoned', describeError(reason));
      return true;
    },
    count: () => count,
  };
}

function isOfCall(reason: unknown): boolean {
  return (
    reason instanceof ServiceError ||
    reason instanceof SourceError ||
    reason instanceof ModelError ||
    (reason instanceof Error && reason.name === 'AbortError')
  );
}
