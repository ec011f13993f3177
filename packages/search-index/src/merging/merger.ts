import type { Clock } from '@citewell/core/clock.ts';
import { expectIntact, type SearcherManager } from '../segments/searcher-manager.ts';
import type { SegmentEncoder } from '../segments/segment-encoder.ts';
import { chunkBytes, type LibraryWriteStore } from '../segments/segment-store.ts';
import { addChecksums } from '../writing/add-checksums.ts';
import { hasUnchecked } from '../writing/unchecked.ts';
import { deletedSince, mergeSegments } from './merge.ts';
import { planMerge } from './merge-plan.ts';

/** Milliseconds for which searches can keep using segments that were merged away: twice their deadline. */
const retiredKeptMs = 5_000;

/** Keeps the number of segments small. Only one process merges at a time; others continue to write. */
export class Merger {
  readonly #store: LibraryWriteStore;
  readonly #searchers: SearcherManager;
  readonly #clock: Clock;

  constructor(store: LibraryWriteStore, searchers: SearcherManager, clock: Clock) {
    this.#store = store;
    this.#searchers = searchers;
    this.#clock = clock;
  }

  /** Merges until nothing is due, unless another process is merging already. */
  async mergeWhatIsDue(): Promise<void> {
    const due = async () => planMerge(await this.#sizes());
    if (!(await due())) return;
    await this.#store.mergeAlone(async () => {
      const signal = new AbortController().signal;
      for (let plan = await due(); plan; plan = await due()) await this.#merge(plan, signal);
      await this.#store.transaction((write) => write.sweep(this.#clock.now() - retiredKeptMs));
    });
  }

  /**
   * Merges everything into one segment in the current format without deleted records, adds missing checksums and
   * releases the free space.
   */
  async compact(signal: AbortSignal): Promise<void> {
    const done = await this.#store.mergeAlone(async () => {
      const sizes = await this.#sizes();
      const isOld = await hasUnchecked(this.#store);
      const isDue = ({ deleted, isEarlier }: { deleted: number; isEarlier: boolean }) =>
        deleted > 0 || isEarlier;
      if (sizes.length > 1 || sizes.some(isDue) || (isOld && sizes.length > 0))
        await this.#merge(
          sizes.map(({ id }) => id),
          signal,
        );
      if (isOld) await addChecksums(this.#store, this.#clock, signal);
      await this.#dropRetired(signal);
      return true;
    });
    if (!done) throw new Error('the library is being merged by another process');
  }

  /**
   * Drops the segments that were merged away and releases the free space, unless another process is merging. A search
   * that still uses one starts again on a new view. An abort leaves the rest to the next time.
   */
  async releaseSpace(signal: AbortSignal): Promise<void> {
    try {
      await this.#store.mergeAlone(() => this.#dropRetired(signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #dropRetired(signal: AbortSignal): Promise<void> {
    await this.#store.transaction((write) => write.sweep(this.#clock.now() + 1));
    await this.#store.shrink(signal);
  }

  async #sizes() {
    const { segments } = await this.#searchers.current();
    return segments.map(({ reader: { id, info }, deletedCount }) => ({
      id,
      live: info.docs - deletedCount,
      deleted: deletedCount,
      isEarlier: info.chunkBytes !== chunkBytes,
    }));
  }

  async #merge(ids: readonly number[], signal: AbortSignal): Promise<void> {
    const { segments } = await this.#searchers.current();
    const sources = segments.filter(({ reader }) => ids.includes(reader.id));
    const store = this.#store;
    const target = await store.transaction((write) => write.createSegment(this.#clock.now()));
    // In separate transactions: a single one would block every other writer and fill the database's log.
    const write = (encoder: SegmentEncoder) =>
      store.transaction((transaction) => transaction.writeChunks(encoder.takeChunks(target)));
    const merged = await mergeSegments(sources, write, signal);
    await store.transaction(async (transaction) => {
      const snapshot = await transaction.snapshot();
      await expectIntact(snapshot, transaction);
      const now = snapshot.segments.filter(({ id }) => ids.includes(id));
      if (now.length !== sources.length) throw new Error('a segment vanished while it was merged');
      const states = sources.map(
        ({ reader }) => now.find(({ id }) => id === reader.id) ?? { deletedDocs: new Uint8Array(0) },
      );
      const { deletedDocs, deletedCount } = deletedSince(sources, states, merged);
      if (merged.info.docs > 0) {
        await transaction.publish(target, merged.info);
        if (deletedCount > 0) await transaction.setDeletedDocs(target, deletedDocs, deletedCount);
      }
      await transaction.retire(ids, this.#clock.now());
      await transaction.changed(this.#clock.now());
    });
  }
}
