/** Counts on which the plan is based: live records, and deleted ones that still take space. */
export type SegmentSize = { id: number; live: number; deleted: number };

/** Number of segments of one size at which they are merged. More make searches slower, fewer make the ingest slower. */
const mergedAt = 6;
const smallest = 8_192;
const deletedShareMax = 0.25;

/** Selects the segments to merge next; undefined if none need merging. Each record is copied once per size class. */
export function planMerge(segments: readonly SegmentSize[]): number[] | undefined {
  for (const ofOneSize of Map.groupBy(segments, sizeClass).values())
    if (ofOneSize.length >= mergedAt) return ofOneSize.map(({ id }) => id);
  const wasted = segments.find(
    ({ live, deleted }) => deleted > 0 && deleted >= deletedShareMax * (live + deleted),
  );
  return wasted && [wasted.id];
}

/** Returns 0 for up to `smallest` records, and one more for each factor of `mergedAt`. */
function sizeClass({ live }: SegmentSize): number {
  return Math.max(0, Math.ceil(Math.log(Math.max(live, 1) / smallest) / Math.log(mergedAt)));
}
