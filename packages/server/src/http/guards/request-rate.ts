import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';

const windowMs = 60_000;

/** Maximum number of requests per minute in this process. */
export type RateLimits = {
  /** Limit per caller, identified by key or network. */
  ofCaller: number;
  /** Limit for all callers together. */
  ofAll: number;
};

/** Limits the rate of requests that are free and not metered. Memory is bounded by `ofAll`. */
export class RequestRate {
  readonly #limits: RateLimits;
  readonly #clock: Clock;
  /** The requests of the last minute, oldest first. */
  #recent: { caller: string; at: number }[] = [];

  constructor(limits: RateLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts a request. Throws 429 rate_limited if the caller has sent too many, 503 overloaded if all together have. */
  take(caller: string): void {
    const now = this.#clock.now();
    this.#recent = this.#recent.filter(({ at }) => at > now - windowMs);
    const own = this.#recent.filter((request) => request.caller === caller);
    if (own.length >= this.#limits.ofCaller) throw tooOften('rate_limited', own[0]?.at ?? now, now);
    if (this.#recent.length >= this.#limits.ofAll)
      throw tooOften('overloaded', this.#recent[0]?.at ?? now, now);
    this.#recent.push({ caller, at: now });
  }
}

function tooOften(code: 'rate_limited' | 'overloaded', oldestAt: number, now: number): ServiceError {
  const seconds = Math.max(1, Math.ceil((oldestAt + windowMs - now) / 1000));
  return new ServiceError(code, {
    headers: { 'Retry-After': String(seconds) },
    ...(code === 'rate_limited' && {
      detail: {
        en: `Too many requests of this kind; try again in ${seconds} s.`,
        zh: `此类请求过于频繁，请在 ${seconds} 秒后重试。`,
      },
    }),
  });
}
