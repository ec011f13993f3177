import type { Clock } from '@citewell/core/clock.ts';
import type { Article } from '@citewell/core/records/article.ts';
import type { DemonstrationState, LibraryWriter } from '@citewell/core/records/library.ts';
import { errorResponseOf, isBlock } from './client.ts';
import type { BulkAction, Cluster } from './cluster.ts';
import { compactIndex } from './compact.ts';
import { demonstrationField } from './index-definition.ts';
import { withLease } from './lease.ts';
import { articlesOf } from './read-records.ts';
import { scanRecords } from './scan-records.ts';
import { noteChange, putProgress, putSetting, readProgress, readSetting, readSettings } from './state.ts';
import { verifyOpenSearch } from './verify.ts';
import { RecordWriter } from './write-records.ts';

const demonstrationSettings = ['demonstration', 'demonstration_version'] as const;

/** Library in OpenSearch, for writing. */
export function createOpenSearchWriter(
  cluster: Cluster,
  { clock, close }: { clock: Clock; close: () => Promise<void> },
): LibraryWriter {
  const { records, state } = cluster.names;
  const writer = new RecordWriter(cluster);
  // A writer that was killed before its refresh may have stored what the first batch finds unchanged.
  let mayBeInvisible = true;

  return {
    async write(batch) {
      // Before the notices, which are in another index, go ahead of records that are refused.
      await cluster.expectWritable();
      const wasVisible = !mayBeInvisible;
      mayBeInvisible = true;
      const { result, changed, hasReal } = await unlessBlocked(() => writer.write(batch));
      const left = hasReal && (await retireDemonstration());
      const notes: BulkAction[] = left ? settled('off', '') : [];
      if (changed || left || !wasVisible) {
        await cluster.refresh(records, state);
        notes.push(...noteChange(clock.now()));
      }
      // Last, since everything it counts must be stored permanently.
      if (batch.progress) notes.push(putProgress(batch.progress));
      await cluster.bulk(state, notes);
      mayBeInvisible = false;
      return result;
    },
    async demonstration() {
      return (await readSetting(cluster, 'demonstration')) as DemonstrationState | undefined;
    },
    async hasRealRecords() {
      const query = { bool: { must_not: [{ term: { [demonstrationField]: true } }] } };
      const { hits } = await cluster.search(records, { size: 1, query, _source: false });
      return hits.length > 0;
    },
    async putDemonstration({ version, read }, wanted) {
      const known = await readSettings(cluster, demonstrationSettings);
      const isIn = known.demonstration_version === version;
      if (isIn && known.demonstration === wanted) return;
      await cluster.expectWritable();
      if (!isIn) await writer.putDemonstration(read());
      await noteDemonstration(wanted, version);
    },
    async removeDemonstration() {
      const known = await readSettings(cluster, demonstrationSettings);
      if ((known.demonstration_version ?? '') === '' && known.demonstration === 'off') return;
      await cluster.expectWritable();
      await writer.removeDemonstration();
      await noteDemonstration('off', '');
    },
    progressOf: (file) => readProgress(cluster, file),
    records: () => everyRecord(),
    async compact(signal) {
      await cluster.expectWritable();
      await compactIndex(cluster, signal);
    },
    // The server drops merged segments by itself.
    releaseSpace: async () => {},
    verify: (signal) => verifyOpenSearch(cluster, signal),
    syncAlone: (work) => withLease(cluster, 'sync', () => clock.now(), work),
    async synced() {
      await cluster.bulk(state, [putSetting('synced_at', String(clock.now()))]);
    },
    async close() {
      await close();
    },
  };

  /** Tells a rebuild that began meanwhile from other blocks. */
  async function unlessBlocked<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      const refused = errorResponseOf(error);
      if (refused && isBlock(refused)) await cluster.expectWritable();
      throw error;
    }
  }

  /**
   * Removes demonstration records permanently when the first real record arrives. Resolves with true if that happened
   * now.
   */
  async function retireDemonstration(): Promise<boolean> {
    const demonstration = await readSetting(cluster, 'demonstration');
    if (demonstration === 'on' || demonstration === 'off') return false;
    await writer.removeDemonstration();
    return true;
  }

  async function noteDemonstration(wanted: DemonstrationState, version: string): Promise<void> {
    await cluster.refresh(records, state);
    await cluster.bulk(state, [...settled(wanted, version), ...noteChange(clock.now())]);
  }

  async function* everyRecord(): AsyncGenerator<Article> {
    for await (const hits of scanRecords(cluster)) yield* await articlesOf(cluster, hits);
  }
}

function settled(state: DemonstrationState, version: string): BulkAction[] {
  return [putSetting('demonstration', state), putSetting('demonstration_version', version)];
}
