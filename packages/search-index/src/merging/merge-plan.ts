/** What the plan looks at: records that live, and those that are dead but still take room. */
export type SegmentSize = { id: number; living: number; dead: number };

/** Segments of one size are merged when there are this many. More of them cost a search, fewer cost the ingest. */
const mergedAt = 6;
const smallest = 8_192;
const deadShareMax = 0.25;

/** Which segments to merge into one now; undefined where it is well as it is. Each record is copied once a size. */
export function planMerge(segments: readonly SegmentSize[]): number[] | undefined {
  for (const ofOneSize of Map.groupBy(segments, sizeClass).values())
    if (ofOneSize.length >= mergedAt) return ofOneSize.map(({ id }) => id);
  const wasted = segments.find(({ living, dead }) => dead > 0 && dead >= deadShareMax * (living + dead));
  return wasted && [wasted.id];
}

/** 0 for up to `smallest` records, and one more for each `mergedAt` times as many. */
function sizeClass({ living }: SegmentSize): number {
  return Math.max(0, Math.ceil(Math.log(Math.max(living, 1) / smallest) / Math.log(mergedAt)));
}
