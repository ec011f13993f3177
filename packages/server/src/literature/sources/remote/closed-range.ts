import type { YearRange } from '@citewell/core/records/query.ts';

/** Completes a range with both ends; returns undefined if it has neither. Sources ignore or misread half a range. */
export function closedRange({ from, to }: YearRange): { from: number; to: number } | undefined {
  return from === undefined && to === undefined ? undefined : { from: from ?? 1800, to: to ?? 3000 };
}
