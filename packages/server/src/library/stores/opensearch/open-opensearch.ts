import { type Clock, systemClock } from '@citewell/core/clock.ts';
import { type Library, LibraryUnavailable, type LibraryWriter } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { createMarker, hasMarker } from '../../../platform/data-file.ts';
import type { OpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { OpenSearchClient } from './client.ts';
import { Cluster } from './cluster.ts';
import { createOpenSearchLibrary } from './opensearch-library.ts';
import { createOpenSearchWriter } from './opensearch-writer.ts';
import { type OnProgress, rebuildRecords } from './rebuild.ts';
import { putSetting, readSetting } from './state.ts';

export type OpenSearchLocation = { address: OpenSearchAddress; marker?: string };

const searchDeadlineMs = 10_000;

/** Time in milliseconds for which a writer waits for a cluster that restarts. */
const writerRetryMs = 120_000;

type ReadingOptions = {
  /** Time limit of a search in milliseconds. */
  timeoutMs?: number;
  clock?: Clock;
};

/**
 * Opens the library in OpenSearch for reading.
 *
 * @throws StorageError if it cannot be used.
 */
export async function openOpenSearchLibrary(
  { address }: OpenSearchLocation,
  { timeoutMs = searchDeadlineMs, clock = systemClock }: ReadingOptions = {},
): Promise<Library> {
  const client = new OpenSearchClient(address, { deadlineMs: timeoutMs, retryMs: 0 });
  const cluster = new Cluster(client, address.name);
  const options = { now: () => clock.now(), close: () => client.close() };
  return opened(client, async () => {
    await cluster.expectOpenSearch();
    await cluster.create(address.shards);
    await cluster.expectFormat();
    return createOpenSearchLibrary(cluster, options);
  });
}

/** Opens the library in OpenSearch for writing. */
export async function openOpenSearchWriter(
  { address, marker }: OpenSearchLocation,
  clock: Clock = systemClock,
  { retryMs = writerRetryMs }: { retryMs?: number } = {},
): Promise<LibraryWriter> {
  const client = new OpenSearchClient(address, { deadlineMs: 60_000, retryMs });
  const cluster = new Cluster(client, address.name);
  return opened(client, async () => {
    await cluster.expectOpenSearch();
    await expectMade(cluster, address, marker);
    await cluster.expectFormat();
    await cluster.expectWritable();
    return createOpenSearchWriter(cluster, { clock, close: () => client.close() });
  });
}

/**
 * Rewrites the records into an index of the current version and number of shards, while the library keeps answering
 * from the old one. `onProgress` receives the number of records written. Resolves with their number.
 */
export async function rebuildOpenSearch(
  { address }: OpenSearchLocation,
  options: { signal: AbortSignal; clock?: Clock; onProgress?: OnProgress },
): Promise<number> {
  const client = new OpenSearchClient(address, { deadlineMs: 60_000, retryMs: writerRetryMs });
  const cluster = new Cluster(client, address.name);
  try {
    return await opened(client, async () => {
      await cluster.expectOpenSearch();
      return rebuildRecords(cluster, address.shards, { clock: systemClock, ...options });
    });
  } finally {
    await client.close();
  }
}

async function opened<T>(client: OpenSearchClient, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await client.close();
    throw error instanceof LibraryUnavailable ? unreachable(error) : error;
  }
}

/**
 * Rejects a cluster without a library, or without its records, if one was used from here: it must not be silently
 * filled again.
 */
async function expectMade(
  cluster: Cluster,
  { shards }: OpenSearchAddress,
  marker: string | undefined,
): Promise<void> {
  const { state, records } = cluster.names;
  const wasCreated = (await cluster.has(state)) && (await readSetting(cluster, 'made')) !== undefined;
  if (wasCreated && !(await cluster.has(records))) throw withoutRecords(cluster.name);
  if (!wasCreated && marker !== undefined && hasMarker(marker)) throw lost();
  await cluster.create(shards);
  if (!wasCreated) await cluster.bulk(state, [putSetting('made', 'yes')]);
  if (marker !== undefined) createMarker(marker);
}

function lost(): StorageError {
  return new StorageError({
    en: 'The OpenSearch cluster of CITEWELL_LIBRARY_URL no longer has a library. Restore its indices from a snapshot. If you have none, create a new library with "citewell library create": it is empty, and your own records must be imported again.',
    zh: 'CITEWELL_LIBRARY_URL 的 OpenSearch 集群中没有文献库，而以前曾有。请从快照恢复各索引；或使用 "citewell library create" 新建文献库：新库为空，您自己导入的记录需重新导入。',
  });
}

function withoutRecords(name: string): StorageError {
  return new StorageError({
    en: `The OpenSearch cluster of CITEWELL_LIBRARY_URL has lost the records of its library. Restore the indices ${name}-* from a snapshot. If you have none, delete what remains of them and create a new library with "citewell library create".`,
    zh: `CITEWELL_LIBRARY_URL 的 OpenSearch 集群已丢失文献库的文献。请从快照恢复索引 ${name}-*；或删除其余索引，再用 "citewell library create" 新建文献库。`,
  });
}

function unreachable(cause: unknown): StorageError {
  return new StorageError(
    {
      en: 'The OpenSearch cluster of CITEWELL_LIBRARY_URL returns incomplete replies. Check the address, that every node is running, and that no index is red.',
      zh: 'CITEWELL_LIBRARY_URL 的 OpenSearch 集群未能完整响应。请检查地址、各节点是否在运行，以及索引状态是否为 red。',
    },
    cause,
  );
}
