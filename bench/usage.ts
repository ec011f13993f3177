import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsageResponse } from '@citewell/sdk';
import type { LoopDelay } from './probe.ts';
import type { Row, Show } from './report.ts';
import { percentile } from './statistics.ts';
import { type Running, startCitewell } from './targets/citewell.ts';
import { days, writeHistory } from './usage/history.ts';

type Query = Record<string, string>;

/**
 * Measures GET /ai/api/my_usage for a key with a million calls in 90 days, on SQLite, which answers on the event loop
 * itself.
 */
export async function benchUsage(quick: boolean, show: Show): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const databasePath = join(folder, 'citewell.db');
  const citewell = stack.adopt(
    await startCitewell({ CITEWELL_DATABASE_URL: databasePath, CITEWELL_SOURCES: 'library' }),
    (running) => running.stop(),
  );
  const calls = quick ? 100_000 : 1_000_000;
  const now = Date.now();
  writeHistory(databasePath, calls, now);

  const day = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const window = { from: day(days), to: day(0) };
  const { next_cursor: cursor } = await usage(citewell, { ...window, to: day(45), limit: '50' });
  const queries: Record<string, Query> = {
    'the last 30 days, as asked without a word': {},
    '90 days': window,
    '90 days by model, 200 records': { ...window, group_by: 'model', limit: '200' },
    'a year, most of it empty': { from: day(365) },
    'a page in the middle': { ...window, to: day(45), cursor: cursor ?? '' },
    'one endpoint in ten': { ...window, endpoint: 'polish' },
    '20 calls of an endpoint among all': { ...window, endpoint: 'expert' },
    'one outcome in a hundred': { ...window, outcome: 'client_disconnected' },
    '20 calls of an outcome among all': { ...window, outcome: 'deadline' },
    'an endpoint and an outcome': { ...window, endpoint: 'ask_stream', outcome: 'client_disconnected' },
  };
  const repetitions = quick ? 100 : 300;
  const rows: Row[] = [];
  for (const [what, query] of Object.entries(queries)) {
    const times = await timesOf(citewell, query, repetitions);
    rows.push(
      { figure: `${what}, p50`, value: percentile(times, 50), unit: 'ms' },
      { figure: `${what}, p99`, value: percentile(times, 99), unit: 'ms', goal: { atMost: 50 } },
    );
  }
  show({
    title: `my_usage with ${calls.toLocaleString('en-US')} calls in ${days} days, ${repetitions} requests each`,
    rows,
  });
  await showExport(citewell, window, calls, show);
}

async function usage({ url, headers }: Running, query: Query): Promise<UsageResponse> {
  const reply = await fetch(`${url}/ai/api/my_usage?${new URLSearchParams(query)}`, { headers });
  if (!reply.ok) throw new Error(`my_usage answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as UsageResponse;
}

async function timesOf(citewell: Running, query: Query, repetitions: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = -5; turn < repetitions; turn += 1) {
    const started = performance.now();
    await usage(citewell, query);
    // The first ones warm up the code.
    if (turn >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** Exports all records as CSV, and measures the effect on others meanwhile. */
async function showExport(citewell: Running, window: Query, calls: number, show: Show): Promise<void> {
  const { url, headers, child } = citewell;
  await child.ask('watchLoop');
  const started = performance.now();
  const query = new URLSearchParams({ ...window, format: 'csv' });
  const reply = await fetch(`${url}/ai/api/my_usage?${query}`, { headers });
  let lines = 0;
  for await (const bytes of reply.body ?? [])
    lines += Buffer.from(bytes).toString('latin1').split('\n').length - 1;
  const seconds = (performance.now() - started) / 1_000;
  const delay = await child.ask<LoopDelay>('loopDelay');
  show({
    title: `All of it as CSV`,
    rows: [
      { figure: 'records missing', value: calls - (lines - 1), unit: '', goal: { exactly: 0 } },
      { figure: 'time', value: seconds, unit: 's' },
      { figure: 'event loop of the service meanwhile, p50', value: delay.p50Ms, unit: 'ms' },
      {
        figure: 'event loop of the service meanwhile, p99',
        value: delay.p99Ms,
        unit: 'ms',
        goal: { atMost: 20 },
      },
      { figure: 'event loop of the service meanwhile, longest', value: delay.maxMs, unit: 'ms' },
    ],
  });
}
