import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that must be free in memory: many times what the files of a run take at once. */
const freeMin = 2 * 2 ** 30;

/**
 * Creates the folder for the temporary files of a run: in memory if that has room for them and permits programs,
 * because the databases of the tests otherwise wait for the disk at every commit, and creating their files there takes
 * twice as much CPU time.
 */
export function makeRunFolder(memory = '/dev/shm'): string {
  const folder = mkdtempSync(join(isUsable(memory) ? memory : tmpdir(), 'citewell-tests-'));
  // As of any temporary folder: PostgreSQL, which removes its own files in it, runs for another user if this one is root.
  chmodSync(folder, 0o1777);
  return folder;
}

function isUsable(folder: string): boolean {
  if (!existsSync(folder) || !existsSync('/proc/mounts')) return false;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < freeMin) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, path]) => path === folder);
  return mount !== undefined && !mount[3]?.split(',').includes('noexec');
}
