import type { Clock } from '@citewell/core/clock.ts';

/** This many failures without a complete reply between them, within this time, open the circuit for as long again. */
const failuresMax = 5;
const windowMs = 30_000;

/** One request's leave to go. */
type Pass = {
  /** The provider has begun to answer: an open circuit closes. */
  answered(): void;
  /** Reports the outcome; undefined if it says nothing about the provider. Only the first call counts. */
  close(verdict: 'complete' | 'failed' | undefined): void;
};

/**
 * Keeps requests from a provider that is down. One that fails now and then is the retry's business: a complete reply
 * forgets the failures before it.
 */
export type CircuitBreaker = {
  /** Undefined while the circuit is open, but for one probe at a time once the time is over. */
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

/** The circuits of one provider, a model each: one that is gone takes no other with it. */
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
