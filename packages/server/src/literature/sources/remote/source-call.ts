import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@citewell/core/clock.ts';
import type { SourceName } from '@citewell/core/records/article.ts';
import {
  type CircuitBreaker,
  createCircuitBreaker,
  type PassOutcome,
} from '../../../platform/circuit-breaker.ts';
import type { Log } from '../../../platform/log.ts';
import type { RecordRequest } from '../../../platform/request-metrics.ts';
import { SourceError, type SourceFailure } from '../retriever.ts';
import type { HttpClient, HttpOptions, HttpReply, HttpRequest } from './http.ts';
import type { RateLimiter } from './rate-limiter.ts';

export type SourceCallDependencies = {
  source: SourceName;
  http: HttpClient;
  limiter: RateLimiter;
  clock: Clock;
  log: Log;
  breaker?: CircuitBreaker | undefined;
  recordRequest?: RecordRequest | undefined;
  /** Random number, 0 to 1, for the jitter between attempts. */
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

export type SourceCallOptions = HttpOptions & {
  /** Epoch milliseconds after which no attempt starts; by default the deadline, with which it moves. */
  readonly startBy?: number;
  /** Epoch milliseconds: if the first attempt could not start by then, the call fails as `busy` immediately. */
  readonly queueUntil?: number | undefined;
  /** Set if it completes work in progress: moves to the front of the queue. */
  urgent?: boolean;
};

/**
 * Makes a request with circuit breaker, queue and retries under one deadline. `read` throws SourceError for an unusable
 * reply.
 *
 * @throws SourceError, or the signal's reason.
 */
export type SourceCall = <T>(
  request: HttpRequest,
  options: SourceCallOptions,
  read: (reply: HttpReply) => Promise<T>,
) => Promise<T>;

const maxAttempts = 3;
const firstPauseMs = 250;
/** Pause after a rate limit that states none. */
const defaultRetryAfterMs = 1_000;
/** Pause after a network failure: not every question should wait for it, and it may recover soon. */
const noRouteMs = 10_000;
/** Pause after a block, which only people lift and further requests prolong. */
const blockedMs = 10 * 60_000;

const worthRetrying: ReadonlySet<SourceFailure> = new Set([
  'unreachable',
  'timeout',
  'rate_limited',
  'bad_reply',
]);

/** Outcome for the source that a failure implies: one that limits our rate or rejects our query is available. */
const outcomes: Record<SourceFailure, PassOutcome> = {
  no_route: 'failed',
  unreachable: 'failed',
  timeout: 'failed',
  bad_reply: 'failed',
  damaged: 'failed',
  blocked: 'failed',
  rejected: 'complete',
  rate_limited: undefined,
  circuit_open: undefined,
  busy: undefined,
};

export function createSourceCall(dependencies: SourceCallDependencies): SourceCall {
  const { source, http, limiter, clock, log, recordRequest, random = Math.random } = dependencies;
  const breaker = dependencies.breaker ?? createCircuitBreaker(clock);
  const sleep = dependencies.sleep ?? ((ms, signal) => delay(ms, undefined, { signal }));

  return async (request, options, read) => {
    let last: SourceError | undefined;
    for (let attempts = 1; ; attempts++) {
      const result = await attempt(request, options, read, last);
      if (!(result instanceof SourceError)) return result.value;
      last = result;
      if (attempts === maxAttempts || !worthRetrying.has(last.failure)) throw last;
      // After a rate limit the limiter itself pauses, for all callers.
      if (last.failure === 'rate_limited') continue;
      const pauseMs = firstPauseMs * 2 ** (attempts - 1) * (0.5 + random());
      if (clock.now() + pauseMs >= options.deadline) throw last;
      await sleep(pauseMs, options.signal).catch((error) => {
        options.signal.throwIfAborted();
        throw error;
      });
    }
  };

  /** Makes one attempt. Returns an upstream failure; throws `last` (or a reason) if it could not even start. */
  async function attempt<T>(
    request: HttpRequest,
    options: SourceCallOptions,
    read: (reply: HttpReply) => Promise<T>,
    last: SourceError | undefined,
  ): Promise<{ value: T } | SourceError> {
    const pass = breaker.enter();
    if (!pass) throw last ?? new SourceError(source, 'circuit_open');
    let outcome: PassOutcome;
    try {
      const { signal, urgent = false } = options;
      // A search that has begun is retried even if that exceeds the queue's limit.
      const queueUntil = last ? undefined : options.queueUntil;
      const start = {
        signal,
        urgent,
        get deadline() {
          return Math.min(options.startBy ?? options.deadline, queueUntil ?? Number.POSITIVE_INFINITY);
        },
      };
      if (!(await limiter.acquire(start)))
        throw last ?? new SourceError(source, queueUntil === undefined ? 'rate_limited' : 'busy');
      const result = await exchange(request, options, read);
      outcome = result instanceof SourceError ? outcomes[result.failure] : 'complete';
      return result;
    } finally {
      pass.close(outcome);
    }
  }

  async function exchange<T>(
    request: HttpRequest,
    options: HttpOptions,
    read: (reply: HttpReply) => Promise<T>,
  ): Promise<{ value: T } | SourceError> {
    let retryAfterMs: number | undefined;
    const startedAt = clock.now();
    try {
      const value = await http.exchange(request, options, (reply) => {
        retryAfterMs = reply.retryAfterMs;
        return read(reply);
      });
      recordRequest?.({ durationMs: clock.now() - startedAt });
      return { value };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { failure, status } = error;
      recordRequest?.({ durationMs: clock.now() - startedAt, failure });
      if (failure === 'rate_limited') limiter.pauseUntil(clock.now() + (retryAfterMs ?? defaultRetryAfterMs));
      if (failure === 'blocked') breaker.open(blockedMs);
      if (failure === 'no_route') breaker.open(noRouteMs);
      log('warn', 'source_failed', { source, failure, ...(status !== undefined && { status }) });
      return error;
    }
  }
}
