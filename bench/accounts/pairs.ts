import { startChild } from '../child.ts';
import { type Goal, type Row, repeated, type Section, type Show } from '../report.ts';
import type { Database } from './databases.ts';
import { keysAtMost, type Rates, type Round } from './product-pairs.ts';

/** Form of load, and its goal on each engine, in pairs per second. */
type Plan = {
  title: string;
  atOnce: number;
  keys: number;
  goals: Partial<Record<Database['engine'], number>>;
};

const plans: Plan[] = [
  { title: `one after another, ${keysAtMost} keys`, atOnce: 1, keys: keysAtMost, goals: { SQLite: 2_500 } },
  {
    ...{ title: `16 at once, ${keysAtMost} keys`, atOnce: 16, keys: keysAtMost },
    goals: { SQLite: 2_500, PostgreSQL: 1_200 },
  },
  { title: '16 at once, all of one key', atOnce: 16, keys: 1, goals: {} },
];

/** Methods of the bare runner. SQLite has one writer, which a loop keeps busy. */
const bare: Record<Database['engine'], string> = {
  SQLite: 'bare: a loop of prepared statements',
  PostgreSQL: 'bare: one prepared statement each',
};

type Measured = { product: Rates[]; bare: Rates[] };

/** Measures holds and settlements per second, through all of the product's rules and journals, and bare on the same disk. */
export async function benchPairs(databases: readonly Database[], quick: boolean, show: Show): Promise<void> {
  const calls = quick ? 500 : 2_000;
  const repetitions = quick ? 3 : 7;
  for (const database of databases) {
    await using stack = new AsyncDisposableStack();
    const child = stack.adopt(startChild(new URL('./pairs-process.ts', import.meta.url)), (started) =>
      started.stop(),
    );
    await child.ask('open', database);
    const measured = plans.map((): Measured => ({ product: [], bare: [] }));
    for (let repetition = 0; repetition <= repetitions; repetition += 1)
      for (const [index, { atOnce, keys }] of plans.entries())
        for (const runner of ['bare', 'product'] as const) {
          const round: Round = { calls, atOnce, keys };
          const rates = await child.ask<Rates>('run', { runner, round });
          // The first round warms up the code.
          if (repetition > 0) measured[index]?.[runner].push(rates);
        }
    show(section(database.engine, measured, { calls, repetitions }));
  }
}

function section(
  engine: Database['engine'],
  measured: Measured[],
  { calls, repetitions }: { calls: number; repetitions: number },
): Section {
  return {
    title: `Hold and settlement on ${engine}, each commit on the disk; median of ${repetitions} rounds of ${calls} calls`,
    rows: plans.flatMap((plan, index) => rowsOf(engine, plan, measured[index] as Measured)),
  };
}

function rowsOf(engine: Database['engine'], { title, goals }: Plan, measured: Measured): Row[] {
  const { [engine]: atLeast } = goals;
  const goal: Goal | undefined = atLeast === undefined ? undefined : { atLeast };
  const pairs = (rates: Rates[]) => rates.map((rate) => rate.pairs);
  const ours = pairs(measured.product);
  const theirs = pairs(measured.bare);
  return [
    repeated(`${title}: pairs`, ours, '/s', goal),
    repeated(`  ${bare[engine]}`, theirs, '/s'),
    repeated(
      '  of the bare',
      ours.map((rate, index) => (100 * rate) / (theirs[index] ?? Number.NaN)),
      '%',
    ),
    repeated(
      '  whole calls, with the journal of one model request',
      measured.product.map((rate) => rate.calls ?? Number.NaN),
      '/s',
    ),
  ];
}
