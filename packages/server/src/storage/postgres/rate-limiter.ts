import type { Clock } from '../../clock.ts';
import type { RateLimiter } from '../../literature/remote/rate-limiter.ts';
import { describeError, type Log } from '../../log.ts';
import type { PostgresDatabase, Statement } from './database.ts';

export type SharedRateLimiterOptions = {
  database: PostgresDatabase;
  /** Whose rate it is: limiters of one name share it. */
  name: string;
  startsPerSecond: number;
  clock: Clock;
  log: Log;
};

const windowMs = 1_000;
/** How long after the database has given a start it may be made: for its reply, and for the way to the other side. */
const usualSlackMs = 50;
/** What a wait is at least, however the clocks differ: nobody asks the database again and again. */
const leastWaitMs = 5;

const takeStarts: Statement = { name: 'take_starts', text: 'SELECT * FROM take_starts($1, $2, $3, $4, $5)' };
const pauseStarts: Statement = {
  name: 'pause_starts',
  text: `INSERT INTO rate_limit (name, paused_until) VALUES ($1, now_ms(NULL) + $2)
    ON CONFLICT (name) DO UPDATE SET paused_until = greatest(rate_limit.paused_until, excluded.paused_until)`,
};

type Waiter = { deadline: number; urgent: boolean; settle: (allowed: boolean) => void };
type TakenRow = { taken: number; ages: number[]; paused_ms: number };

/**
 * At most so many starts in any rolling second, over all processes that share the database. Within a process first come
 * is first served; between processes whoever asks first. The database is asked when it may have a start to give and then
 * says when the next can be: nobody polls. Where it cannot be asked, nobody starts.
 */
export function createSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter {
  const { database, name, startsPerSecond, clock, log } = options;
  let queue: Waiter[] = [];
  /** The starts of the last window as far as is known here, oldest first. */
  let recent: number[] = [];
  let pausedUntil = 0;
  let slackMs = usualSlackMs;
  let asking = false;
  let timer: NodeJS.Timeout | undefined;

  /** Refuses who cannot start in time, and asks for those who may start now; else comes back when the next may. */
  function serve(): void {
    clearTimeout(timer);
    if (asking) return;
    const now = clock.now();
    const planned = [...recent];
    let ready = 0;
    let next: number | undefined;
    for (const waiter of [...queue]) {
      const freed = planned.length < startsPerSecond ? now : (planned.at(-startsPerSecond) ?? now) + windowMs;
      const start = Math.max(now, freed, pausedUntil);
      if (start > waiter.deadline) {
        settle(waiter, false);
        continue;
      }
      planned.push(start);
      if (start > now) next ??= start;
      else ready += 1;
    }
    if (ready > 0) void ask(ready);
    else if (next !== undefined) timer = setTimeout(serve, Math.max(next - now, leastWaitMs));
  }

  async function ask(wanted: number): Promise<void> {
    asking = true;
    try {
      const askedAt = clock.now();
      const limits = [startsPerSecond, windowMs, slackMs];
      const [row] = await database.run<TakenRow>(takeStarts, [name, ...limits, wanted]);
      if (!row) throw new Error('take_starts: an answer is missing');
      const now = clock.now();
      recent = row.ages.map((age) => now - age);
      pausedUntil = Math.max(pausedUntil, now + row.paused_ms);
      // A start whose reply was longer on its way is lost; the next is taken with more time to be made in.
      const isLate = now - askedAt > slackMs;
      slackMs = Math.max(usualSlackMs, 2 * (now - askedAt));
      if (!isLate) for (const waiter of queue.slice(0, row.taken)) settle(waiter, now <= waiter.deadline);
    } catch (error) {
      log('warn', 'rate_limiter_failed', describeError(error));
      for (const waiter of [...queue]) settle(waiter, false);
    } finally {
      asking = false;
    }
    serve();
  }

  function settle(waiter: Waiter, allowed: boolean): void {
    queue = queue.filter((other) => other !== waiter);
    waiter.settle(allowed);
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
      const pauseMs = Math.ceil(instant - clock.now());
      if (pauseMs > 0)
        database
          .run(pauseStarts, [name, pauseMs])
          .catch((error) => log('warn', 'rate_limiter_failed', describeError(error)));
      serve();
    },
  };
}
