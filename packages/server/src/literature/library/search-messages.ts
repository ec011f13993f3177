import type { Log } from '../../log.ts';
import type { Library } from './library.ts';

/** What of a Library crosses to a worker thread, each with the one argument that structured cloning can carry. */
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

/** `stop`: nobody waits for this call any more; it is to fail soon. `close`: nor for any other, and none will come. */
export type ToWorker =
  | ({ type: 'call'; id: number } & LibraryCall)
  | { type: 'stop'; id: number }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  /** Records as they are: cloning them costs the receiving loop less than parsing their JSON. */
  | { type: 'answer'; id: number; value: unknown }
  /** `damaged`: the place, where the error is a LibraryDamaged, whose class does not cross. */
  | { type: 'failure'; id: number; error: Error; damaged?: string }
  | { type: 'log'; line: Parameters<Log> };
