import type { Clock } from '@citewell/core/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Observe } from '../../../platform/observe.ts';
import type { LiteratureCache } from '../cache.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Options of every remote source. */
export type RemoteOptions = {
  /** Base URL of the service. */
  baseUrl: string;
  cache: LiteratureCache;
  clock: Clock;
  log: Log;
  /** Default: the source's own rate, for this process alone. */
  limiter?: RateLimiter;
  /** For those who want to know how it stands; by default one of its own. */
  breaker?: CircuitBreaker | undefined;
  observe?: Observe | undefined;
  /** For tests: how long one try may take, the jitter, and the pauses between tries. */
  attemptTimeoutMs?: number;
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};
