import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { Clock } from '@citewell/core/clock.ts';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import type { ReadingOptions } from '@citewell/search-index/writing/create-library.ts';
import type { Log } from '../platform/log.ts';
import type { OpenSearchAddress } from '../platform/opensearch-address.ts';
import { SearchPool, type SearchPoolOptions } from './search/search-pool.ts';
import type { ExpectedLibrary } from './stores/opensearch/open-opensearch.ts';

/**
 * Engine and location of the library. The address of OpenSearch contains secrets. `marker` is the path of a file which
 * records that the library there was used from here.
 */
export type LibraryLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'opensearch'; address: OpenSearchAddress; marker?: string };

/**
 * Opens the library for reading, in the calling thread.
 *
 * @throws StorageError if it cannot be used.
 */
export async function openLibrary(location: LibraryLocation, options: ReadingOptions = {}): Promise<Library> {
  // Each engine is loaded only if used.
  if (location.kind === 'opensearch') {
    const { openOpenSearchLibrary } = await import('./stores/opensearch/open-opensearch.ts');
    return openOpenSearchLibrary(location, options);
  }
  const { openSqliteLibrary } = await import('./stores/sqlite/open-sqlite.ts');
  return openSqliteLibrary(location.path, options);
}

/**
 * Opens the library for writing, one writer at a time. `busyMs`: time to wait for another process that writes to the
 * same file; by default the usual time. `expected`: whether a library in OpenSearch may be created; a file is.
 * @throws StorageError if it cannot be used.
 */
export async function openLibraryWriter(
  location: LibraryLocation,
  clock: Clock,
  options: { busyMs?: number; expected?: ExpectedLibrary } = {},
): Promise<LibraryWriter> {
  if (location.kind === 'opensearch') {
    const { openOpenSearchWriter } = await import('./stores/opensearch/open-opensearch.ts');
    const { busyMs, expected = 'any' } = options;
    // A caller that does not wait for other writers does not wait for a cluster either.
    const waiting = busyMs === undefined ? {} : { retryMs: busyMs };
    return openOpenSearchWriter(location, clock, { ...waiting, expected });
  }
  const { openSqliteWriter } = await import('./stores/sqlite/open-sqlite.ts');
  return openSqliteWriter(location.path, clock, options);
}

/** Maximum number of searches per thread, which take turns, so that slow ones do not delay fast ones. */
const concurrencyPerWorker = 8;

/** Bytes that all threads together cache of the index, and the minimum per thread. */
const cacheBytes = { all: 256 * 2 ** 20, least: 24 * 2 ** 20 };

/** Argument of a search thread. */
export type SearchThreadData = { location: LibraryLocation; cacheBytes: number };

/**
 * Opens the library for reading off the event loop, which keeps running during searches: OpenSearch has its own
 * processes, the other engines use threads.
 */
export async function openSearchPool(
  location: LibraryLocation,
  log: Log,
  {
    // One core is reserved for the event loop.
    threads: workers = Math.max(1, availableParallelism() - 1),
    ...limits
  }: Pick<SearchPoolOptions, 'deadlineMs' | 'workMs'> & { threads?: number | undefined } = {},
): Promise<Library> {
  if (location.kind === 'opensearch') {
    const { deadlineMs: timeoutMs } = limits;
    return openLibrary(location, timeoutMs === undefined ? {} : { timeoutMs });
  }
  const file = new URL(`./search/search-worker${extname(import.meta.url)}`, import.meta.url);
  const share = Math.max(cacheBytes.least, cacheBytes.all / workers);
  const workerData: SearchThreadData = { location, cacheBytes: share };
  return new SearchPool({ file, workerData, workers, concurrencyPerWorker, log, ...limits });
}
