import { LibraryDamaged } from '@citewell/core/records/library.ts';
import type { LibraryStore } from '../segments/segment-store.ts';

/** The name in `meta` of what says that there may be rows without checksums, from before there were any. */
export const unverifiedPrefix = 'unchecked';

/**
 * The name in `meta` of the first bucket of DOIs that has no sum yet, in a library from before there were any. While it is
 * there, the progress of files need not have checksums either.
 */
export const unsummedFrom = 'unsummed';

/**
 * Reads the number of buckets that have sums from `meta`: Infinity for all.
 * @throws LibraryDamaged if it is no number.
 */
export function bucketsSummed(unsummed: string | undefined): number {
  if (unsummed === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(unsummed)) throw new LibraryDamaged(unsummedFrom);
  return Number(unsummed);
}

/** Tells whether rows without checksums are to be taken as they are. */
export async function hasUnchecked(store: Pick<LibraryStore, 'meta'>): Promise<boolean> {
  return (await store.meta(unverifiedPrefix)) !== undefined;
}
