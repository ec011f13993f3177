import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { expectSegments } from '../writing/checksum.ts';
import { hasUnchecked } from '../writing/unchecked.ts';
import type { OpenSegment } from './open-segment.ts';
import { createCaches, type SegmentCaches, SegmentReader } from './segment-reader.ts';
import type { LibraryStore, Snapshot } from './segment-store.ts';

type Store = Pick<LibraryStore, 'generation' | 'snapshot' | 'read' | 'meta'>;

export type OpenSnapshot = { generation: number; segments: readonly OpenSegment[] };

/** Provides the newest state of a library, read again only when it has changed. */
export class SearcherManager {
  readonly #store: Store;
  readonly #caches: SegmentCaches;
  #current: OpenSnapshot = { generation: -1, segments: [] };

  constructor(store: Store, cacheBytes: number) {
    this.#store = store;
    this.#caches = createCaches(cacheBytes);
  }

  async current(): Promise<OpenSnapshot> {
    const generation = this.#store.generation();
    if ((generation instanceof Promise ? await generation : generation) === this.#current.generation)
      return this.#current;
    const snapshot = await this.#store.snapshot();
    await expectIntact(snapshot, this.#store);
    const known = new Map(this.#current.segments.map(({ reader }) => [reader.id, reader]));
    const segments = snapshot.segments.map(({ id, info, deletedDocs, deletedCount }) => ({
      reader: known.get(id) ?? new SegmentReader({ id, info }, this.#store, this.#caches),
      deletedDocs,
      deletedCount,
    }));
    this.#current = { generation: snapshot.generation, segments };
    return this.#current;
  }
}

/** @throws LibraryDamaged if the list of segments, or the metadata of one, is not what was written. */
export async function expectIntact(
  { segments, checksum }: Snapshot,
  store: Pick<LibraryStore, 'meta'>,
): Promise<void> {
  expectSegments(segments, checksum);
  if (checksum === null && !(await hasUnchecked(store))) throw new LibraryDamaged('list of segments');
}
