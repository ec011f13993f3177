import { type Child, startChild } from '../child.ts';
import type { Target } from '../load.ts';
import type { Cpu } from '../probe.ts';
import type { Section } from '../report.ts';
import { median, spread } from '../statistics.ts';
import { question, type Stand } from './stand.ts';

/** A rate both keep up with. Flooded, each would batch as many requests a turn as its own speed lets pile up. */
const perSecond = 1_000;
const expectedStatus = 400;

/**
 * What a small POST costs before any work is done for it: a key checked, a body validated and refused; against a
 * node:http server that does the same.
 */
export async function benchSmallPost({ load, citewell }: Stand, quick: boolean): Promise<Section> {
  const { url, headers } = citewell.target;
  await using stack = new AsyncDisposableStack();
  const raw = stack.adopt(startChild(new URL('../targets/raw-json.ts', import.meta.url)), (child) =>
    child.stop(),
  );
  const rawUrl = `http://127.0.0.1:${await raw.ask<number>('listen', headers['x-api-key'])}`;
  const to = (origin: string): Target => ({
    url: new URL('/ai/api/ask', origin).href,
    headers,
    body: JSON.stringify({ question, max_refs: 31 }),
  });

  const seconds = quick ? 2 : 3;
  const repetitions = quick ? 2 : 5;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    const rawMicros = await cpuPerPost(load, raw, to(rawUrl), seconds);
    const ourMicros = await cpuPerPost(load, citewell.child, to(url), seconds);
    // The first round warms the code up.
    if (repetition === 0) continue;
    theirs.push(rawMicros);
    ours.push(ourMicros);
  }
  return {
    title: `Small JSON POST, median of ${repetitions}`,
    rows: [
      {
        figure: 'CPU of POST /ai/api/ask refused with 400 after the key check / node:http alike',
        value: median(ours.map((micros, index) => micros / (theirs[index] ?? Number.NaN))),
        unit: 'x',
        goal: { atMost: 1.7 },
      },
      { figure: 'Citewell', value: median(ours), unit: 'us' },
      { figure: 'node:http', value: median(theirs), unit: 'us' },
      { figure: 'noise: spread of node:http’s own', value: 100 * spread(theirs), unit: '%' },
    ],
  };
}

async function cpuPerPost(load: Child, server: Child, target: Target, seconds: number): Promise<number> {
  const before = await server.ask<Cpu>('cpu');
  const statuses = await load.ask<Record<number, number>>('rate', { ...target, perSecond, seconds });
  const after = await server.ask<Cpu>('cpu');
  const total = perSecond * seconds;
  if (statuses[expectedStatus] !== total)
    throw new Error(`${target.url}: statuses ${JSON.stringify(statuses)}`);
  return (after.micros - before.micros) / total;
}
