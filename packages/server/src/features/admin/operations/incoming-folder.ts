import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { invalidRequest } from '@citewell/core/errors.ts';
import { isRecordFile } from '../../../library/ingest/find-files.ts';

/** Server folder for files to ingest: the pages can ingest from nowhere else. */

type IncomingEntry = { name: string; kind: 'file' | 'folder'; bytes: number | null };

export type Incoming = {
  folder: string;
  /** Indicates that the folder exists and can be read. */
  exists: boolean;
  /** Entries by name; those that cannot hold records are omitted. */
  entries: IncomingEntry[];
  /** Indicates that the list is incomplete. */
  hasMore: boolean;
};

const listedMax = 200;

export async function listIncoming(folder: string): Promise<Incoming> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!found) return { folder, exists: false, entries: [], hasMore: false };
  const fitting = found
    .filter((entry) => entry.isDirectory() || isRecordFile(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const entries = await Promise.all(
    fitting.slice(0, listedMax).map(async (entry): Promise<IncomingEntry> => {
      if (entry.isDirectory()) return { name: entry.name, kind: 'folder', bytes: null };
      const bytes = await stat(join(folder, entry.name)).then(
        ({ size }) => size,
        () => null,
      );
      return { name: entry.name, kind: 'file', bytes };
    }),
  );
  return { folder, exists: true, entries, hasMore: fitting.length > listedMax };
}

/**
 * Resolves a path below the folder, following links.
 * @throws 400 if it leads outside the folder or does not exist.
 */
export async function resolveIncoming(folder: string, path: string): Promise<string> {
  try {
    const root = await realpath(folder);
    const target = await realpath(join(root, path));
    if (target === root || target.startsWith(root + sep)) return target;
  } catch {
    // A missing file and an unreadable one look the same to the caller.
  }
  throw invalidRequest({
    en: `"path" must be a file or folder in ${folder}; nothing readable has this name.`,
    zh: `"path" 应为 ${folder} 中的文件或文件夹；其中没有可读取的同名项。`,
  });
}
