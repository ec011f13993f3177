import type { Clock } from '@citewell/core/clock.ts';
import type { CircuitBreaker } from '../../../platform/circuit-breaker.ts';
import type { Log } from '../../../platform/log.ts';
import type { RecordRequest } from '../../../platform/request-metrics.ts';
import type { LiteratureCache } from '../cache.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Options of every remote source. */
export type RemoteOptions = {
  /** Base URL of the service. */
  baseUrl: string;
  cache: LiteratureCache;
  clock: Clock;
  log: Log;
  /** Defaults to the source's own rate, for this process alone. */
  limiter?: RateLimiter;
  /** Circuit breaker, for callers that need its state; by default a separate one. */
  breaker?: CircuitBreaker | undefined;
  recordRequest?: RecordRequest | undefined;
  /** Milliseconds per attempt; this, the jitter and the pauses between attempts are for tests. */
  attemptTimeoutMs?: number;
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};
