import type { Clock } from '@citewell/core/clock.ts';

/**
 * Number of failures without a complete reply in between that open the circuit, and the milliseconds within which they
 * count and for which it stays open.
 */
const failuresMax = 5;
const windowMs = 30_000;

/** Outcome of a request for its service; undefined if it says nothing about it, as when the caller disconnected. */
export type PassOutcome = 'complete' | 'failed' | undefined;

/** Permission for one request. */
export type Pass = {
  /** The service has begun to answer: an open circuit closes. */
  answered(): void;
  /** Reports the outcome. Only the first call counts. */
  close(outcome: PassOutcome): void;
};

/**
 * Stops requests to a service that is down. Occasional failures are left to retries: a complete reply resets the count.
 * After the pause one request at a time is let through as a probe, which closes the circuit or opens it again.
 */
export type CircuitBreaker = {
  /** Returns undefined while the circuit is open, except for a probe. */
  enter(): Pass | undefined;
  /** Opens the circuit at once, for at least this long. */
  open(forMs: number): void;
  isOpen(): boolean;
};

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  /** Times of the failures since the last complete reply. */
  let failures: number[] = [];
  /** End of the pause in epoch milliseconds; undefined while the circuit is closed. */
  let openUntil: number | undefined;
  let probing = false;

  function open(forMs: number): void {
    openUntil = Math.max(openUntil ?? 0, clock.now() + forMs);
    failures = [];
  }

  function count(outcome: PassOutcome): void {
    // Results of requests that began before the circuit opened are not news.
    if (openUntil !== undefined || outcome === undefined) return;
    const now = clock.now();
    failures = outcome === 'complete' ? [] : [...failures.filter((time) => time > now - windowMs), now];
    if (failures.length >= failuresMax) open(windowMs);
  }

  function createPass(isFirstProbe: boolean): Pass {
    let isProbe = isFirstProbe;
    let isClosed = false;
    const endProbe = (hasAnswered: boolean) => {
      if (isProbe) probing = false;
      if (isProbe && hasAnswered) openUntil = undefined;
      isProbe = false;
    };
    return {
      answered: () => endProbe(true),
      close(outcome) {
        if (isClosed) return;
        isClosed = true;
        if (isProbe && outcome === 'failed') open(windowMs);
        endProbe(outcome === 'complete');
        count(outcome);
      },
    };
  }

  return {
    enter() {
      if (openUntil === undefined) return createPass(false);
      if (probing || clock.now() < openUntil) return undefined;
      probing = true;
      return createPass(true);
    },
    open,
    isOpen: () => openUntil !== undefined,
  };
}
