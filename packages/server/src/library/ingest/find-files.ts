import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

export type InputFile = {
  path: string;
  /** Name shown to people. */
  name: string;
  size: number;
};

/** Suffixes of record files in a folder. A file named explicitly is accepted whatever its name. */
const suffix = /\.(?:xml|nbib|medline|txt|jsonl)(?:\.gz)?$/i;

/** Returns true if a file of this name in a folder counts as a file of records. */
export function isRecordFile(name: string): boolean {
  return suffix.test(name);
}

/**
 * Lists the files of these paths: in folders, including subfolders, all that may contain records, in order of their
 * names, which is PubMed's own.
 *
 * @throws the system's error if a path or folder cannot be read; an unreadable file in a folder is rejected when its
 * turn comes.
 */
export function findFiles(paths: readonly string[]): InputFile[] {
  return paths.flatMap((path) => {
    const found = statSync(path);
    return found.isDirectory() ? inFolder(path) : [{ path, name: path, size: found.size }];
  });
}

function inFolder(folder: string): InputFile[] {
  const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1);
  return readdirSync(folder, { withFileTypes: true })
    .sort(byName)
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return inFolder(path);
      if (!isRecordFile(entry.name)) return [];
      const found = lookAt(path);
      // A pipe or socket has no end, and a linked folder may contain itself.
      return !found || found.isFile() ? [{ path, name: path, size: found?.size ?? 0 }] : [];
    });
}

/** Returns undefined for a broken link, and for a name that is not text. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
