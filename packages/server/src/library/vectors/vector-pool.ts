import { extname } from 'node:path';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Log } from '../../platform/log.ts';
import { ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { VectorMethods, VectorSource } from './vector-messages.ts';

/**
 * Vectors of the library's records, read in a separate thread. Without a file for this model there are none.
 * @example
 * const pmids = await pool.nearest(vector, 20, signal);
 */
export interface VectorPool {
  /**
   * Finds at most `limit` records whose vectors are nearest, the nearest first.
   * @throws {ServiceError} `overloaded` at its deadline; the reason of the signal if it aborts
   */
  nearest(vector: Int8Array<ArrayBuffer>, limit: number, signal: AbortSignal): Promise<Pmid[]>;
  /**
   * Reads the vectors of records; those without one are omitted.
   * @throws {ServiceError} `overloaded` at its deadline; the reason of the signal if it aborts
   */
  get(pmids: readonly Pmid[], signal: AbortSignal): Promise<Map<Pmid, Int8Array<ArrayBuffer>>>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/**
 * Time limit of a vector search in milliseconds, including waiting and the start of its thread: about 50 for 100,000
 * records.
 */
const deadlineMs = 4_000;

/** Opens the vectors of a model; the thread starts with the first call. */
export function openVectorPool(source: VectorSource, log: Log): VectorPool {
  const busy = () => new ServiceError('overloaded');
  const pool = new ThreadPool({
    file: new URL(`./vector-worker${extname(import.meta.url)}`, import.meta.url),
    ...{ workerData: source, workers: 1, concurrencyPerWorker: 1, log },
    ...{ deadlineMs, waitingMax: 64, lostEvent: 'vector_worker_lost', tooBusy: busy, tooLate: busy },
  });
  const call = <Method extends keyof VectorMethods>(
    method: Method,
    argument: VectorMethods[Method],
    signal: AbortSignal,
  ) => pool.call({ method, argument }, { signal });
  return {
    nearest: async (vector, limit, signal) => (await call('nearest', { vector, limit }, signal)) as Pmid[],
    get: async (pmids, signal) => (await call('get', pmids, signal)) as Map<Pmid, Int8Array<ArrayBuffer>>,
    close: () => pool.close(),
  };
}
