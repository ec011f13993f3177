import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Name and size of an item, in bytes. */
export type Size = [name: string, bytes: number];

/** Sums the sizes of all files below a folder. Symbolic links are not followed, as `recursive` of readdir follows them. */
export function folderBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? folderBytes(path) : lstatSync(path).size);
  }, 0);
}

/** Sums the sizes of an installation's packages: the runtime, with its headers and manuals, and all others. */
export function installedBytes(nodeModules: string): { runtime: number; others: number } {
  const isRuntime = (name: string) => /^node-(?:bin-)?(?:linux|darwin|win)/.test(name);
  const names = readdirSync(nodeModules).filter(isRuntime);
  const runtime = names.reduce((sum, name) => sum + folderBytes(join(nodeModules, name)), 0);
  return { runtime, others: folderBytes(nodeModules) - runtime };
}

/** Writes sizes as lines, in units of a million bytes. */
export function sizeTable(sizes: readonly Size[]): string {
  return sizes.map(([name, bytes]) => `${(bytes / 1e6).toFixed(2).padStart(8)} MB  ${name}\n`).join('');
}
