import type { Row, Section } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Times } from './searcher.ts';

/** Compares the times of searches in the largest library with those in the smallest; undefined if there is only one. */
export function growthSection(name: string, times: ReadonlyMap<number, Times>): Section | undefined {
  const [smallest, ...others] = [...times.keys()].sort((left, right) => left - right);
  const largest = others.at(-1);
  if (smallest === undefined || largest === undefined) return undefined;
  const of = (size: number, kind: string) => percentile(times.get(size)?.get(kind) ?? [], 99);
  const rows = [...(times.get(largest)?.keys() ?? [])].map((kind): Row => {
    const figure = `${kind}, p99`;
    const value = of(largest, kind) / of(smallest, kind);
    // Crucial for relevance over common words, whose cost must not grow with the number of matches.
    return {
      figure,
      value,
      unit: 'x',
      ...(kind.includes('words') && isRanked(kind) && { goal: { atMost: 1.5 } }),
    };
  });
  const sizes = [largest, smallest].map((size) => size.toLocaleString('en-US')).join(' records / ');
  return { title: `Citewell on ${name}: ${sizes}`, rows };
}

function isRanked(kind: string): boolean {
  return kind.endsWith('by relevance');
}
