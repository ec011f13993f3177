import type { Library, LibraryOptions, LibraryQuery } from '@citewell/core/records/library.ts';

/** A search with its caller, whose earlier pages it continues. */
type CallersQuery = LibraryQuery & Pick<LibraryOptions, 'caller'>;

/** Methods of a Library available in a worker thread, each with one structured-cloneable argument. */
export type LibraryMethods = {
  search: CallersQuery;
  searchRendered: CallersQuery;
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
