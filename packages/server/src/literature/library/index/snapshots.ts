import type { OpenSegment } from './open-segment.ts';
import { createCaches, type SegmentCaches, SegmentReader } from './segment-reader.ts';
import type { LibraryStore } from './segment-store.ts';

export type OpenSnapshot = { generation: number; segments: readonly OpenSegment[] };

/** The newest state of a library, read anew only when it has changed. */
export class Snapshots {
  readonly #store: Pick<LibraryStore, 'generation' | 'snapshot' | 'read'>;
  readonly #caches: SegmentCaches;
  #current: OpenSnapshot = { generation: -1, segments: [] };

  constructor(store: Pick<LibraryStore, 'generation' | 'snapshot' | 'read'>, cacheBytes: number) {
    this.#store = store;
    this.#caches = createCaches(cacheBytes);
  }

  async current(): Promise<OpenSnapshot> {
    const generation = this.#store.generation();
    if ((generation instanceof Promise ? await generation : generation) === this.#current.generation)
      return this.#current;
    const snapshot = await this.#store.snapshot();
    const known = new Map(this.#current.segments.map(({ reader }) => [reader.id, reader]));
    const segments = snapshot.segments.map(({ id, info, dead, deadCount }) => ({
      reader: known.get(id) ?? new SegmentReader({ id, info }, this.#store, this.#caches),
      dead,
      deadCount,
    }));
    this.#current = { generation: snapshot.generation, segments };
    return this.#current;
  }
}
