import type { Clock } from '@citewell/core/clock.ts';

export type CircuitBreakerOptions = {
  clock: Clock;
  /** Failures in a row, within the window, that open the circuit; default 5 in 30 s. */
  failuresMax?: number;
  windowMs?: number;
  /** Time for which it stays open, in milliseconds; 30 s by default. */
  openMs?: number;
};

/** Outcome of a call for its source; `neutral` if the caller disconnected or a limit of ours ended it. */
export type CallOutcome = 'answered' | 'failed' | 'neutral';

/**
 * Keeps calls away from a source that fails. After the pause one call goes through as a probe: it closes the circuit or
 * opens it again.
 */
export type CircuitBreaker = {
  /** Undefined while the circuit is open; else what to call once, when the call is over. */
  enter(): ((outcome: CallOutcome) => void) | undefined;
  /** Opens the circuit at once, for at least this long. */
  open(forMs: number): void;
  isOpen(): boolean;
};

export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { clock, failuresMax = 5, windowMs = 30_000, openMs = 30_000 } = options;
  /** Instants of the failures since the last answer. */
  let failures: number[] = [];
  /** Undefined: closed. */
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
    // Calls begun before the circuit opened say nothing new.
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
