import { startChild } from '../child.ts';
import { cpuPerPost } from '../cpu-per-post.ts';
import { repeated, type Section } from '../report.ts';
import { question, type Stand } from './stand.ts';

/** A rate that both can sustain. */
const perSecond = 1_000;

/**
 * Measures the cost of a small POST before any work is done for it: a key is checked, a body validated and rejected;
 * compared with a node:http server that does the same.
 */
export async function benchSmallPost({ load, citewell }: Stand, quick: boolean): Promise<Section> {
  const { url, headers } = citewell.target;
  await using stack = new AsyncDisposableStack();
  const raw = stack.adopt(startChild(new URL('../targets/raw-json.ts', import.meta.url)), (child) =>
    child.stop(),
  );
  const rawUrl = `http://127.0.0.1:${await raw.ask<number>('listen', headers['x-api-key'])}`;
  const seconds = quick ? 2 : 3;
  const to = (origin: string) => ({
    ...{ url: new URL('/ai/api/ask', origin).href, headers },
    body: JSON.stringify({ question, max_refs: 31 }),
    ...{ perSecond, seconds, status: 400 },
  });
  const repetitions = quick ? 2 : 5;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    const rawMicros = await cpuPerPost(load, raw, to(rawUrl));
    const ourMicros = await cpuPerPost(load, citewell.child, to(url));
    // The first round warms up the code.
    if (repetition === 0) continue;
    theirs.push(rawMicros);
    ours.push(ourMicros);
  }
  return {
    title: `Small JSON POST, median of ${repetitions}`,
    rows: [
      repeated(
        'CPU of POST /ai/api/ask refused with 400 after the key check / node:http alike',
        ours.map((micros, index) => micros / (theirs[index] ?? Number.NaN)),
        'x',
        { atMost: 1.7 },
      ),
      repeated('Citewell', ours, 'us'),
      repeated('node:http', theirs, 'us'),
    ],
  };
}
