import { type Row, repeated } from '../report.ts';
import { median } from '../statistics.ts';
import type { QueryClass } from './queries.ts';
import type { BenchQuery } from './search-query.ts';

/** Concurrent callers, each with one search after another. */
const callerCounts = [1, 8, 32];

/** Number of times that each number of callers is measured, with other searches each time. */
const rounds = 5;

/** Throughput and CPU time of a mix of searches in each round. */
export type CallerTimes = { perSecond: number[]; cpuMs: number[]; serverCpuMs?: number[] };

/** Times of a mix by number of callers. */
export type MixTimes = Map<number, CallerTimes>;

/**
 * Measures searches of all classes in turn, each used once per engine: every round has its own, so that no cached result is
 * requested again. The numbers of callers take turns.
 */
export async function timeMix(
  classes: readonly QueryClass[],
  search: (query: BenchQuery) => Promise<unknown>,
  cpuSeconds: () => Promise<number>,
  serverCpuSeconds?: () => Promise<number>,
): Promise<MixTimes> {
  const all = inTurns(classes);
  const times: MixTimes = new Map();
  for (let part = 0; part < rounds * callerCounts.length; part++) {
    const callers = callerCounts[part % callerCounts.length] ?? 1;
    const own = all.filter((_, place) => place % (rounds * callerCounts.length) === part).values();
    let asked = 0;
    const caller = async () => {
      for (const query of own) {
        asked += 1;
        await search(query);
      }
    };
    const server = await serverCpuSeconds?.();
    const [started, cpu] = [performance.now(), await cpuSeconds()];
    await Promise.all(Array.from({ length: callers }, caller));
    const seconds = (performance.now() - started) / 1_000;
    const measured: CallerTimes = times.get(callers) ?? {
      ...{ perSecond: [], cpuMs: [] },
      ...(server !== undefined && { serverCpuMs: [] }),
    };
    times.set(callers, measured);
    measured.perSecond.push(asked / seconds);
    measured.cpuMs.push((1_000 * ((await cpuSeconds()) - cpu)) / asked);
    if (serverCpuSeconds && server !== undefined)
      measured.serverCpuMs?.push((1_000 * ((await serverCpuSeconds()) - server)) / asked);
  }
  return times;
}

/** Takes one of each class in turn, each search once. */
function inTurns(classes: readonly QueryClass[]): BenchQuery[] {
  const longest = Math.max(...classes.map(({ queries }) => queries.length));
  const queries = Array.from({ length: longest }, (_, at) =>
    classes.flatMap(({ queries: some }) => some[at] ?? []),
  ).flat();
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
}

/** Returns the medians of the rounds and their ranges. `beside`: the result of Tantivy in the same run. */
export function mixRows(mix: MixTimes, reference?: MixTimes): Row[] {
  return [...mix].flatMap(([callers, { perSecond, cpuMs, serverCpuMs }]): Row[] => {
    const name = `a mix of new searches, ${callers} caller${callers > 1 ? 's' : ''}`;
    const other = reference?.get(callers);
    return [
      repeated(name, perSecond, 'searches/s'),
      repeated(`${name}: CPU`, cpuMs, 'ms/search'),
      ...(serverCpuMs ? [repeated(`${name}: CPU of its server`, serverCpuMs, 'ms/search')] : []),
      ...(other
        ? [
            {
              figure: `${name} / the same on Tantivy`,
              value: median(perSecond) / median(other.perSecond),
              unit: 'x',
              goal: { atLeast: 0.5 },
            },
            {
              figure: `${name}: CPU / that of Tantivy`,
              value: median(cpuMs) / median(other.cpuMs),
              unit: 'x',
            },
          ]
        : []),
    ];
  });
}
