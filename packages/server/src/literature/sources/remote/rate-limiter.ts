import type { Clock } from '@citewell/core/clock.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import {
  type AcquiredStarts,
  acquireStarts,
  emptyWindow,
  pauseWindow,
  type RateLimitStore,
  type SlidingWindow,
} from './sliding-window.ts';

type StartRequest = {
  signal: AbortSignal;
  /** Epoch milliseconds after which a start is useless. Read again when needed, since it may move during the wait. */
  readonly deadline: number;
  /**
   * Set if it completes work in progress, which takes precedence: otherwise a burst would begin everything and finish
   * nothing.
   */
  urgent?: boolean;
};

/**
 * Schedules requests to a source. One per caller identity upstream; processes can share one.
 * @example
 * if (await limiter.acquire({ signal, deadline: Date.now() + 2_000 })) await send();
 */
export interface RateLimiter {
  /**
   * Waits for a start, first come first served. Resolves with true when it may be made immediately, or with false as
   * soon as it is known that none is possible before the deadline.
   * @throws the reason of `signal` if it aborts.
   */
  acquire(request: StartRequest): Promise<boolean>;
  /**
   * Permits no start before an instant, as Retry-After asks.
   * @param instant Epoch milliseconds.
   * @throws nothing: a shared store that fails is logged
   */
  pauseUntil(instant: number): void;
}

/**
 * Rate limiter that reports its state in this process.
 * @example
 * const { waiting, waitMs } = limiter.queueStatus();
 */
export interface ObservableRateLimiter extends RateLimiter {
  /**
   * Returns the state of the queue of this process.
   * @throws nothing
   */
  queueStatus(): QueueStatus;
}

/**
 * State of the queue: waiting requests, the wait of one more in milliseconds, and the number of requests rejected
 * because no start was possible in time.
 */
export type QueueStatus = { waiting: number; waitMs: number; refused: number };

export type RateLimiterOptions = {
  /** Maximum number of starts in any rolling second. */
  startsPerSecond: number;
  clock: Clock;
  /** Store that counts the starts; by default memory of this process alone. */
  store?: RateLimitStore;
  log?: Log;
};

const windowMs = 1_000;
/**
 * Time after its slot within which a request may still start, which allows for the store's reply and varying network
 * latency.
 */
const usualSlackMs = 50;
/** Minimum wait, which prevents busy polling of the store when clocks differ. */
const waitMinMs = 5;

type Waiter = { request: StartRequest; settle: (allowed: boolean) => void };

/**
 * Limits the starts in any rolling second over all processes that share the store; a burst within the limit does not
 * wait. Within a process the order is first come, first served; between processes the first request wins. The store is
 * asked when a start may be available and replies when the next one will be, without polling. If it fails, nothing
 * starts.
 */
export function createRateLimiter(options: RateLimiterOptions): ObservableRateLimiter {
  const { startsPerSecond, clock, log = () => {} } = options;
  const store = options.store ?? createLocalStarts(clock);
  let queue: Waiter[] = [];
  /** Known starts of the last window, oldest first. */
  let recent: number[] = [];
  let pausedUntil = 0;
  let slackMs = usualSlackMs;
  let asking = false;
  let refused = 0;
  let timer: NodeJS.Timeout | undefined;

  /**
   * Rejects requests that cannot start in time, and claims starts for those that can; otherwise returns at the time of
   * the next one.
   */
  function serve(): void {
    clearTimeout(timer);
    if (asking) return;
    const now = clock.now();
    // A clock that was set back must not block everybody.
    recent = recent.map((start) => Math.min(start, now + slackMs));
    const planned = [...recent];
    let ready = 0;
    let next: number | undefined;
    for (const waiter of [...queue]) {
      const freed = planned.length < startsPerSecond ? now : (planned.at(-startsPerSecond) ?? now) + windowMs;
      const start = Math.max(now, freed, pausedUntil);
      if (start > waiter.request.deadline) {
        settle(waiter, false);
        continue;
      }
      planned.push(start);
      if (start > now) next ??= start;
      else ready += 1;
    }
    if (ready > 0) ask(ready);
    else if (next !== undefined) timer = setTimeout(serve, Math.max(next - now, waitMinMs));
  }

  /** A synchronous store involves no waiting: earlier requests start before later ones arrive. */
  function ask(wanted: number): void {
    const askedAt = clock.now();
    const answer = store.take({ startsPerSecond, windowMs, slackMs, wanted });
    if (!(answer instanceof Promise)) {
      give(answer, askedAt);
      return;
    }
    asking = true;
    answer
      .finally(() => {
        asking = false;
      })
      .then((taken) => give(taken, askedAt))
      .catch((error) => {
        log('warn', 'rate_limiter_failed', describeError(error));
        for (const waiter of [...queue]) settle(waiter, false);
      });
  }

  function give({ taken, ages, pausedMs }: AcquiredStarts, askedAt: number): void {
    const now = clock.now();
    recent = ages.map((age) => now - age);
    if (pausedMs > 0) pausedUntil = Math.max(pausedUntil, now + pausedMs);
    // A start whose reply took too long is lost; the next claim allows more time.
    const isLate = now - askedAt > slackMs;
    slackMs = Math.max(usualSlackMs, 2 * (now - askedAt));
    if (!isLate) for (const waiter of queue.slice(0, taken)) settle(waiter, now <= waiter.request.deadline);
    serve();
  }

  function settle(waiter: Waiter, allowed: boolean): void {
    queue = queue.filter((other) => other !== waiter);
    if (!allowed) refused += 1;
    waiter.settle(allowed);
  }

  async function storePause(ms: number): Promise<void> {
    try {
      await store.pause(ms);
    } catch (error) {
      log('warn', 'rate_limiter_failed', describeError(error));
    }
  }

  return {
    acquire(request) {
      const { signal, urgent = false } = request;
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const waiter: Waiter = {
          request,
          settle(allowed) {
            signal.removeEventListener('abort', leave);
            resolve(allowed);
          },
        };
        function leave(): void {
          queue = queue.filter((other) => other !== waiter);
          reject(signal.reason);
          serve();
        }
        signal.addEventListener('abort', leave, { once: true });
        const firstUnhurried = urgent ? queue.findIndex((other) => !other.request.urgent) : -1;
        queue.splice(firstUnhurried < 0 ? queue.length : firstUnhurried, 0, waiter);
        serve();
      });
    },
    queueStatus() {
      const now = clock.now();
      const planned = [...recent];
      const plan = () => {
        const freed =
          planned.length < startsPerSecond ? now : (planned.at(-startsPerSecond) ?? now) + windowMs;
        const start = Math.max(now, freed, pausedUntil);
        planned.push(start);
        return start;
      };
      for (const _ of queue) plan();
      return { waiting: queue.length, waitMs: Math.ceil(plan() - now), refused };
    },
    pauseUntil(instant) {
      pausedUntil = Math.max(pausedUntil, instant);
      const pauseMs = Math.ceil(instant - clock.now());
      if (pauseMs > 0) void storePause(pauseMs);
      serve();
    },
  };
}

/** Counts the starts of this process alone. */
function createLocalStarts(clock: Clock): RateLimitStore {
  let state: SlidingWindow = emptyWindow;
  return {
    take(request) {
      const { after, taken } = acquireStarts(state, request, clock.now());
      state = after;
      return taken;
    },
    pause(ms) {
      state = pauseWindow(state, clock.now() + ms);
    },
  };
}
