import { type Clock, systemClock } from '@citewell/core/clock.ts';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import { createMarker, hasMarker } from '../../../platform/data-file.ts';
import type { OpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { OpenSearchClient } from './client.ts';
import { Cluster } from './cluster.ts';
import { connectionProblem } from './connection/connection-problems.ts';
import { reportFailures } from './connection/report-failures.ts';
import { createLibrary, expectLibrary, expectNone, restoreSearches } from './existence.ts';
import { createOpenSearchLibrary } from './opensearch-library.ts';
import { createOpenSearchWriter } from './opensearch-writer.ts';
import { type OnProgress, rebuildRecords } from './rebuild/rebuild.ts';

export type OpenSearchLocation = { address: OpenSearchAddress; marker?: string };

const searchDeadlineMs = 10_000;

/** Time in milliseconds for which a writer waits for a cluster that restarts. */
const writerRetryMs = 120_000;

/**
 * Library that a writer expects. `any`: it is created if it is missing and none was used from here; `new`: it must be
 * created, also if one was used; `existing`: it is never created.
 */
export type ExpectedLibrary = 'any' | 'new' | 'existing';

type ReadingOptions = {
  /** Time limit of a search in milliseconds. */
  timeoutMs?: number;
  clock?: Clock;
};

/**
 * Opens the library in OpenSearch for reading.
 *
 * @throws StorageError if it is missing or cannot be used.
 */
export async function openOpenSearchLibrary(
  { address }: OpenSearchLocation,
  { timeoutMs = searchDeadlineMs, clock = systemClock }: ReadingOptions = {},
): Promise<Library> {
  const client = new OpenSearchClient(address, { deadlineMs: timeoutMs, retryMs: 0 });
  const cluster = new Cluster(client, address.name);
  const options = { now: () => clock.now(), close: () => client.close() };
  return opened(address, client, async () => {
    await cluster.expectOpenSearch();
    const identity = await expectLibrary(cluster);
    await cluster.expectFormat();
    return createOpenSearchLibrary(cluster, { ...options, identity });
  });
}

/**
 * Opens the library in OpenSearch for writing. While its records are being rewritten, changes are refused, with a
 * ReadOnlyError, and nothing else.
 *
 * @throws StorageError if it is missing and not to be created, exists and is to be new, or cannot be used.
 */
export async function openOpenSearchWriter(
  { address, marker }: OpenSearchLocation,
  clock: Clock = systemClock,
  { retryMs = writerRetryMs, expected = 'any' }: { retryMs?: number; expected?: ExpectedLibrary } = {},
): Promise<LibraryWriter> {
  const client = new OpenSearchClient(address, { deadlineMs: 60_000, retryMs });
  const cluster = new Cluster(client, address.name);
  return opened(address, client, async () => {
    await cluster.expectOpenSearch();
    if (expected === 'new') await expectNone(cluster);
    const wasUsed = marker !== undefined && hasMarker(marker);
    const mayCreate = expected === 'new' || (expected === 'any' && !wasUsed);
    if (mayCreate) await createLibrary(cluster, address.shards);
    else await expectLibrary(cluster);
    if (marker !== undefined) createMarker(marker);
    await cluster.expectFormat();
    await restoreSearches(cluster);
    const writer = createOpenSearchWriter(cluster, { clock, close: () => client.close() });
    return reportFailures(writer, address);
  });
}

/**
 * Rewrites the records into an index of the current version and number of shards, while the library keeps answering
 * from the old one. `onProgress` receives the number of records written. Resolves with their number.
 */
export async function rebuildOpenSearch(
  { address }: OpenSearchLocation,
  {
    retryMs = writerRetryMs,
    ...options
  }: { signal: AbortSignal; clock?: Clock; onProgress?: OnProgress; retryMs?: number },
): Promise<number> {
  const client = new OpenSearchClient(address, { deadlineMs: 60_000, retryMs });
  const cluster = new Cluster(client, address.name);
  try {
    return await opened(address, client, async () => {
      await cluster.expectOpenSearch();
      await expectLibrary(cluster);
      return rebuildRecords(cluster, address.shards, { clock: systemClock, ...options });
    });
  } finally {
    await client.close();
  }
}

async function opened<T>(
  address: OpenSearchAddress,
  client: OpenSearchClient,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await client.close();
    throw connectionProblem(address, error) ?? error;
  }
}
