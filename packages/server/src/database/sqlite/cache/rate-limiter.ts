import type { Clock } from '@citewell/core/clock.ts';
import {
  acquireStarts,
  emptyWindow,
  pauseWindow,
  type RateLimitStore,
  type SlidingWindow,
} from '../../../literature/sources/remote/sliding-window.ts';
import type { CacheFile } from './cache-file.ts';

const read = 'SELECT starts, paused_until FROM rate_limit WHERE name = ?';
const write = 'INSERT OR REPLACE INTO rate_limit (name, starts, paused_until) VALUES (?, ?, ?)';

/**
 * Creates rate limits for all processes that share the data folder, and therefore a machine and its clock. Starts with the same
 * name are counted together. If the file cannot be used, the process continues with its own counts.
 */
export function createSqliteRateLimits(file: CacheFile, name: string, clock: Clock): RateLimitStore {
  let known: SlidingWindow = emptyWindow;

  /** Replaces the window with the result of `next`, in the file if possible. */
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
