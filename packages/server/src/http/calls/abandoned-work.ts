import { ServiceError } from '@citewell/core/errors.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import { EngineError } from '../../llm/engine.ts';
import { describeError, type Log } from '../../platform/log.ts';

/** Counts what calls leave behind: work that goes on, or fails, after its call was settled. It harms nobody else. */
export type AbandonedWork = {
  /** Notes a call whose work did not end in time after it was told to. */
  noteCall(requestId: string): void;
  /**
   * Notes a rejection that nobody read where it can only be a call's that has ended: a refusal, a source's or a model's
   * failure, an abort. False for any other, after which the state of the process is not known.
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
    reason instanceof EngineError ||
    (reason instanceof Error && reason.name === 'AbortError')
  );
}
