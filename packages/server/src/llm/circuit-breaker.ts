import type { Clock } from '@citewell/core/clock.ts';

/**
 * Number of failures without a complete reply in between that open the circuit, and the milliseconds within which they
 * count and for which it stays open.
 */
const failuresMax = 5;
const windowMs = 30_000;

/** Permission for one request. */
export type Pass = {
  /** The provider has begun to answer: an open circuit closes. */
  answered(): void;
  /** Reports the outcome; undefined if it says nothing about the provider. Only the first call counts. */
  close(verdict: 'complete' | 'failed' | undefined): void;
};

/**
 * Stops requests to a provider that is down. Occasional failures are left to retries: a complete reply resets the
 * count.
 */
export type CircuitBreaker = {
  /** Returns undefined while the circuit is open, except for one probe at a time after the pause. */
  enter(): Pass | undefined;
  isOpen(): boolean;
};

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures: number[] = [];
  let openUntil: number | undefined;
  let probing = false;

  return {
    isOpen: () => openUntil !== undefined,
    enter() {
      let isProbe = openUntil !== undefined;
      if (openUntil !== undefined) {
        if (probing || clock.now() < openUntil) return undefined;
        probing = true;
      }
      let closed = false;
      const endProbe = () => {
        if (isProbe) probing = false;
        isProbe = false;
      };
      return {
        answered() {
          if (!isProbe) return;
          openUntil = undefined;
          endProbe();
        },
        close(verdict) {
          if (closed) return;
          closed = true;
          const now = clock.now();
          if (verdict === 'complete') failures = [];
          if (verdict === 'failed') {
            failures = [...failures.filter((at) => now - at < windowMs), now];
            if (isProbe || failures.length >= failuresMax) openUntil = now + windowMs;
          }
          endProbe();
        },
      };
    },
  };
}

/** Circuits of one provider, one per model, so that a failing model does not affect others. */
export type CircuitBreakers = { of(model: string): CircuitBreaker };

export function createCircuitBreakers(clock: Clock): CircuitBreakers {
  const breakers = new Map<string, CircuitBreaker>();
  return {
    of(model) {
      const breaker = breakers.get(model) ?? createCircuitBreaker(clock);
      breakers.set(model, breaker);
      return breaker;
    },
  };
}
