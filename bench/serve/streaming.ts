import { setTimeout as delay } from 'node:timers/promises';
import type { Finished, Stretch, Target } from '../load.ts';
import type { Chunks } from '../mock-model.ts';
import type { Cpu } from '../probe.ts';
import { type Row, repeated, type Section } from '../report.ts';
import { median, spread } from '../statistics.ts';
import type { Gateway } from '../targets/gateway.ts';
import type { Stand } from './stand.ts';

type Streaming = {
  /** CPU time of the gateway per event, while all streams are open. */
  microsPerEvent: number;
  /** Figures over complete calls: opening, admission and settlement included. */
  microsPerEventOfWholeCalls: number;
  p50Ms: number;
  p99Ms: number;
};

type Streams = { count: number; intervalMs: number };

/** Period over which the clients arrive. */
const withinMs = 1_000;
/** Maximum time for opening all streams: until then, each gets one chunk per second. */
const openingMax = 60;
/** Time for all streams to reach their pace before the measurement, and for which they continue after it. */
const paceMs = 500;

/** Measures what a gateway adds to each event of 100 streams × 50 events a second. */
export function benchStreaming(stand: Stand, quick: boolean): Promise<Section> {
  return compareStreams(stand, stand.gateways, { count: 100, intervalMs: 20 }, quick, ratios);
}

/** Measures the same with 20 streams × 20 events a second, which one process of LiteLLM can handle. */
export function benchFewStreams(stand: Stand, quick: boolean): Promise<Section> {
  return compareStreams(stand, stand.withLitellm, { count: 20, intervalMs: 50 }, quick, () => []);
}

async function compareStreams(
  stand: Stand,
  gateways: readonly Gateway[],
  streams: Streams,
  quick: boolean,
  goals: (runs: Runs) => Row[],
): Promise<Section> {
  const repetitions = quick ? 1 : 5;
  const runs: Runs = new Map();
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    for (const gateway of [undefined, ...gateways]) {
      const measured = await measure(stand, gateway, streams, quick ? 2_000 : 3_000);
      // The first round warms up the code.
      if (repetition === 0) continue;
      const name = gateway?.name ?? 'direct';
      runs.set(name, [...(runs.get(name) ?? []), measured]);
    }
  }
  const title = `${streams.count} streams x ${1_000 / streams.intervalMs} events/s, median of ${repetitions}`;
  return { title, rows: [...goals(runs), ...figures(runs)] };
}

/** Runs one repetition through a gateway, or directly on the model if there is none. */
async function measure(
  { model, load, direct }: Stand,
  gateway: Gateway | undefined,
  { count, intervalMs }: Streams,
  steadyMs: number,
): Promise<Streaming> {
  const name = gateway?.name ?? 'direct';
  const target: Target = gateway?.target ?? direct;
  const cpu = async () => (gateway ? (await gateway.child.ask<Cpu>('cpu')).micros : Number.NaN);
  const script: Chunks = {
    ...{ chunks: openingMax + (2 * paceMs + steadyMs) / intervalMs, intervalMs },
    isHeld: true,
  };
  await model.ask('script', script);
  const before = await cpu();
  await load.ask('open', { ...target, count, withinMs });
  await model.ask('release');
  await delay(paceMs);
  await load.ask('stretch');
  const from = await cpu();
  await delay(steadyMs);
  const to = await cpu();
  const stretch = await load.ask<Stretch>('stretch');
  const finished = await load.ask<Finished>('finish');
  const after = await cpu();
  if (finished.complete < count) {
    throw new Error(
      `${name}: ${finished.complete} of ${count} streams came whole. ${finished.failures.join('; ')}`,
    );
  }
  if (finished.events !== count * script.chunks)
    throw new Error(`${name}: ${finished.events} events of ${count * script.chunks} came.`);
  if (stretch.endedStreams > 0) throw new Error(`${name}: opening ${count} streams took too long.`);
  return {
    microsPerEvent: (to - from) / stretch.events,
    microsPerEventOfWholeCalls: (after - before) / finished.events,
    p50Ms: stretch.p50Ms,
    p99Ms: stretch.p99Ms,
  };
}

type Runs = Map<string, Streaming[]>;

function figuresOf(runs: Runs, name: string, figure: keyof Streaming): number[] {
  return (runs.get(name) ?? []).map((run) => run[figure]);
}

function ratios(runs: Runs): Row[] {
  // Ratios are computed within a repetition, in which both had the same machine.
  const goal = (what: string, figure: keyof Streaming, to: string, atMost: number): Row => {
    const base = figuresOf(runs, to, figure);
    const values = figuresOf(runs, 'Citewell', figure).map(
      (value, index) => value / (base[index] ?? Number.NaN),
    );
    return repeated(`${what}, Citewell / ${to}`, values, 'x', { atMost });
  };
  return [
    goal('CPU per event', 'microsPerEvent', 'pass-through', 1.8),
    goal('latency p50', 'p50Ms', 'pass-through', 1.2),
    ...(runs.has('Portkey')
      ? [
          goal('CPU per event', 'microsPerEvent', 'Portkey', 0.75),
          goal('latency p99', 'p99Ms', 'Portkey', 0.5),
        ]
      : []),
  ];
}

function figures(runs: Runs): Row[] {
  const of = (name: string, figure: keyof Streaming) => figuresOf(runs, name, figure);
  const cpuRows = (name: string): Row[] => [
    { figure: `${name}: CPU per event`, value: median(of(name, 'microsPerEvent')), unit: 'us' },
    {
      figure: `${name}: CPU per event, opening and ending the calls included`,
      value: median(of(name, 'microsPerEventOfWholeCalls')),
      unit: 'us',
    },
  ];
  return [
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
