import { randomUUID } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import type { BulkAction, Cluster } from '../cluster.ts';
import { recordsDefinition } from '../index-definition.ts';
import { type LeaseClaim, withLease } from '../lease.ts';
import { readStored } from '../read-records.ts';
import { scanRecords } from '../scan-records.ts';
import { noteChange } from '../state.ts';
import { createDocumentMaker } from '../to-document.ts';
import {
  blockWrites,
  countRecords,
  dropIndex,
  nextIndex,
  recordsInUse,
  recordsLeft,
  replaceIndex,
  unblockWrites,
} from './records-indices.ts';

type Options = { signal: AbortSignal; clock: Clock; onProgress?: OnProgress };

/** Receives the number of records written so far; the next ones wait for it. */
export type OnProgress = (records: number) => Promise<void> | void;

/**
 * Copies every record into a new index, analyzed again, which then replaces the old one in one step. The old index is
 * write-blocked meanwhile, and after an interrupted rebuild until the next one. What was acknowledged before the block is
 * copied, visible to searches or not: its writer may record its progress at any time.
 * @throws StorageError if another process is rebuilding or has taken over, or the old or the new index is no longer as it
 * was made.
 */
export async function rebuildRecords(cluster: Cluster, shards: number, options: Options): Promise<number> {
  const { clock } = options;
  const done = await withLease(
    cluster,
    'rebuild',
    () => clock.now(),
    async (claim) => rebuild(cluster, shards, claim, options),
  );
  if (done === undefined) throw another();
  return done;
}

async function rebuild(
  cluster: Cluster,
  shards: number,
  claim: LeaseClaim,
  { signal, clock, onProgress = () => {} }: Options,
): Promise<number> {
  const old = await recordsInUse(cluster);
  // Of a rebuild that was killed, before or after it moved the alias.
  const left = await recordsLeft(cluster);
  const made = nextIndex(cluster, [old, ...left]);
  for (const each of left) await dropIndex(cluster, each);
  // Only this process writes under this name, and it does not create an index that another one has removed.
  const own = `${made}-${randomUUID()}`;
  await cluster.createIndex(made, recordsDefinition(shards, own));
  if (!(await cluster.has(own))) throw another();
  try {
    await blockWrites(cluster, old);
    await cluster.refresh(old);
    const both = AbortSignal.any([signal, claim.signal]);
    const written = await copyRecords(cluster, own, both, onProgress);
    await cluster.refresh(old, made);
    for (const index of [old, made])
      if ((await countRecords(cluster, index)) !== written) throw changed(written);
    // Records that were replaced meanwhile would not show in the count.
    if (!(await cluster.isWriteBlocked(old))) throw changed(written);
    await cluster.expectFormat(made);
    await claim.confirm();
    // Before this is acknowledged, the old index must not be dropped.
    await replaceIndex(cluster, { old, made, own });
    await cluster.bulk(cluster.names.state, noteChange(clock.now()));
    await dropIndex(cluster, old);
    return written;
  } catch (error) {
    await giveUp(cluster, claim, { old, made }).catch(() => {
      // What it leaves is named by `library verify`, and removed by the next rebuild.
    });
    throw claim.signal.aborted ? takenOver(error) : error;
  }
}

/** Returns to the old index, unless another process has taken over and needs both. */
async function giveUp(
  cluster: Cluster,
  claim: LeaseClaim,
  { old, made }: { old: string; made: string },
): Promise<void> {
  await claim.confirm();
  if ((await recordsInUse(cluster)) !== old) return;
  // First: it also works on a disk that is full, where settings cannot be changed.
  await dropIndex(cluster, made);
  await unblockWrites(cluster, old);
}

async function copyRecords(
  cluster: Cluster,
  alias: string,
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
    const outcomes = await cluster.bulk(alias, actions);
    if (outcomes.some((each) => each !== 'done')) throw new LibraryUnavailable();
    written += hits.length;
    await onProgress(written);
  }
  return written;
}

function another(): StorageError {
  return new StorageError({
    en: 'Another process is rebuilding this library; wait until it has finished. One that was killed counts as running for a minute.',
    zh: '另一个进程正在重新写入该文献库，请等待其完成。被强制终止的进程在一分钟内仍视为运行中。',
  });
}

function takenOver(cause: unknown): StorageError {
  return new StorageError(
    {
      en: 'Another process has taken over the rebuild of this library, because this one had not reported for a minute. The library is left to that process.',
      zh: '本进程在一分钟内没有响应，另一个进程已接手重建该文献库；后续由该进程完成。',
    },
    cause,
  );
}

function changed(written: number): StorageError {
  return new StorageError({
    en: `The library changed while it was rebuilt, or its write block was removed: it may no longer match the ${written} records copied. The old records stay in use; rebuild it again.`,
    zh: `文献库在重建期间发生了变化，或其写入限制被解除：其中的记录可能不再是已复制的 ${written} 篇。原有记录继续使用，请重新执行重建。`,
  });
}
