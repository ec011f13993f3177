import type { Row } from '../report.ts';
import type { QueryClass } from './queries.ts';
import type { BenchQuery } from './search-query.ts';

/** Concurrent callers, each with one search after another. */
const callerCounts = [1, 8, 32];

/** Throughput and CPU time of a mix of searches, by number of callers. */
export type MixTimes = Map<number, { perSecond: number; cpuMs: number; serverCpuMs?: number }>;

/**
 * Returns searches of all classes in turn, each used once per engine: every number of callers has its own, so that no
 * cached result is requested again.
 */
export async function timeMix(
  classes: readonly QueryClass[],
  search: (query: BenchQuery) => Promise<unknown>,
  cpuSeconds: () => Promise<number>,
  serverCpuSeconds?: () => Promise<number>,
): Promise<MixTimes> {
  const all = inTurns(classes);
  const times: MixTimes = new Map();
  for (const [at, callers] of callerCounts.entries()) {
    const own = all.filter((_, place) => place % callerCounts.length === at).values();
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
    times.set(callers, {
      perSecond: asked / seconds,
      cpuMs: (1_000 * ((await cpuSeconds()) - cpu)) / asked,
      ...(serverCpuSeconds &&
        server !== undefined && { serverCpuMs: (1_000 * ((await serverCpuSeconds()) - server)) / asked }),
    });
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

/** `beside`: the result of Tantivy in the same run. */
export function mixRows(mix: MixTimes, beside?: MixTimes): Row[] {
  return [...mix].flatMap(([callers, { perSecond, cpuMs, serverCpuMs }]): Row[] => {
    const name = `a mix never asked before, ${callers} caller${callers > 1 ? 's' : ''}`;
    const other = beside?.get(callers);
    return [
      { figure: name, value: perSecond, unit: 'searches/s' },
      { figure: `${name}: CPU`, value: cpuMs, unit: 'ms/search' },
      ...(serverCpuMs === undefined
        ? []
        : [{ figure: `${name}: CPU of its server`, value: serverCpuMs, unit: 'ms/search' }]),
      ...(other
        ? [
            {
              figure: `${name} / the same on Tantivy`,
              value: perSecond / other.perSecond,
              unit: 'x',
              goal: { atLeast: 0.5 },
            },
            { figure: `${name}: CPU / that of Tantivy`, value: cpuMs / other.cpuMs, unit: 'x' },
          ]
        : []),
    ];
  });
}
