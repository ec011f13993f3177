/** How many starts a window of this length may hold. Upstreams count by the second. */
export type StartLimit = { startsPerSecond: number; windowMs: number };

export type TakeRequest = StartLimit & {
  wanted: number;
  /** How long after it was given a start may still be made: it counts from then on. */
  slackMs: number;
};

export type Taken = {
  /** How many may start now. */
  taken: number;
  /** Milliseconds since each start of the window, these included, oldest first; below zero while it may still be made. */
  ages: readonly number[];
  /** How long nobody may start. */
  pausedMs: number;
};

/** Where the starts of one caller identity are counted: in a process, or wherever its other processes see them, too. */
export type RateLimitStore = {
  take(request: TakeRequest): Taken | Promise<Taken>;
  /** Nobody starts for so long. */
  pause(ms: number): void | Promise<void>;
};

/** The starts of the last window and the end of the pause, in epoch milliseconds. */
export type Starts = { starts: readonly number[]; pausedUntil: number };

export const noStarts: Starts = { starts: [], pausedUntil: 0 };

/** What is taken of a window, and the window after it. */
export function takeStarts(
  { starts, pausedUntil }: Starts,
  { startsPerSecond, windowMs, wanted, slackMs }: TakeRequest,
  now: number,
): { after: Starts; taken: Taken } {
  const latest = now + slackMs;
  // A clock set back must not keep everybody waiting.
  const recent = starts.map((start) => Math.min(start, latest)).filter((start) => start > now - windowMs);
  const pausedMs = Math.max(pausedUntil - now, 0);
  const taken = pausedMs > 0 ? 0 : Math.max(Math.min(wanted, startsPerSecond - recent.length), 0);
  const after = [...recent, ...Array<number>(taken).fill(latest)];
  return {
    after: { starts: after, pausedUntil },
    taken: { taken, ages: after.map((start) => now - start), pausedMs },
  };
}

/** The same window, nobody starting in it before this instant. */
export function pauseWindow({ starts, pausedUntil }: Starts, instant: number): Starts {
  return { starts, pausedUntil: Math.max(pausedUntil, instant) };
}
