import type { Row, Section } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import type { MixTimes } from './mix.ts';
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
  return { title: `Citewell on ${name}: ${ratioOf(largest, smallest)}`, rows };
}

/**
 * Compares the CPU time of a search of the mix in the largest library with that in the next smaller one; undefined if there is
 * only one. `goal`: of the ratio, if it has one.
 */
export function cpuGrowthSection(
  name: string,
  mixes: ReadonlyMap<number, MixTimes>,
  goal?: Row['goal'],
): Section | undefined {
  const [largest, next] = [...mixes.keys()].sort((left, right) => right - left);
  if (largest === undefined || next === undefined) return undefined;
  const of = (size: number, callers: number) => {
    const { cpuMs = [], serverCpuMs } = mixes.get(size)?.get(callers) ?? {};
    return median(cpuMs) + (serverCpuMs ? median(serverCpuMs) : 0);
  };
  const rows = [...(mixes.get(largest)?.keys() ?? [])].map(
    (callers): Row => ({
      figure: `CPU of a search of the mix, ${callers} caller${callers > 1 ? 's' : ''}`,
      value: of(largest, callers) / of(next, callers),
      unit: 'x',
      ...(goal && { goal }),
    }),
  );
  return { title: `${name}: ${ratioOf(largest, next)}`, rows };
}

function ratioOf(...sizes: number[]): string {
  return sizes.map((size) => size.toLocaleString('en-US')).join(' records / ');
}

function isRanked(kind: string): boolean {
  return kind.endsWith('by relevance');
}
