import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { StorageError } from '@citewell/core/storage-error.ts';

/**
 * Copies all pages in one step: with fewer, SQLite starts again whenever another process has written in between, and would never
 * finish while a service is busy. Under WAL, even a long reader does not block writers.
 */
const pagesAtOnce = 2 ** 31 - 1;

/**
 * Copies a consistent snapshot of a database that may be in use to a new file that only its owner can read, and checks the copy.
 * Nothing is migrated. Resolves with its size in bytes. Throws StorageError if there is nothing to copy, if the file exists, or
 * if the copy is damaged.
 */
export async function backupDatabase(path: string, target: string): Promise<number> {
  if (!existsSync(path))
    throw new StorageError({ en: `There is no database ${path}.`, zh: `没有数据库 ${path}。` });
  if (existsSync(target))
    throw new StorageError({
      en: `${target} already exists, and a backup never overwrites a file. Choose another name.`,
      zh: `${target} 已存在；备份不会覆盖任何文件。请换一个名称。`,
    });
  const partial = `${target}.${randomBytes(6).toString('hex')}.partial`;
  try {
    closeSync(openSync(partial, 'wx', 0o600));
    await copy(path, partial);
    check(partial);
    flush(partial);
    renameSync(partial, target);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      {
        en: `${path} could not be copied to ${target}: ${reason}.`,
        zh: `无法将 ${path} 备份到 ${target}：${reason}。`,
      },
      error,
    );
  } finally {
    rmSync(partial, { force: true });
  }
  return statSync(target).size;
}

async function copy(path: string, partial: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, partial, { rate: pagesAtOnce });
  } finally {
    source.close();
  }
}

/** Verifies the integrity of a backup and turns WAL off, so that it is a single portable file. */
function check(partial: string): void {
  const database = new DatabaseSync(partial);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const rows = database.prepare('PRAGMA quick_check').all();
    if (rows.length === 1 && rows[0]?.quick_check === 'ok') return;
  } finally {
    database.close();
  }
  throw new StorageError({
    en: 'The copy is damaged, and so, probably, is the database; no backup was made.',
    zh: '副本已损坏，原数据库很可能也已损坏；未生成备份。',
  });
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
