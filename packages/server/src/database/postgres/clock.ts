import { type Clock, systemClock } from '@citewell/core/clock.ts';
import type { Run, Statement } from './database.ts';

/**
 * Source of the current time: a clock of the process, as in tests, or the database's, shared by all replicas.
 */
export type StoreClock = {
  /** Time for statements, as the argument of now_ms: epoch milliseconds, or null: the database's clock. */
  now(): number | null;
  /** Time by the process's own clock, accurate to within a day. */
  local(): number;
  /** Reads the current time, for calculations in the process. */
  read(run: Run): Promise<number>;
};

const readClock: Statement = { name: 'read_clock', text: 'SELECT now_ms($1) AS at' };

export function createStoreClock(clock?: Clock): StoreClock {
  const now = () => clock?.now() ?? null;
  return {
    now,
    local: () => (clock ?? systemClock).now(),
    async read(run) {
      const [row] = await run<{ at: number }>(readClock, [now()]);
      if (!row) throw new Error('the database returned no time');
      return row.at;
    },
  };
}
