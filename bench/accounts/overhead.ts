import { startChild } from '../child.ts';
import type { Target, Timed } from '../load.ts';
import { type Row, repeated, type Show } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Database } from './databases.ts';
import { startMetered } from './start-metered.ts';

/** Milliseconds of requests, from the first byte sent to the last one read. */
export type Times = {
  /** Time without accounts. */
  free: number[];
  /** Time with them: key, quota, hold, the journal of the model request, settlement. */
  metered: number[];
  /** Time without the journal's part. */
  withoutJournal: number[];
};

/** Measures what key, quota, hold and settlement add to a request on each engine, with one client after another. */
export async function benchOverhead(
  databases: readonly Database[],
  quick: boolean,
  show: Show,
): Promise<void> {
  const requests = quick ? 200 : 1_000;
  const repetitions = quick ? 3 : 7;
  await using stack = new AsyncDisposableStack();
  const load = stack.adopt(startChild(new URL('../load.ts', import.meta.url)), (child) => child.stop());
  const services = [];
  for (const database of databases)
    services.push({ database, ...(await startMetered(stack, database)), rounds: [] as Times[] });
  for (let repetition = 0; repetition <= repetitions; repetition += 1)
    for (const { freeUrl, meteredUrl, key, rounds } of services) {
      const targets = [freeUrl, meteredUrl].map((url) => askOf(url, key));
      const [free = [], metered = []] = await load.ask<Timed[][]>('alternate', { targets, requests });
      // The first round warms up the code.
      if (repetition > 0) rounds.push(timesOf(free, metered));
    }
  show({
    title: `What accounts add to a request, median of ${repetitions} rounds of ${requests} requests each, taking turns`,
    rows: services.flatMap(({ database, rounds }) => rowsOf(database.engine, rounds)),
  });
}

function askOf(url: string, key: string): Target {
  return {
    url: `${url}/ai/api/ask`,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ question: 'Does metformin lower cardiovascular mortality?' }),
  };
}

/** The service's answer states how long its journal took: see targets/metered.ts. */
export function timesOf(free: readonly Timed[], metered: readonly Timed[]): Times {
  const milliseconds = ({ ms }: Timed) => ms;
  return {
    free: free.map(milliseconds),
    metered: metered.map(milliseconds),
    withoutJournal: metered.map(({ ms, body }) => ms - journalMs(body)),
  };
}

function journalMs(body: string): number {
  const { answer } = JSON.parse(body) as { answer: string };
  const ms = Number(answer);
  if (answer === '' || !Number.isFinite(ms)) throw new Error(`not how long a journal took: ${body}`);
  return ms;
}

/** Computes the difference between the p-th percentile of a request with something and that of one without. */
export function added(p: number, withIt: readonly number[], without: readonly number[]): number {
  return percentile(withIt, p) - percentile(without, p);
}

function rowsOf(engine: string, rounds: readonly Times[]): Row[] {
  const each = (figure: (times: Times) => number) => rounds.map(figure);
  return [
    repeated(
      `${engine}: key, quota, hold and settlement add, p50`,
      each((times) => added(50, times.withoutJournal, times.free)),
      'ms',
      { atMost: 1.5 },
    ),
    repeated(
      '  p99',
      each((times) => added(99, times.withoutJournal, times.free)),
      'ms',
    ),
    repeated(
      '  the journal of one model request adds to that, p50',
      each((times) => added(50, times.metered, times.withoutJournal)),
      'ms',
    ),
    repeated(
      '  a request without accounts, p50',
      each((times) => percentile(times.free, 50)),
      'ms',
    ),
    repeated(
      '  a request without accounts, p99 (the machine)',
      each((times) => percentile(times.free, 99)),
      'ms',
    ),
  ];
}
