import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { isDamaged } from '@citewell/core/storage-error.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import { type LibraryStore, SegmentGone } from '../segments/segment-store.ts';
import type { KnownPmids } from './known-pmids.ts';

/**
 * Wraps the store so that `documents` omits no record of the index: a missing one was deleted since the segments were
 * opened, which SegmentGone reports, or its row is lost.
 */
export function confirmedStore(
  store: LibraryStore,
  known: KnownPmids,
  segments: readonly OpenSegment[],
): LibraryStore {
  return {
    ...store,
    async documents(pmids) {
      const stored = await store.documents(pmids);
      if (stored.length === pmids.length) return stored;
      const given = new Set(stored.map(({ pmid }) => pmid));
      for (const pmid of pmids)
        if (!given.has(pmid) && (await known.has(segments, pmid))) throw new SegmentGone(`record ${pmid}`);
      return stored;
    },
  };
}

/** Converts an error to LibraryDamaged if the database reports that its files are corrupt or unreadable. */
export function asDamage(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isUnreadable = 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteIoError;
  // An integer beyond JavaScript's range, which this code never writes.
  const isImpossible = 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
  return isDamaged(error) || isUnreadable || isImpossible ? new LibraryDamaged('database', error) : error;
}

const sqliteIoError = 10;
