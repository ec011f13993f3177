import type { Clock } from '@citewell/core/clock.ts';
import {
  acquireStarts,
  emptyWindow,
  pauseWindow,
  type RateLimitStore,
  type SlidingWindow,
} from '../../literature/sources/remote/sliding-window.ts';
import type { CacheFile } from './cache-file.ts';

const read = 'SELECT starts, paused_until FROM rate_limit WHERE name = ?';
const write = 'INSERT OR REPLACE INTO rate_limit (name, starts, paused_until) VALUES (?, ?, ?)';

/**
 * The starts of all processes that share the data folder, and so a machine and its clock. Those of one name are counted
 * together. Where the file cannot be used, this process goes on by what it knows.
 */
export function createSqliteRateLimits(file: CacheFile, name: string, clock: Clock): RateLimitStore {
  let known: SlidingWindow = emptyWindow;

  /** Replaces the window by what `next` makes of it, in the file where that is possible. */
  function change(next: (starts: SlidingWindow) => SlidingWindow): void {
    const stored = file.transact((prepare) => {
      const after = next(toStarts(prepare(read).get(name)));
      prepare(write).run(name, JSON.stringify(after.starts), after.pausedUntil);
      return after;
    });
    known = stored ?? next(known);
  }

  return {
    take(request) {
      let taken = { taken: 0, ages: [] as readonly number[], pausedMs: 0 };
      change((starts) => {
        const result = acquireStarts(starts, request, clock.now());
        taken = result.taken;
        return result.after;
      });
      return taken;
    },
    pause(ms) {
      change((starts) => pauseWindow(starts, Math.ceil(clock.now() + ms)));
    },
  };
}

function toStarts(row: Record<string, unknown> | undefined): SlidingWindow {
  if (!row) return emptyWindow;
  return { starts: JSON.parse(String(row.starts)), pausedUntil: Number(row.paused_until) };
}
