import { DatabaseSync } from 'node:sqlite';
import { createDataFile } from '../../../platform/data-file.ts';

/**
 * Runs `work` under a lock for this task on this library; undefined if another process holds it. The lock is SQLite's,
 * on an empty file next to the library, so that it ends with its process, however that ends.
 */
export async function withLock<T>(
  path: string,
  task: 'merging' | 'syncing',
  work: () => Promise<T>,
): Promise<T | undefined> {
  const file = path === ':memory:' ? path : `${path}-${task}`;
  createDataFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
      throw error;
    }
    return await work();
  } finally {
    lock.close();
  }
}

const sqliteBusy = 5;
