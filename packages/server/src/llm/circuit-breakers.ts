import type { Clock } from '@citewell/core/clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../platform/circuit-breaker.ts';

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
