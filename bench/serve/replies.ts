import type { Flood, Flooded, Target, Timed } from '../load.ts';
import type { Cpu } from '../probe.ts';
import { type Goal, type Row, repeated, type Section } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Chat } from '../targets/completion.ts';
import type { Gateway } from '../targets/gateway.ts';
import type { Stand } from './stand.ts';

/** One repetition of small replies through a gateway. */
type Replies = {
  p50Ms: number;
  cpuMs: number;
  perSecond: number;
  cpuMsOfMany: number;
};
type Runs = Map<string, Replies[]>;

const callers = 32;
const text = [
  ...['Good ', 'morning', ', it is ', 'lovely ', 'to meet ', 'you. ', 'What ', 'would you ', 'like to '],
  'talk about?',
];
const kinds: Record<keyof Chat, string> = { whole: 'whole reply', streamed: 'streamed reply' };

/**
 * Measures small talk with a model that answers at once: one caller, then the throughput of 32 callers. Citewell checks a
 * key, a quota and a balance, and records each call in its ledger; LiteLLM checks one key; Portkey and the pass-through
 * check none.
 */
export async function benchReplies({ model, load, withLitellm }: Stand, quick: boolean): Promise<Section> {
  const repetitions = quick ? 1 : 5;
  const size = { requests: quick ? 30 : 60, seconds: quick ? 1 : 3 };
  await model.ask('script', { text });
  const rows: Row[] = [];
  for (const kind of Object.keys(kinds) as (keyof Chat)[]) {
    const runs: Runs = new Map();
    for (let repetition = 0; repetition <= repetitions; repetition++) {
      const measured = await measure(load, withLitellm, kind, size);
      // The first round warms up the code.
      if (repetition === 0) continue;
      for (const [name, replies] of measured) runs.set(name, [...(runs.get(name) ?? []), replies]);
    }
    rows.push(...ratios(kind, runs), ...figures(kinds[kind], runs));
  }
  return { title: `Small replies, median of ${repetitions}`, rows };
}

/** Runs one repetition of every gateway: one caller asks them in turn, then many callers ask each separately. */
async function measure(
  load: Stand['load'],
  gateways: readonly Gateway[],
  kind: keyof Chat,
  { requests, seconds }: { requests: number; seconds: number },
): Promise<Map<string, Replies>> {
  const cpu = async ({ child }: Gateway) => (await child.ask<Cpu>('cpu')).micros / 1_000;
  const before = await Promise.all(gateways.map(cpu));
  const targets: Target[] = gateways.map(({ chat }) => chat[kind]);
  const times = await load.ask<Timed[][]>('alternate', { targets, requests });
  const after = await Promise.all(gateways.map(cpu));
  const measured = new Map<string, Replies>();
  for (const [at, gateway] of gateways.entries()) {
    const own = times[at] ?? [];
    for (const { body } of own)
      if (!body.includes('lovely')) throw new Error(`${gateway.name} answered: ${body.slice(0, 300)}`);
    const from = await cpu(gateway);
    const flood: Flood = { callers, seconds };
    const flooded = await load.ask<Flooded>('flood', { ...gateway.chat[kind], ...flood });
    measured.set(gateway.name, {
      p50Ms: percentile(
        own.map(({ ms }) => ms),
        50,
      ),
      cpuMs: ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / requests,
      perSecond: flooded.calls / flooded.seconds,
      cpuMsOfMany: ((await cpu(gateway)) - from) / flooded.calls,
    });
  }
  return measured;
}

function ratios(kind: keyof Chat, runs: Runs): Row[] {
  const ratio = (what: string, figure: keyof Replies, to: string, goal?: Goal): Row[] => {
    const base = runs.get(to);
    if (!base) return [];
    const own = runs.get('Citewell') ?? [];
    // Ratios are computed within a repetition, in which both had the same machine.
    const values = own.map((run, at) => run[figure] / (base[at]?.[figure] ?? Number.NaN));
    return [repeated(`${kinds[kind]}, ${what}, Citewell / ${to}`, values, 'x', goal)];
  };
  return [
    ...ratio('p50 of one caller', 'p50Ms', 'Portkey', { atMost: 1 }),
    ...ratio('p50 of one caller', 'p50Ms', 'LiteLLM'),
    ...ratio(`calls/s of ${callers} callers`, 'perSecond', 'Portkey', { atLeast: 1 }),
    ...ratio(`calls/s of ${callers} callers`, 'perSecond', 'LiteLLM', { atLeast: 10 }),
    ...ratio(`CPU of ${callers} callers`, 'cpuMsOfMany', 'Portkey'),
    ...ratio(`CPU of ${callers} callers`, 'cpuMsOfMany', 'LiteLLM'),
  ];
}

function figures(kind: string, runs: Runs): Row[] {
  return [...runs].flatMap(([name, all]): Row[] => {
    const row = (what: string, figure: keyof Replies, unit: string) =>
      repeated(
        `${name}: ${kind}, ${what}`,
        all.map((run) => run[figure]),
        unit,
      );
    return [
      row('p50 of one caller', 'p50Ms', 'ms'),
      row('CPU of one caller', 'cpuMs', 'ms/call'),
      row(`${callers} callers`, 'perSecond', 'calls/s'),
      row(`CPU of ${callers} callers`, 'cpuMsOfMany', 'ms/call'),
    ];
  });
}
