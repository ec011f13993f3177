import { hash, randomUUID } from 'node:crypto';
import type { LibraryBatch } from '@citewell/core/records/library.ts';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { progressChecksum } from '@citewell/search-index/writing/progress.ts';
import type { BulkAction, Cluster } from './cluster.ts';

/**
 * Named values of a library. `made` is its identity, or `yes` if it is older than identities. `generation` differs after every change that a search may see. `demonstration_version` is empty if the
 * demonstration records were removed; a library of an earlier release has it under another name, and gets them once more.
 */
export type Setting =
  | 'made'
  | 'generation'
  | 'changed_at'
  | 'synced_at'
  | 'demonstration'
  | 'demonstration_version';

type Progress = NonNullable<LibraryBatch['progress']>;
type StoredProgress = Progress & { checksum: number };

/** Stores the values, each in its own document, so that writers do not overwrite each other's. */
export async function readSettings<Name extends Setting>(
  cluster: Cluster,
  names: readonly Name[],
  signal?: AbortSignal,
): Promise<Record<Name, string | undefined>> {
  const places = names.map((name) => ({ index: cluster.names.state, id: settingId(name) }));
  const found = await cluster.get<{ value: string }>(places, signal);
  const entries = names.map((name, at) => [name, found[at]?._source.value] as const);
  return Object.fromEntries(entries) as Record<Name, string | undefined>;
}

export async function readSetting(cluster: Cluster, name: Setting): Promise<string | undefined> {
  return (await readSettings(cluster, [name]))[name];
}

export function putSetting(name: Setting, value: string): BulkAction {
  return { action: { index: { _id: settingId(name) } }, source: { kind: 'setting', value } };
}

/** Returns the settings of a changed library. `at`: epoch ms. */
export function noteChange(at: number): BulkAction[] {
  return [putSetting('generation', randomUUID()), putSetting('changed_at', String(at))];
}

export function settingId(name: Setting): string {
  return `setting:${name}`;
}

export function putProgress(progress: Progress): BulkAction {
  const source = { kind: 'progress', ...progress, checksum: progressChecksum(progress) };
  return { action: { index: { _id: progressId(progress.file) } }, source };
}

/** @throws LibraryDamaged if it is not what was written. */
export async function readProgress(
  cluster: Cluster,
  file: string,
): Promise<Omit<Progress, 'file'> | undefined> {
  const [found] = await cluster.get<StoredProgress>([{ index: cluster.names.state, id: progressId(file) }]);
  if (!found) return undefined;
  const { records, done, checksum } = found._source;
  if (checksum !== progressChecksum({ file, records, done })) throw new LibraryDamaged('progress of a file');
  return { records, done };
}

function progressId(file: string): string {
  return `progress:${hash('sha256', file, 'base64url')}`;
}
