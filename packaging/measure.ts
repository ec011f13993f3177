import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What takes room, and how many bytes of it. */
export type Size = [name: string, bytes: number];

/** Sums the sizes of all files below a folder, links to them counted as links. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

/** Writes sizes as lines, in units of a million bytes. */
export function sizeTable(sizes: readonly Size[]): string {
  return sizes.map(([name, bytes]) => `${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${name}\n`).join('');
}
