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
 * The files of these paths: of folders all that may hold records, those below included, in the order of their names, which
 * is PubMed's own. Throws the system's error where a path or a folder cannot be read; a file in a folder that cannot is
 * refused by itself when its turn comes.
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
      // A pipe or a socket has no end to be read to, and a folder behind a link may be one that it lies in.
      return !found || found.isFile() ? [{ path, name: path, size: found?.size ?? 0 }] : [];
    });
}

/** Undefined for a link to nowhere, and for a name that is not text. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
