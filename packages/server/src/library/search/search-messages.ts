import type { Library } from '@citewell/core/records/library.ts';

/** Methods of a Library available in a worker thread, each with one structured-cloneable argument. */
export type LibraryMethods = {
  search: Parameters<Library['search']>[0];
  searchRendered: Parameters<Library['search']>[0];
  rank: Parameters<Library['rank']>[0];
  get: Parameters<Library['get']>[0];
  findByDoi: string;
  stats: undefined;
};
export type LibraryMethod = keyof LibraryMethods;

export type LibraryCall = {
  [Method in LibraryMethod]: { method: Method; argument: LibraryMethods[Method] };
}[LibraryMethod];

/** Represents a LibraryDamaged in replies, since error classes cannot be structured-cloned. */
export type Damaged = { damagedAt: string; cause: Error };
