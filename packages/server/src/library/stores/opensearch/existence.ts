import { randomUUID } from 'node:crypto';
import { ServiceError } from '@citewell/core/errors.ts';
import { LibraryMissing } from '@citewell/core/records/library.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import type { Cluster } from './cluster.ts';
import { recordsDefinition, recordsIndex, searchesDefinition, stateDefinition } from './index-definition.ts';
import { putSetting, readSetting, settingId } from './state.ts';

/**
 * Returns the identity of the library, which it gets when it is created and has again when it is restored from a snapshot.
 * The index of continued searches may be missing.
 *
 * @throws StorageError if the library is not there, or only a part of it.
 */
export async function expectLibrary(cluster: Cluster): Promise<string> {
  const { identity, hasRecords } = await look(cluster);
  if (identity === undefined) throw hasRecords ? incomplete(cluster, cluster.names.state) : absent(cluster);
  if (!hasRecords) throw incomplete(cluster, cluster.names.records);
  return identity;
}

/**
 * Creates the library unless it exists, also where an earlier attempt was interrupted; never a part of one that was used.
 *
 * @throws StorageError if there is only a part of a library.
 */
export async function createLibrary(cluster: Cluster, shards: number): Promise<void> {
  const { records, state } = cluster.names;
  const { identity, hasRecords } = await look(cluster);
  if (identity !== undefined || (hasRecords && !(await isEmpty(cluster)))) {
    await expectLibrary(cluster);
    return;
  }
  if (!hasRecords)
    await cluster.createIndex(recordsIndex(cluster.name, 1), recordsDefinition(shards, records));
  if (!(await cluster.has(state))) await createWithAlias(cluster, state, stateDefinition);
  // Last, since it says that the library is complete. Of two processes that create it, one gives it its identity.
  const { source } = putSetting('made', randomUUID());
  await cluster.bulk(state, [{ action: { create: { _id: settingId('made') } }, source: source ?? {} }]);
}

/** Creates the index of continued searches if it is missing; if that fails, the library is used without. */
export async function restoreSearches(cluster: Cluster): Promise<void> {
  const { searches } = cluster.names;
  if (await cluster.has(searches)) return;
  try {
    await createWithAlias(cluster, searches, searchesDefinition);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** @throws StorageError if the library exists. */
export async function expectNone(cluster: Cluster): Promise<void> {
  const { identity, hasRecords } = await look(cluster);
  if (identity !== undefined && hasRecords) throw existing(cluster);
}

/**
 * Checks the identity that was read.
 * @throws LibraryMissing if it is not that of the library that was opened.
 */
export function expectSame(cluster: Cluster, identity: string, read: string | undefined): void {
  if (read !== identity) throw new LibraryMissing(cluster.names.state);
}

async function look(cluster: Cluster): Promise<{ identity: string | undefined; hasRecords: boolean }> {
  const { records, state } = cluster.names;
  return {
    identity: (await cluster.has(state)) ? await readSetting(cluster, 'made') : undefined,
    hasRecords: await cluster.has(records),
  };
}

async function isEmpty(cluster: Cluster): Promise<boolean> {
  const { records } = cluster.names;
  await cluster.refresh(records);
  const { hits } = await cluster.search(records, { size: 1, query: { match_all: {} }, _source: false });
  return hits.length === 0;
}

function createWithAlias(cluster: Cluster, alias: string, definition: object): Promise<void> {
  return cluster.createIndex(`${alias}-1`, { ...definition, aliases: { [alias]: {} } });
}

/** Names the indices of the library exactly: others may begin with its name. */
function indicesOf(name: string, and: string): string {
  return `${name}-records-*, ${name}-state-1${and}${name}-searches-1`;
}

function absent({ name }: Cluster): StorageError {
  return new StorageError({
    en: `The OpenSearch cluster of CITEWELL_LIBRARY_URL has no library "${name}". Check that name, the last part of the address. If the library was there before, restore its indices (${indicesOf(name, ' and ')}) from a snapshot. "citewell library create" creates a new, empty one; where none was used yet, so do "library ingest", "sync" and "add".`,
    zh: `CITEWELL_LIBRARY_URL 的 OpenSearch 集群中没有文献库 "${name}"。请检查该名称（地址的最后一部分）。如果以前曾有，请从快照恢复其索引（${indicesOf(name, ' 和 ')}）。"citewell library create" 可新建空的文献库；此前未曾使用过文献库时，"library ingest"、"sync" 和 "add" 也会新建。`,
  });
}

function incomplete({ name }: Cluster, index: string): StorageError {
  return new StorageError({
    en: `The library "${name}" in OpenSearch has lost its index ${index}. Delete what is left of its indices (${indicesOf(name, ' and ')}) and restore all of them from a snapshot; or delete them, create a new library with "citewell library create", and import your records again.`,
    zh: `OpenSearch 中的文献库 "${name}" 缺少索引 ${index}。请删除其余的索引（${indicesOf(name, ' 和 ')}），再从快照恢复全部索引；或删除后用 "citewell library create" 新建文献库，并重新导入文献。`,
  });
}

function existing({ name }: Cluster): StorageError {
  return new StorageError({
    en: `The library "${name}" exists in OpenSearch. To start with a new one, delete its indices (${indicesOf(name, ' and ')}) first, or choose another name in CITEWELL_LIBRARY_URL.`,
    zh: `OpenSearch 中已有文献库 "${name}"。如需新建，请先删除其索引（${indicesOf(name, ' 和 ')}），或在 CITEWELL_LIBRARY_URL 中改用其他名称。`,
  });
}
