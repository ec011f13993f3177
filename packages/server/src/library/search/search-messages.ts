import type { Library } from '@citewell/core/records/library.ts';

/** Methods of a Library available in a worker thread, each with one argument that can be structured-cloned. */
export type LibraryMethods = {
  search: Parameters<Library['search']>[0];
  rank: Parameters<Library['rank']>[0];
  get: Parameters<Library['get']>[0];
  findByDoi: string;
  stats: undefined;
};
export type LibraryMethod = keyof LibraryMethods;

export type LibraryCall = {
  [Method in LibraryMethod]: { method: Method; argument: LibraryMethods[Method] };
}[LibraryMethod];

/** Stands for a LibraryDamaged among what is answered: classes of errors do not cross. */
export type Damaged = { damagedAt: string; cause: Error };
