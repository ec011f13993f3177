import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import type { Row, Show } from '../report.ts';
import type { Corpus } from './corpus.ts';
import { type CallerTimes, type MixTimes, mixRows } from './mix.ts';
import { installLancedb } from './peers/lancedb.ts';
import { type Usage, wordsOf } from './peers/peer.ts';
import type { Ask, EngineName, Fill, Filled } from './peers/peer-process.ts';
import { buildTantivy } from './peers/tantivy.ts';
import { searchClasses } from './product-sections.ts';
import type { QueryClass } from './queries.ts';
import { timeRow, timeTitle } from './time-rows.ts';

/** Maximum time for one kind of search in a run: an unbounded ranking of common words takes seconds each. */
const budgetMs = 25_000;

const names: Record<EngineName, string> = {
  fts5: 'SQLite FTS5, plain',
  lancedb: 'LanceDB',
  tantivy: 'Tantivy',
};

/** Engines that are downloaded or built on first use. */
const prepare: Partial<Record<EngineName, () => Promise<void>>> = {
  lancedb: installLancedb,
  tantivy: buildTantivy,
};

/** Records added per second, and a mix of searches. */
export type PeerRates = Partial<Record<EngineName, { recordsPerSecond: number; mix: MixTimes | undefined }>>;

/** Runs other engines, or one of them, on the same records and searches, one after another, each in a separate process. */
export async function benchPeers(corpus: Corpus, show: Show, only?: EngineName): Promise<PeerRates> {
  const rates: PeerRates = {};
  for (const engine of only ? [only] : (Object.keys(names) as EngineName[])) {
    const missing = await whyMissing(engine);
    if (missing) show({ title: missing, rows: [] });
    else rates[engine] = await benchPeer(engine, corpus, show);
  }
  return rates;
}

async function whyMissing(engine: EngineName): Promise<string | undefined> {
  try {
    await prepare[engine]?.();
    return undefined;
  } catch (error) {
    return `${names[engine]} is SKIPPED, it could not be installed or built: ${String(error).slice(0, 300)}`;
  }
}

async function benchPeer(
  engine: EngineName,
  { plan, drawn, mixed, questions }: Corpus,
  show: Show,
): Promise<{ recordsPerSecond: number; mix: MixTimes | undefined }> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const child = stack.adopt(startChild(new URL('./peers/peer-process.ts', import.meta.url)), (it) =>
    it.stop(),
  );
  const { records, seed } = plan;
  const filled = await child.ask<Filled>('fill', { engine, folder, records, seed } satisfies Fill);
  const title = `${names[engine]}, ${records.toLocaleString('en-US')} records`;
  show({
    title: `${title}: filling it`,
    rows: [
      { figure: 'adding', value: records / filled.addSeconds, unit: 'records/s' },
      {
        figure: 'adding, including later indexing and merging',
        value: records / (filled.addSeconds + filled.finishSeconds),
        unit: 'records/s',
      },
      { figure: 'on disk', value: filled.bytes / records, unit: 'B/record' },
    ],
  });

  await child.ask('time', { kind: 'search', queries: drawn.warmUp } satisfies Ask);
  const rows: Row[] = [];
  const timed = async (figure: string, asks: readonly Ask[]) => {
    const times: number[] = [];
    const started = performance.now();
    for (const ask of asks)
      if (times.length < 5 || performance.now() - started < budgetMs)
        times.push(...(await child.ask<number[]>('time', ask)));
    rows.push(timeRow(figure, times));
  };
  const searches = ({ queries }: QueryClass): Ask[] =>
    queries.map((query) => ({ kind: 'search', queries: [query] }));
  for (const group of [...drawn.newest, ...drawn.relevance, ...drawn.phrases, drawn.worst])
    await timed(group.name, searches(group));
  for (const group of drawn.deep) {
    await timed(`${group.name}, offset 0`, searches(group));
    const queries = group.queries.map((query) => ({ ...query, offset: 5_000 }));
    await timed(`${group.name}, offset 5,000`, searches({ ...group, queries }));
  }
  await timed(
    'counting the matches of the most common words',
    (drawn.newest.at(-1)?.queries ?? []).map((query) => ({ kind: 'count', queries: [query] })),
  );
  await timed(
    'a whole question, top 100',
    questions.map(({ concepts }) => ({ kind: 'rank', questions: [concepts.flatMap(wordsOf)], limit: 100 })),
  );
  // Compared only with Tantivy, because others take seconds for some of these.
  const mix =
    engine === 'tantivy'
      ? new Map(await child.ask<[number, CallerTimes][]>('mix', searchClasses(mixed)))
      : undefined;
  if (mix) rows.push(...mixRows(mix));
  const { rssBytes } = await child.ask<Usage>('usage');
  if (rssBytes !== null) rows.push({ figure: 'memory of the process', value: rssBytes / 1e6, unit: 'MB' });
  show({ title: `${title}: searching it, ${timeTitle}`, rows });
  return { recordsPerSecond: records / filled.addSeconds, mix };
}
