import { ServiceError } from '@citewell/core/errors.ts';

/** Milliseconds for which a search may run before it yields to other work of its thread. */
const turnMs = 8;

/**
 * Keeps a search interruptible: `shouldYield` is called every few thousand postings, and if it returns true, `yield` is
 * awaited.
 */
export type CooperativeScheduler = { shouldYield(): boolean; yield(): Promise<void> };

/**
 * Ends the search with ServiceError `overloaded` after `timeoutMs`, or with the signal's reason when that is aborted.
 */
export function createCooperativeScheduler(
  signal: AbortSignal,
  timeoutMs = Number.POSITIVE_INFINITY,
): CooperativeScheduler {
  const begun = performance.now();
  let turnBegun = begun;
  check();
  return {
    shouldYield: () => performance.now() - turnBegun > turnMs,
    async yield() {
      await new Promise(setImmediate);
      check();
      turnBegun = performance.now();
    },
  };

  function check(): void {
    if (signal.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'))
      throw signal.reason;
    if (signal.aborted || performance.now() - begun > timeoutMs) throw new ServiceError('overloaded');
  }
}
