import { answerCommands } from '../../commands.ts';
import { generateRecords, preparePools } from '../files/generate.ts';
import { type CallerTimes, type MixTimes, timeMix } from '../mix.ts';
import type { QueryClass } from '../queries.ts';
import type { BenchQuery } from '../search-query.ts';
import { openFts5 } from './fts5.ts';
import { openLancedb } from './lancedb.ts';
import { bytesBelow, type Peer, toRow, type Usage } from './peer.ts';
import { openTantivy } from './tantivy.ts';

/** Process with one engine, which is filled and queried on command. */
const engines = { fts5: openFts5, lancedb: openLancedb, tantivy: openTantivy };
export type EngineName = keyof typeof engines;
export type Fill = { engine: EngineName; folder: string; records: number; seed: number };
/** Seconds for adding records and for the work after it, without the generation of the records. */
export type Filled = { addSeconds: number; finishSeconds: number; bytes: number };
export type Ask =
  | { kind: 'search' | 'count'; queries: BenchQuery[] }
  | { kind: 'rank'; questions: string[][]; limit: number };

const batch = 5_000;
let peer: Peer | undefined;

async function fill({ engine, folder, records, seed }: Fill): Promise<Filled> {
  const opened = await engines[engine](folder);
  peer = opened;
  const plan = { records, seed, pools: preparePools() };
  let addMs = 0;
  for (let from = 0; from < records; from += batch) {
    const part = { ...plan, from, to: Math.min(records, from + batch) };
    const rows = [...generateRecords(part)].map(toRow);
    const started = performance.now();
    await opened.add(rows);
    addMs += performance.now() - started;
  }
  const started = performance.now();
  await opened.finish();
  const finishSeconds = (performance.now() - started) / 1_000;
  return { addSeconds: addMs / 1_000, finishSeconds, bytes: bytesBelow(folder) };
}

/** Milliseconds of each search, one after another. */
async function time(ask: Ask): Promise<number[]> {
  const times: number[] = [];
  for (const work of workOf(ask)) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

async function usage(): Promise<Usage> {
  const own = await peer?.usage?.();
  if (own) return own;
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage().rss };
}

/** A mix of searches by several concurrent callers; see mix.ts. */
async function mix(classes: QueryClass[]): Promise<[number, CallerTimes][]> {
  const times: MixTimes = await timeMix(
    classes,
    async (query) => peer?.search(query),
    async () => (await usage()).cpuSeconds,
  );
  return [...times];
}

function workOf(ask: Ask): (() => Promise<unknown>)[] {
  const opened = peer;
  if (!opened) throw new Error('nothing is filled');
  return ask.kind === 'rank'
    ? ask.questions.map((words) => () => opened.rank(words, ask.limit))
    : ask.queries.map((query) => () => opened[ask.kind](query));
}

answerCommands({ fill, time, mix, usage, close: () => peer?.close() });
