import { setTimeout as delay } from 'node:timers/promises';
import type { Finished, Stretch, Target } from '../load.ts';
import type { Script } from '../mock-model.ts';
import type { Cpu } from '../probe.ts';
import type { Row, Section } from '../report.ts';
import { median, spread } from '../statistics.ts';
import type { Gateway, Stand } from './stand.ts';

type Streaming = {
  /** CPU of the gateway for one event, while all streams are open. */
  microsPerEvent: number;
  /** The same over the whole of the calls: opening, asking and settling included. */
  microsPerEventOfWholeCalls: number;
  p50Ms: number;
  p99Ms: number;
};

const streams = { count: 100, withinMs: 1_000 };
const intervalMs = 20;

/** Measures what a gateway adds to each event of 100 streams × 50 events a second. */
export async function benchStreaming(stand: Stand, quick: boolean): Promise<Section> {
  const repetitions = quick ? 1 : 5;
  const runs = new Map<string, Streaming[]>();
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    for (const gateway of [undefined, ...stand.gateways]) {
      const measured = await measure(stand, gateway, quick ? 2_000 : 3_000);
      // The first round warms the code up.
      if (repetition === 0) continue;
      const name = gateway?.name ?? 'direct';
      runs.set(name, [...(runs.get(name) ?? []), measured]);
    }
  }
  return { title: `100 streams x 50 events/s, median of ${repetitions}`, rows: rows(runs) };
}

/** One repetition through a gateway, or straight to the model where there is none. */
async function measure(
  { model, load, direct }: Stand,
  gateway: Gateway | undefined,
  steadyMs: number,
): Promise<Streaming> {
  const name = gateway?.name ?? 'direct';
  const target: Target = gateway?.target ?? direct;
  const cpu = async () => (gateway ? (await gateway.child.ask<Cpu>('cpu')).micros : Number.NaN);
  // Long enough that the first stream to open is still running when the stretch is over, slow openings allowed for.
  const script: Script = { chunks: (steadyMs + 3 * streams.withinMs) / intervalMs, intervalMs };
  await model.ask('script', script);
  const before = await cpu();
  await load.ask('open', { ...target, ...streams });
  await load.ask('stretch');
  const from = await cpu();
  await delay(steadyMs);
  const to = await cpu();
  const stretch = await load.ask<Stretch>('stretch');
  const finished = await load.ask<Finished>('finish');
  const after = await cpu();
  if (finished.complete < streams.count) {
    throw new Error(
      `${name}: ${finished.complete} of ${streams.count} streams came whole. ${finished.failures.join('; ')}`,
    );
  }
  if (finished.events !== streams.count * script.chunks)
    throw new Error(`${name}: ${finished.events} events of ${streams.count * script.chunks} came.`);
  if (stretch.endedStreams > 0) throw new Error(`${name}: opening ${streams.count} streams took too long.`);
  return {
    microsPerEvent: (to - from) / stretch.events,
    microsPerEventOfWholeCalls: (after - before) / finished.events,
    p50Ms: stretch.p50Ms,
    p99Ms: stretch.p99Ms,
  };
}

function rows(runs: ReadonlyMap<string, Streaming[]>): Row[] {
  const of = (name: string, figure: keyof Streaming) => (runs.get(name) ?? []).map((run) => run[figure]);
  // Ratios are taken within a repetition, where both had the same machine.
  const ratio = (figure: keyof Streaming, to: string) => {
    const base = of(to, figure);
    return median(of('Citewell', figure).map((value, index) => value / (base[index] ?? Number.NaN)));
  };
  const goal = (what: string, figure: keyof Streaming, to: string, atMost: number): Row => ({
    figure: `${what}, Citewell / ${to}`,
    value: ratio(figure, to),
    unit: 'x',
    goal: { atMost },
  });
  const cpuRows = (name: string): Row[] => [
    { figure: `${name}: CPU per event`, value: median(of(name, 'microsPerEvent')), unit: 'us' },
    {
      figure: `${name}: CPU per event, opening and ending the calls included`,
      value: median(of(name, 'microsPerEventOfWholeCalls')),
      unit: 'us',
    },
  ];
  return [
    goal('CPU per event', 'microsPerEvent', 'pass-through', 1.8),
    goal('latency p50', 'p50Ms', 'pass-through', 1.2),
    ...(runs.has('Portkey')
      ? [
          goal('CPU per event', 'microsPerEvent', 'Portkey', 0.75),
          goal('latency p99', 'p99Ms', 'Portkey', 0.5),
        ]
      : []),
    ...[...runs.keys()].flatMap((name): Row[] => [
      ...(name === 'direct' ? [] : cpuRows(name)),
      { figure: `${name}: latency p50`, value: median(of(name, 'p50Ms')), unit: 'ms' },
      { figure: `${name}: latency p99`, value: median(of(name, 'p99Ms')), unit: 'ms' },
    ]),
    {
      figure: 'noise: spread of the pass-through’s own CPU per event',
      value: 100 * spread(of('pass-through', 'microsPerEvent')),
      unit: '%',
    },
  ];
}
