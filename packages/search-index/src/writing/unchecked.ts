import type { LibraryStore } from '../segments/segment-store.ts';

/** The name in `meta` of what says that there may be rows without checksums, from before there were any. */
export const unverifiedPrefix = 'unchecked';

/** Tells whether rows without checksums are to be taken as they are. */
export async function hasUnchecked(store: Pick<LibraryStore, 'meta'>): Promise<boolean> {
  return (await store.meta(unverifiedPrefix)) !== undefined;
}
