import { ServiceError } from '@citewell/core/errors.ts';

/** How long a search may run without letting anything else in its thread have a turn. */
const turnMs = 8;

/** Keeps a search interruptible: `due` is asked every few thousand postings, and where it says so `breathe` is awaited. */
export type Pace = { due(): boolean; breathe(): Promise<void> };

/** Ends the search by ServiceError `overloaded` after `timeoutMs`, by the signal's reason when that is aborted. */
export function createPace(signal: AbortSignal, timeoutMs = Number.POSITIVE_INFINITY): Pace {
  const begun = performance.now();
  let turnBegun = begun;
  check();
  return {
    due: () => performance.now() - turnBegun > turnMs,
    async breathe() {
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
