import { newSecret } from '../../packages/server/src/accounting/keys/secret.ts';
import { startChild } from '../child.ts';
import { cpuPerPost } from '../cpu-per-post.ts';
import type { Target } from '../load.ts';
import { type Row, repeated, type Show } from '../report.ts';
import { type Counts, totalOf } from './counting-store.ts';
import type { Database } from './databases.ts';
import { startMetered } from './start-metered.ts';

const perSecond = 1_000;

/** Creates a key of the right form with a wrong checksum: one letter is changed. */
export function withWrongChecksum(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
}

/** Measures the cost of a request with a forged key, and its number of database queries. */
export async function benchForgedKeys(
  databases: readonly Database[],
  quick: boolean,
  show: Show,
): Promise<void> {
  const seconds = quick ? 1 : 2;
  const repetitions = quick ? 2 : 5;
  const requests = perSecond * seconds;
  await using stack = new AsyncDisposableStack();
  const start = (module: string) =>
    stack.adopt(startChild(new URL(module, import.meta.url)), (child) => child.stop());
  const load = start('../load.ts');
  const raw = start('../targets/raw-json.ts');
  const rawUrl = `http://127.0.0.1:${await raw.ask<number>('listen', newSecret())}`;
  const unknown = newSecret();
  const forged = withWrongChecksum(unknown);
  const rows: Row[] = [];
  for (const database of databases) {
    const { child, meteredUrl, key } = await startMetered(stack, database);
    if (key === unknown) throw new Error('the unknown key is known');
    const cpu: Record<'raw' | 'forged' | 'unknown', number[]> = { raw: [], forged: [], unknown: [] };
    const queries: Record<'forged' | 'unknown', Counts[]> = { forged: [], unknown: [] };
    const measure = (server: typeof child, url: string, secret: string) =>
      cpuPerPost(load, server, { ...postWith(url, secret), ...{ perSecond, seconds, status: 401 } });
    for (let repetition = 0; repetition <= repetitions; repetition += 1) {
      const rawMicros = await measure(raw, rawUrl, unknown);
      await child.ask('queries');
      const forgedMicros = await measure(child, meteredUrl, forged);
      queries.forged.push(await child.ask<Counts>('queries'));
      const unknownMicros = await measure(child, meteredUrl, unknown);
      queries.unknown.push(await child.ask<Counts>('queries'));
      // The first round warms up the code.
      if (repetition === 0) continue;
      cpu.raw.push(rawMicros);
      cpu.forged.push(forgedMicros);
      cpu.unknown.push(unknownMicros);
    }
    const rounds = repetitions + 1;
    rows.push(
      {
        figure: `${database.engine}: queries of ${rounds * requests} requests with a wrong checksum`,
        ...{ value: sum(queries.forged.map(totalOf)), unit: '', goal: { exactly: 0 } },
      },
      {
        figure: '  queries of a request with a well-formed unknown key',
        ...{ value: sum(queries.unknown.map(totalOf)) / (rounds * requests), unit: '', goal: { exactly: 1 } },
      },
      {
        figure: '  of these, look-ups of the key',
        ...{ value: sum(queries.unknown.map(({ findKey = 0 }) => findKey)) / (rounds * requests), unit: '' },
      },
      repeated('  CPU of a request with a wrong checksum', cpu.forged, 'us'),
      repeated('  CPU of a request with a well-formed unknown key', cpu.unknown, 'us'),
      repeated('  CPU of node:http refusing an unknown key from memory', cpu.raw, 'us'),
    );
  }
  show({ title: `Keys that are none, ${perSecond} a second, median of ${repetitions}`, rows });
}

function postWith(url: string, secret: string): Target {
  return {
    url: `${url}/ai/api/ask`,
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify({ question: 'Does metformin lower cardiovascular mortality?' }),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
