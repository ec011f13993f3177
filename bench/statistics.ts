/** The p-th percentile (0 to 100) by linear interpolation between ranks; NaN of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = ((sorted.length - 1) * p) / 100;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Spread of repetitions of one measurement: (largest − smallest) / median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Time from `start` to `end` on any one clock. */
export type Interval = { start: number; end: number };

/**
 * Counts the sequential round trips: the longest chain in which each interval begins no earlier than the previous one
 * ended. Concurrent requests add nothing.
 */
export function sequentialDepth(intervals: readonly Interval[]): number {
  let depth = 0;
  let freeFrom = Number.NEGATIVE_INFINITY;
  // Always choosing the interval that ends first leaves the most room for the others, which gives the longest chain.
  for (const { start, end } of intervals.toSorted((a, b) => a.end - b.end)) {
    if (start < freeFrom) continue;
    depth += 1;
    freeFrom = end;
  }
  return depth;
}
