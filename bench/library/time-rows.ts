import type { Row } from '../report.ts';
import { percentile } from '../statistics.ts';

/** One line a kind: its 99th percentile, and from the median to the longest as its range. */
export function timeRow(figure: string, times: readonly number[], goal?: Row['goal']): Row {
  const range: Row['range'] = [percentile(times, 50), Math.max(...times)];
  return { figure, value: percentile(times, 99), unit: 'ms', range, ...(goal && { goal }) };
}

/** Heading of such lines. */
export const timeTitle = 'p99 (median to longest)';
