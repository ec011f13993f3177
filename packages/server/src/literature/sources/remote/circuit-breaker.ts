import type { Clock } from '@citewell/core/clock.ts';

export type CircuitBreakerOptions = {
  clock: Clock;
  /** Consecutive failures within the window that open the circuit; by default 5 in 30 s. */
  failuresMax?: number;
  windowMs?: number;
  /** Time for which it stays open, in milliseconds; 30 s by default. */
  openMs?: number;
};

/** Outcome of a call for its source; `neutral` if the caller disconnected or one of our limits ended it. */
export type CallOutcome = 'answered' | 'failed' | 'neutral';

/**
 * Stops calls to a failing source. After the pause one call is let through as a probe, which closes the circuit or
 * opens it again.
 */
export type CircuitBreaker = {
  /** Returns undefined while the circuit is open; otherwise a function to call once when the call has ended. */
  enter(): ((outcome: CallOutcome) => void) | undefined;
  /** Opens the circuit at once, for at least this long. */
  open(forMs: number): void;
  isOpen(): boolean;
};

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { clock, failuresMax = 5, windowMs = 30_000, openMs = 30_000 } = options;
  /** Times of the failures since the last answer. */
  let failures: number[] = [];
  /** End of the pause in epoch milliseconds; undefined while the circuit is closed. */
  let openUntil: number | undefined;
  let probing = false;

  function open(forMs: number): void {
    openUntil = Math.max(openUntil ?? 0, clock.now() + forMs);
    failures = [];
  }

  function leaveProbe(outcome: CallOutcome): void {
    probing = false;
    if (outcome === 'answered') openUntil = undefined;
    if (outcome === 'failed') open(openMs);
  }

  function leave(outcome: CallOutcome): void {
    // Results of calls that began before the circuit opened are not news.
    if (openUntil !== undefined || outcome === 'neutral') return;
    const now = clock.now();
    failures = outcome === 'answered' ? [] : [...failures.filter((time) => time > now - windowMs), now];
    if (failures.length >= failuresMax) open(openMs);
  }

  return {
    enter() {
      if (openUntil === undefined) return leave;
      if (probing || clock.now() < openUntil) return undefined;
      probing = true;
      return leaveProbe;
    },
    open,
    isOpen: () => openUntil !== undefined,
  };
}
