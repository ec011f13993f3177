import type { Clock } from '../../clock.ts';

export type StartRequest = {
  signal: AbortSignal;
  /** Epoch milliseconds: a later start is of no use. */
  deadline: number;
  /** Goes before all that is not: it ends work already begun. Without it a rush would begin everything and end nothing. */
  urgent?: boolean;
};

/** Who may start a request, and when. One per caller identity upstream; replicas can share one. */
export interface RateLimiter {
  /**
   * Waits for a start, first come first served. True once it may be made at once; false where it cannot be had before
   * the deadline, said as soon as that is known. Rejects with the signal's reason.
   */
  acquire(request: StartRequest): Promise<boolean>;
  /** Nobody starts before this instant: what Retry-After asks for. */
  pauseUntil(instant: number): void;
}

export type RateLimiterOptions = {
  startsPerSecond: number;
  clock: Clock;
  /** Default 1,050: one second and a little, for requests reach the other side unevenly. */
  windowMs?: number;
};

type Waiter = { deadline: number; urgent: boolean; settle: (allowed: boolean) => void };

/** At most so many starts in any rolling window, in this process: exact, and a burst within it waits for nothing. */
export function createRateLimiter({
  startsPerSecond: starts,
  clock,
  windowMs = 1_050,
}: RateLimiterOptions): RateLimiter {
  /** The last starts, oldest first, at most as many as a window holds. */
  let recent: number[] = [];
  let queue: Waiter[] = [];
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Starts who may start, refuses who cannot in time, and comes back when the next may. */
  function serve(): void {
    clearTimeout(timer);
    const now = clock.now();
    // A clock set back must not keep everybody waiting.
    recent = recent.map((start) => Math.min(start, now));
    const planned = [...recent];
    const waiting: Waiter[] = [];
    let next: number | undefined;
    for (const waiter of queue) {
      const freed = planned.length < starts ? now : (planned.at(-starts) ?? now) + windowMs;
      const start = Math.max(now, freed, pausedUntil);
      if (start > waiter.deadline) {
        waiter.settle(false);
        continue;
      }
      planned.push(start);
      if (start > now) {
        waiting.push(waiter);
        next ??= start;
      } else {
        recent = [...recent, now].slice(-starts);
        waiter.settle(true);
      }
    }
    queue = waiting;
    if (next !== undefined) timer = setTimeout(serve, next - now);
  }

  return {
    acquire({ signal, deadline, urgent = false }) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const waiter: Waiter = {
          deadline,
          urgent,
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
        const firstUnhurried = urgent ? queue.findIndex((other) => !other.urgent) : -1;
        queue.splice(firstUnhurried < 0 ? queue.length : firstUnhurried, 0, waiter);
        serve();
      });
    },
    pauseUntil(instant) {
      pausedUntil = Math.max(pausedUntil, instant);
      serve();
    },
  };
}
