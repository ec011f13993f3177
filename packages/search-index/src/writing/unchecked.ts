import { LibraryDamaged } from '@citewell/core/records/library.ts';
import type { LibraryStore } from '../segments/segment-store.ts';

/** Key in `meta` that marks a library which may have rows without checksums, from before they existed. */
export const unverifiedPrefix = 'unchecked';

/**
 * Key in `meta` of the first bucket of DOIs without a sum, in a library from before sums existed. While it is set, the
 * progress of files need not have checksums either.
 */
export const unsummedFrom = 'unsummed';

/**
 * Reads the number of buckets that have sums from `meta`: Infinity for all.
 * @throws LibraryDamaged if it is not a number.
 */
export function bucketsSummed(unsummed: string | undefined): number {
  if (unsummed === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(unsummed)) throw new LibraryDamaged(unsummedFrom);
  return Number(unsummed);
}

/** Returns true if rows without checksums are accepted. */
export async function hasUnchecked(store: Pick<LibraryStore, 'meta'>): Promise<boolean> {
  return (await store.meta(unverifiedPrefix)) !== undefined;
}
