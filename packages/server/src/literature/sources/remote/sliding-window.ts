/** Number of starts permitted per window of this length. Upstream services count per second. */
type StartLimit = { startsPerSecond: number; windowMs: number };

export type AcquireRequest = StartLimit & {
  wanted: number;
  /** Time after its slot within which a request may still start, from which it counts. */
  slackMs: number;
};

export type AcquiredStarts = {
  /** Number of requests that may start now. */
  taken: number;
  /**
   * Milliseconds since each start of the window, these included, oldest first; negative while it is still to be made.
   */
  ages: readonly number[];
  /** Time for which no request may start, in milliseconds. */
  pausedMs: number;
};

/**
 * Counts the starts of one caller identity: within a process, or shared with its other processes.
 * @throws errors of the database that processes share; nothing within one process
 * @example
 * const { taken } = await store.take(request);
 */
export interface RateLimitStore {
  /** Claims as many of the wanted starts as the limit permits now. */
  take(request: AcquireRequest): AcquiredStarts | Promise<AcquiredStarts>;
  /** Permits no start for `ms` milliseconds. */
  pause(ms: number): void | Promise<void>;
}

/** Starts of the last window and the end of the pause, in epoch milliseconds. */
export type SlidingWindow = { starts: readonly number[]; pausedUntil: number };

export const emptyWindow: SlidingWindow = { starts: [], pausedUntil: 0 };

/** Claims starts from a window; returns their number and the resulting window. */
export function acquireStarts(
  { starts, pausedUntil }: SlidingWindow,
  { startsPerSecond, windowMs, wanted, slackMs }: AcquireRequest,
  now: number,
): { after: SlidingWindow; taken: AcquiredStarts } {
  const latest = now + slackMs;
  // A clock that was set back must not block everybody.
  const recent = starts.map((start) => Math.min(start, latest)).filter((start) => start > now - windowMs);
  const pausedMs = Math.max(pausedUntil - now, 0);
  const taken = pausedMs > 0 ? 0 : Math.max(Math.min(wanted, startsPerSecond - recent.length), 0);
  const after = [...recent, ...Array<number>(taken).fill(latest)];
  return {
    after: { starts: after, pausedUntil },
    taken: { taken, ages: after.map((start) => now - start), pausedMs },
  };
}

/** Returns the window with no start permitted before this time. */
export function pauseWindow({ starts, pausedUntil }: SlidingWindow, instant: number): SlidingWindow {
  return { starts, pausedUntil: Math.max(pausedUntil, instant) };
}
