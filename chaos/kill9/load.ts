import { systemClock } from '../../packages/core/src/clock.ts';
import { openAccounting } from '../../packages/server/src/accounting/open-accounting.ts';
import { everyUnref } from '../../packages/server/src/accounting/running-calls.ts';
import type { AccountsDatabase } from '../../packages/server/src/database/accounts-database.ts';
import { makeCall } from './caller.ts';
import { drawAt } from './draw.ts';
import type { LoadKey } from './load-keys.ts';
import { planCall } from './plan.ts';

export type Load = {
  seed: number;
  /** Number of the process, and which of its successive replacements it is. */
  process: number;
  life: number;
  keys: readonly LoadKey[];
  /** Number of concurrent callers. */
  callers: number;
  /** Number of calls of each; undefined: until the process is killed. */
  callsEach?: number;
};

/** Factor by which checkpoints and the reaper run more often than in the service, so that kills hit them more often. */
const haste = 20;

/**
 * Runs callers on one process's accounts, each making one call after another. Their requests depend only on the seed and
 * their position, not on others or on replies. Every second life of a process repeats the requests of the previous one, to
 * test that calls with an idempotency key do not run again.
 */
export async function runLoad(store: AccountsDatabase, load: Load): Promise<void> {
  const { seed, process, life, keys, callers, callsEach = Number.POSITIVE_INFINITY } = load;
  const accounting = openAccounting({
    store,
    clock: systemClock,
    log: () => {},
    owner: `process-${process}-${life}`,
    every: (intervalMs, task) => everyUnref(intervalMs / haste, task),
  });
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let call = 0; call < callsEach; call += 1) {
        const era = Math.floor(life / 2);
        const draw = drawAt(seed, 'call', process, era, caller, call);
        const [key, plan] = [draw.pick(keys), planCall(draw)];
        const once = plan.once ? `once-${process}-${era}-${caller}-${call}` : undefined;
        const ids = [`call-${process}-${life}-${caller}-${call}`];
        if (once && plan.twin) ids.push(`${ids[0]}-twin`);
        await Promise.all(ids.map((id) => makeCall(accounting, key, { ...plan, id, once })));
      }
    }),
  );
  await accounting.close();
}
