import type { Clock } from '@citewell/core/clock.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import type { BulkAction, Cluster } from './cluster.ts';
import { recordsDefinition, recordsIndex } from './index-definition.ts';
import { withLease } from './lease.ts';
import { readStored } from './read-records.ts';
import { acknowledgedShape, anyShape } from './reply-shapes.ts';
import { scanRecords } from './scan-records.ts';
import { noteChange } from './state.ts';
import { createDocumentMaker } from './to-document.ts';

type Options = { signal: AbortSignal; clock: Clock; onProgress?: OnProgress };

/** Receives the number of records written so far; the next ones wait for it. */
export type OnProgress = (records: number) => Promise<void> | void;

/**
 * Copies every record into a new index, analyzed again, which then replaces the old one in one step. The old index is
 * write-blocked meanwhile, and after an interrupted rebuild until the next one. What was acknowledged before the block is
 * copied, visible to searches or not: its writer may record its progress at any time.
 * @throws StorageError if another process is rebuilding, or the old or the new index has other records than those copied.
 */
export async function rebuildRecords(cluster: Cluster, shards: number, options: Options): Promise<number> {
  const { clock } = options;
  const done = await withLease(
    cluster,
    'rebuild',
    () => clock.now(),
    async () => rebuild(cluster, shards, options),
  );
  if (done === undefined) throw another();
  return done;
}

async function rebuild(
  cluster: Cluster,
  shards: number,
  { signal, clock, onProgress = () => {} }: Options,
): Promise<number> {
  const { records, state } = cluster.names;
  const old = await cluster.recordsInUse();
  const made = recordsIndex(cluster.name, 1 + Number(/(?<!\d)\d{1,15}$/.exec(old)?.[0] ?? 1));
  const drop = (index: string) =>
    cluster.call({ method: 'DELETE', path: `/${index}`, accept: [404] }, anyShape);
  // Of a rebuild that was killed, before or after it moved the alias.
  for (const left of await cluster.recordsLeft()) await drop(left);
  await cluster.createIndex(made, recordsDefinition(shards, undefined));
  try {
    await cluster.blockWrites(old);
    await cluster.refresh(old);
    const written = await copyRecords(cluster, made, signal, onProgress);
    await cluster.refresh(old, made);
    for (const index of [old, made])
      if ((await countRecords(cluster, index)) !== written) throw incomplete(written);
    const actions = [{ remove: { index: old, alias: records } }, { add: { index: made, alias: records } }];
    // Before this is acknowledged, the old index must not be dropped.
    await cluster.call({ method: 'POST', path: '/_aliases', body: { actions } }, acknowledgedShape);
    await cluster.bulk(state, noteChange(clock.now()));
    await drop(old);
    return written;
  } catch (error) {
    if ((await cluster.recordsInUse()) === old) {
      await cluster.unblockWrites(old);
      await drop(made);
    }
    throw error;
  }
}

async function copyRecords(
  cluster: Cluster,
  index: string,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<number> {
  const make = createDocumentMaker();
  let written = 0;
  for await (const hits of scanRecords(cluster, signal)) {
    const actions = hits.map(
      ({ _id, _source: stored }): BulkAction => ({
        action: { index: { _id } },
        source: make(readStored(stored), stored),
      }),
    );
    const outcomes = await cluster.bulk(index, actions, false);
    if (outcomes.some((each) => each !== 'done')) throw new LibraryUnavailable();
    written += hits.length;
    await onProgress(written);
  }
  return written;
}

async function countRecords(cluster: Cluster, index: string): Promise<number> {
  const { total } = await cluster.search(index, {
    size: 0,
    query: { match_all: {} },
    track_total_hits: true,
  });
  return total;
}

function another(): StorageError {
  return new StorageError({
    en: 'Another process is rebuilding this library; wait until it has finished. One that was killed counts as running for a minute.',
    zh: '另一个进程正在重新写入该文献库，请等待其完成。被强制终止的进程在一分钟内仍视为运行中。',
  });
}

function incomplete(written: number): StorageError {
  return new StorageError({
    en: `The library changed while it was rebuilt: its number of records is no longer the ${written} copied. The old records stay in use; rebuild it again.`,
    zh: `文献库在重建期间发生了变化：记录数已不等于已复制的 ${written} 篇。原有记录继续使用，请重新执行重建。`,
  });
}
