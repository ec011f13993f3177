import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type InputFile = {
  path: string;
  /** How people know it. */
  name: string;
  size: number;
};

/** What a folder may hold for us. A file that is named itself is taken whatever its name. */
const suffix = /\.(?:xml|nbib|medline|txt|jsonl)(?:\.gz)?$/i;

/**
 * The files of these paths: of folders all that may hold records, those below included, in the order of their names, which
 * is PubMed's own. Throws the system's error where a path cannot be read.
 */
export function findFiles(paths: readonly string[]): InputFile[] {
  return paths.flatMap((path) => {
    const { size, isFolder } = look(path);
    return isFolder ? inFolder(path) : [{ path, name: path, size }];
  });
}

function inFolder(folder: string): InputFile[] {
  const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1);
  return readdirSync(folder, { withFileTypes: true })
    .sort(byName)
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return inFolder(path);
      return suffix.test(entry.name) && !look(path).isFolder
        ? [{ path, name: path, size: look(path).size }]
        : [];
    });
}

function look(path: string): { size: number; isFolder: boolean } {
  const found = statSync(path);
  return { size: found.size, isFolder: found.isDirectory() };
}
