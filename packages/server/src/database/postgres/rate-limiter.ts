import type { RateLimitStore } from '../../literature/sources/remote/sliding-window.ts';
import type { PostgresDatabase, Statement } from './database.ts';

const takeStarts: Statement = { name: 'take_starts', text: 'SELECT * FROM take_starts($1, $2, $3, $4, $5)' };
const pauseWindow: Statement = {
  name: 'pause_starts',
  text: `INSERT INTO rate_limit (name, paused_until) VALUES ($1, now_ms(NULL) + $2)
    ON CONFLICT (name) DO UPDATE SET paused_until = greatest(rate_limit.paused_until, excluded.paused_until)`,
};

type TakenRow = { taken: number; ages: number[]; paused_ms: number };

/** Creates rate limits for all processes that share the database, by its clock. Starts with the same name are counted together. */
export function createPostgresRateLimits(database: PostgresDatabase, name: string): RateLimitStore {
  return {
    async take({ startsPerSecond, windowMs, slackMs, wanted }) {
      const limits = [startsPerSecond, windowMs, slackMs];
      const [row] = await database.run<TakenRow>(takeStarts, [name, ...limits, wanted]);
      if (!row) throw new Error('take_starts: an answer is missing');
      return { taken: row.taken, ages: row.ages, pausedMs: row.paused_ms };
    },
    async pause(ms) {
      await database.run(pauseWindow, [name, ms]);
    },
  };
}
