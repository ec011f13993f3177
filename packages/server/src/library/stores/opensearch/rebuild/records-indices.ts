import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import type { Cluster } from '../cluster.ts';
import { recordsIndex } from '../index-definition.ts';
import { acknowledgedShape, aliasesShape, anyShape, blockShape } from '../reply-shapes.ts';

/** Returns the index behind the alias of the records. */
export async function recordsInUse(cluster: Cluster): Promise<string> {
  const path = `/_alias/${cluster.names.records}`;
  const found = await cluster.call({ method: 'GET', path }, aliasesShape);
  const [only, another] = Object.keys(found);
  if (!only || another) throw new LibraryUnavailable(new Error('no single index of records'));
  return only;
}

/** Returns the numbered indices of records that are not in use: what a rebuild is writing, or a killed one left. */
export async function recordsLeft(cluster: Cluster): Promise<string[]> {
  const { records } = cluster.names;
  const path = `/${records}-*/_alias`;
  const found = await cluster.call({ method: 'GET', path }, aliasesShape);
  return Object.entries(found)
    .filter(([index, { aliases }]) => /^-\d+$/.test(index.slice(records.length)) && !(records in aliases))
    .map(([index]) => index);
}

/** Names an index of records after all of these, so that no name is used by two rebuilds. */
export function nextIndex(cluster: Cluster, indices: readonly string[]): string {
  const numbers = indices.map((index) => Number(/(?<!\d)\d{1,15}$/.exec(index)?.[0] ?? 1));
  return recordsIndex(cluster.name, 1 + Math.max(...numbers));
}

/** Blocks writes to an index, and resolves once those under way have ended. */
export async function blockWrites(cluster: Cluster, index: string): Promise<void> {
  // For an index that is blocked already, the server does not wait.
  await unblockWrites(cluster, index);
  const path = `/${index}/_block/write`;
  const { acknowledged, shards_acknowledged: ended } = await cluster.call(
    { method: 'PUT', path, query: { timeout: '60s' }, deadlineMs: 90_000 },
    blockShape,
  );
  if (!acknowledged || !ended) throw new LibraryUnavailable(new Error('writes under way did not end'));
}

export async function unblockWrites(cluster: Cluster, index: string): Promise<void> {
  const body = { 'index.blocks.write': null };
  await cluster.call({ method: 'PUT', path: `/${index}/_settings`, body }, acknowledgedShape);
}

/** Removes an index, if it exists. */
export async function dropIndex(cluster: Cluster, index: string): Promise<void> {
  await cluster.call({ method: 'DELETE', path: `/${index}`, accept: [404] }, anyShape);
}

/**
 * Makes `made` the index of the records instead of `old`, and takes the alias `own` from it, in one step that fails if
 * either is no longer what it was.
 */
export async function replaceIndex(
  cluster: Cluster,
  { old, made, own }: { old: string; made: string; own: string },
): Promise<void> {
  const { records } = cluster.names;
  const actions = [
    { remove: { index: old, alias: records, must_exist: true } },
    { remove: { index: made, alias: own, must_exist: true } },
    { add: { index: made, alias: records } },
  ];
  try {
    await cluster.call({ method: 'POST', path: '/_aliases', body: { actions } }, acknowledgedShape);
  } catch (error) {
    // A step whose reply was lost fails when it is repeated.
    if ((await recordsInUse(cluster)) !== made) throw error;
  }
}

/** Counts the records that searches see. */
export async function countRecords(cluster: Cluster, index: string): Promise<number> {
  const body = { size: 0, query: { match_all: {} }, track_total_hits: true };
  return (await cluster.search(index, body)).total;
}
