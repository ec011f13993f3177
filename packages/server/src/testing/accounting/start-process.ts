import { systemClock } from '@citewell/core/clock.ts';
import { openCacheFile } from '../../database/sqlite/cache-file.ts';
import { createSqliteRateLimits } from '../../database/sqlite/rate-limiter.ts';
import { createRateLimiter } from '../../literature/sources/remote/rate-limiter.ts';
import type { RateLimitStore } from '../../literature/sources/remote/sliding-window.ts';

/**
 * Separate process that acquires starts from a rate limiter in a file: `start-process.ts PATH COUNT`. Prints "ready", waits
 * for a line on standard input, and prints the epoch milliseconds of each start.
 */
const [path = '', count] = process.argv.slice(2);
const clock = { at: 0, now: () => (clock.at = systemClock.now()) };
const file = openCacheFile({ path, log: (_level, event) => process.stderr.write(`${event}\n`) });
const shared = createSqliteRateLimits(file, 'ncbi', clock);
const store: RateLimitStore = {
  ...shared,
  async take(request) {
    const answer = await shared.take(request);
    process.stdout.write(`${clock.at}\n`.repeat(answer.taken));
    return answer;
  },
};
const limiter = createRateLimiter({ startsPerSecond: 3, clock: systemClock, store });
const request = { signal: new AbortController().signal, deadline: Number.MAX_SAFE_INTEGER };

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
await Promise.all(Array.from({ length: Number(count) }, () => limiter.acquire(request)));
file.close();
process.exit(0);
