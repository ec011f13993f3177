import type { YearRange } from '@citewell/core/records/query.ts';

/** The range with both its ends, undefined where it has none: sources ignore or misread half of one. */
export function closedRange({ from, to }: YearRange): { from: number; to: number } | undefined {
  return from === undefined && to === undefined ? undefined : { from: from ?? 1800, to: to ?? 3000 };
}
