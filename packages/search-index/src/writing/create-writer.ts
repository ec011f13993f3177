import type { Clock } from '@citewell/core/clock.ts';
import type { Article, FillableDetails, Pmid } from '@citewell/core/records/article.ts';
import {
  type BatchResult,
  type DemonstrationState,
  type LibraryBatch,
  LibraryDamaged,
  type LibraryWriter,
} from '@citewell/core/records/library.ts';
import { Merger } from '../merging/merger.ts';
import { everyArticle, readRecord } from '../segments/read-documents.ts';
import { recordText } from '../segments/record-codec.ts';
import { SearcherManager } from '../segments/searcher-manager.ts';
import { createSegmentBuilder } from '../segments/segment-builder.ts';
import {
  type DocumentHead,
  type LibraryWriteStore,
  pmidNumber,
  type StoredNotice,
  type WriteTransaction,
} from '../segments/segment-store.ts';
import { deleteDocuments, type NewRecord, putRecords } from './apply-changes.ts';
import { asDamage } from './confirmed-store.ts';
import { fillDetails } from './fill-details.ts';
import { readProgress, writeProgress } from './progress.ts';
import { newestRevisions, outcome, type Revision, versionOf } from './resolve-upserts.ts';
import { verifyLibrary } from './verify.ts';

/** Bytes cached by the writer of segments in which it looks up records, or which it merges. */
const cacheBytes = 24 * 2 ** 20;

/** Meta value: the version of the demonstration records in the library; empty if they were removed. */
const demonstrationVersion = 'demonstration_version';

/** Creates the writer for any store. */
export function createWriter(store: LibraryWriteStore, { clock }: { clock: Clock }): LibraryWriter {
  const searchers = new SearcherManager(store, cacheBytes);
  const build = createSegmentBuilder();
  const merger = new Merger(store, searchers, clock);

  return {
    async write(batch) {
      const result = await store.transaction((write) => writeBatch(write, batch));
      await merger.mergeWhatIsDue();
      return result;
    },
    async demonstration() {
      return (await store.meta('demonstration')) as DemonstrationState | undefined;
    },
    hasRealRecords: () => hasRealRecords(),
    async putDemonstration({ version, read }, state) {
      const isIn = (await store.meta(demonstrationVersion)) === version;
      if (isIn && (await store.meta('demonstration')) === state) return;
      await store.transaction(async (write) => {
        await write.setMeta('demonstration', state);
        if (isIn) return;
        const articles = read();
        const heads = await write.heads(articles.map(({ pmid }) => pmidNumber(pmid)));
        // A record of the operator stays.
        const taken = new Set(heads.filter((head) => !head.demonstration).map(({ pmid }) => pmid));
        const put = articles.filter(({ pmid }) => !taken.has(pmidNumber(pmid)));
        await deleteDemonstration(write);
        const records = put.map((article) => ({ article, revisedAt: '', demonstration: true }));
        await putRecords(write, records, { build, createdAt: clock.now() });
        await write.setMeta(demonstrationVersion, version);
        await write.changed(clock.now());
      });
    },
    async removeDemonstration() {
      const isOut = ((await store.meta(demonstrationVersion)) ?? '') === '';
      if (isOut && (await store.meta('demonstration')) === 'off') return;
      await store.transaction(async (write) => {
        await deleteDemonstration(write);
        await noteRemoved(write);
        await write.changed(clock.now());
      });
    },
    async progressOf(file) {
      try {
        return await readProgress(store, file);
      } catch (error) {
        throw asDamage(error);
      }
    },
    records: () => everyRecord(),
    compact: (signal) => merger.compact(signal),
    releaseSpace: (signal) => merger.releaseSpace(signal),
    verify: (signal) => verifyLibrary(store, signal),
    syncAlone: (work) => store.syncAlone(work),
    async synced() {
      await store.transaction((write) => write.setMeta('synced_at', String(clock.now())));
    },
    close: async () => store.close(),
  };

  async function hasRealRecords(): Promise<boolean> {
    const { segments } = await searchers.current();
    const live = segments.reduce((sum, { reader, deletedCount }) => sum + reader.info.docs - deletedCount, 0);
    return live > (await store.countDemonstration());
  }

  async function deleteDemonstration(write: WriteTransaction): Promise<void> {
    const gone = await write.demonstrationHeads();
    await deleteDocuments(write, (await searchers.current()).segments, gone);
    await write.deleteDocuments(gone.map(({ pmid }) => pmid));
  }

  /**
   * Returns the demonstration records that are removed permanently with the first real record, in the same commit, and
   * records that they were removed.
   */
  async function retireDemonstration(write: WriteTransaction): Promise<readonly DocumentHead[]> {
    const state = await write.meta('demonstration');
    if (state === 'on' || state === 'off') return [];
    await noteRemoved(write);
    return write.demonstrationHeads();
  }

  async function noteRemoved(write: WriteTransaction): Promise<void> {
    await write.setMeta(demonstrationVersion, '');
    await write.setMeta('demonstration', 'off');
  }

  /** @throws LibraryDamaged at the end if they are fewer than the index contains. */
  async function* everyRecord(): AsyncGenerator<Article> {
    const { generation, segments } = await searchers.current();
    let left = segments.reduce((sum, { reader, deletedCount }) => sum + reader.info.docs - deletedCount, 0);
    for await (const article of everyArticle(store)) {
      left--;
      yield article;
    }
    if (left !== 0 && (await store.generation()) === generation) throw new LibraryDamaged('records');
  }

  async function writeBatch(write: WriteTransaction, batch: LibraryBatch): Promise<BatchResult> {
    const removed = new Set(batch.remove.map(pmidNumber));
    const put = [...newestRevisions(batch.put)].filter(([pmid]) => !removed.has(pmid));
    const touched = new Set([...put.map(([pmid]) => pmid), ...removed]);
    const fill = new Map((batch.fill ?? []).map(({ pmid, details }) => [pmidNumber(pmid), details]));
    for (const pmid of touched) fill.delete(pmid);
    const heads = new Map((await write.heads([...touched, ...fill.keys()])).map((head) => [head.pmid, head]));
    const stored = await storedOf(
      write,
      put.flatMap(([pmid, revision]) => (mayBeEqual(revision, heads.get(pmid)) ? [pmid] : [])),
    );
    const result: BatchResult = { added: 0, replaced: 0, unchanged: 0, removed: 0 };
    const accepted: NewRecord[] = [];
    const gone: DocumentHead[] = [];
    const older = new Set<number>();
    for (const [pmid, revision] of put) {
      const head = heads.get(pmid);
      const what = outcome(revision, head, () => stored.get(pmid));
      result[what === 'older' ? 'unchanged' : what]++;
      if (what === 'older') older.add(pmid);
      if (what !== 'added' && what !== 'replaced') continue;
      const { article, revisedAt = '' } = revision;
      accepted.push({ article, revisedAt, demonstration: false, stored: revision.stored });
      if (head) gone.push(head);
    }
    for (const pmid of removed) {
      const head = heads.get(pmid);
      if (!head) continue;
      result.removed++;
      gone.push(head);
    }
    const spoken = [...accepted.map(({ article }) => pmidNumber(article.pmid)), ...removed];
    const filled = await filledRecords(write, fill, heads);
    for (const { record, head, changed } of filled) {
      result[changed ? 'replaced' : 'unchanged']++;
      if (!changed) continue;
      accepted.push(record);
      gone.push(head);
    }
    const retired = accepted.length > 0 ? await retireDemonstration(write) : [];
    const known = new Set(gone.map(({ pmid }) => pmid));
    gone.push(...retired.filter(({ pmid }) => !known.has(pmid)));
    await deleteDocuments(write, (await searchers.current()).segments, gone);
    await write.deleteDocuments([...removed, ...retired.map(({ pmid }) => pmid)]);
    await putRecords(write, accepted, { build, createdAt: clock.now() });
    if (spoken.length > 0) await write.deleteNoticesFrom(spoken);
    // Notices in an older version do not count.
    const notices = batch.notices.map(toStored).filter(({ from }) => !older.has(from) && !removed.has(from));
    if (notices.length > 0) await write.putNotices(notices);
    if (batch.progress) await writeProgress(write, batch.progress);
    if (accepted.length + gone.length + notices.length > 0) await write.changed(clock.now());
    return result;
  }
}

/** The content only matters if the version is the same. */
function mayBeEqual(revision: Revision, head: { version: number; revisedAt: string } | undefined): boolean {
  const { version, revisedAt } = versionOf(revision);
  return head !== undefined && head.version === version && head.revisedAt === revisedAt;
}

/** Returns existing records other than demonstration records, with the details added. */
async function filledRecords(
  write: WriteTransaction,
  fill: ReadonlyMap<number, FillableDetails>,
  heads: ReadonlyMap<number, DocumentHead>,
): Promise<{ record: NewRecord; head: DocumentHead; changed: boolean }[]> {
  const there = [...fill.keys()].flatMap((pmid) => {
    const head = heads.get(pmid);
    return head && !head.demonstration ? [head] : [];
  });
  const stored = await storedOf(
    write,
    there.map(({ pmid }) => pmid),
  );
  return there.flatMap((head) => {
    const known = stored.get(head.pmid);
    if (!known) return [];
    const article = fillDetails(known, fill.get(head.pmid) ?? {});
    const record = { article, revisedAt: head.revisedAt, demonstration: false };
    return [{ record, head, changed: recordText(article) !== recordText(known) }];
  });
}

async function storedOf(write: WriteTransaction, pmids: readonly number[]): Promise<Map<number, Article>> {
  const stored = pmids.length > 0 ? await write.documents(pmids) : [];
  const articles = stored.map(
    async (document) => [document.pmid, await readRecord(write, document)] as const,
  );
  return new Map(await Promise.all(articles));
}

function toStored({ kind, of, notice }: LibraryBatch['notices'][number]): StoredNotice {
  const from = (pmid: Pmid | undefined) => (pmid === undefined ? 0 : pmidNumber(pmid));
  return { kind, of: pmidNumber(of), from: from(notice.pmid), citation: notice.citation };
}
