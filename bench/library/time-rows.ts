import type { Row } from '../report.ts';
import { percentile } from '../statistics.ts';

/** Formats one line per kind: its 99th percentile, with the median and the maximum as its range. */
export function timeRow(figure: string, times: readonly number[], goal?: Row['goal']): Row {
  const range: Row['range'] = [percentile(times, 50), Math.max(...times)];
  return { figure, value: percentile(times, 99), unit: 'ms', range, ...(goal && { goal }) };
}

/** Heading of such lines. */
export const timeTitle = 'p99 (median to longest)';
