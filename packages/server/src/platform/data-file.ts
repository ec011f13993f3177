import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { PathError, StorageError } from '@citewell/core/storage-error.ts';
import { NoRegularFileError } from './files/regular-file.ts';

/** Suffixes of the files that SQLite keeps beside an open database. They get the mode of the database file. */
const companions = ['-wal', '-shm'];

/**
 * Creates a folder that only its owner can read, and missing parent folders.
 * @throws PathError if it cannot be created.
 */
export function makeFolder(path: string): void {
  try {
    // Not mkdir's own `recursive`: below /proc, where existing folders are reported as missing, Node 26 loops for ever.
    const missing: string[] = [];
    for (let at = path; !isFolder(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) makeOne(folder);
  } catch (error) {
    throw unusable(path, error);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function unusable(path: string, cause: unknown): PathError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code ?? message;
  return new PathError(
    {
      en: `${path} cannot be created or written (${reason}). Make it writable for this user, or name another place in CITEWELL_DATA_DIR or CITEWELL_DATABASE_URL.`,
      zh: `无法创建或写入 ${path}（${reason}）。请确保当前用户可写，或在 CITEWELL_DATA_DIR 或 CITEWELL_DATABASE_URL 中指定其他位置。`,
    },
    cause,
  );
}

/**
 * Creates an empty database file that only its owner can read, and its folder; SQLite would make it readable for all users.
 * @throws PathError if it cannot be created.
 */
export function createDataFile(path: string): void {
  if (path === ':memory:') return;
  makeFolder(dirname(path));
  try {
    // Opening a named pipe would block for ever.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new NoRegularFileError(path);
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Returns the path of the marker of a database, which outlives the database, so that its loss is detected. */
export function markerOf(path: string): string {
  return `${path}.made`;
}

/** Creates the marker of a database. */
export function createMarker(path: string): void {
  if (path !== ':memory:') createDataFile(markerOf(path));
}

/** Returns true if a database was once created at this path. */
export function hasMarker(path: string): boolean {
  return path !== ':memory:' && existsSync(markerOf(path));
}

/** Returns true if a database that was created at this path is missing or empty. */
export function isLost(path: string): boolean {
  return hasMarker(path) && !statSync(path, { throwIfNoEntry: false })?.size;
}

/** Creates the error for a missing or empty database. `remedy` describes how to start with a new one, and the data then lost. */
export function lostFile(path: string, remedy: LocalizedMessage): StorageError {
  return new StorageError({
    en: `The file ${path} is missing or empty, although it existed here before. Restore it from a backup. ${remedy.en}`,
    zh: `文件 ${path} 缺失或为空，而此处曾建有该文件。请从备份恢复；${remedy.zh}`,
  });
}

/** Renames a damaged database, so that a new one can replace it and the old one can be examined. Only the latest is kept. */
export function moveAside(path: string): void {
  renameSync(path, `${path}.damaged`);
  for (const companion of companions) rmSync(path + companion, { force: true });
}

/** Creates the error for a damaged database that only its operator may replace. `remedy`: as in `lostFile`. */
export function damagedFile(path: string, remedy: LocalizedMessage, cause?: unknown): StorageError {
  const [wal, shm] = companions.map((companion) => `${basename(path)}${companion}`);
  return new StorageError(
    {
      en: `The file ${path} is damaged, or not the database it should be. Restore it from a backup, with no ${wal} or ${shm} next to it. ${remedy.en}`,
      zh: `文件 ${path} 已损坏，或不是应有的数据库。请从备份恢复，且同一目录中不得留有 ${wal} 和 ${shm}；${remedy.zh}`,
    },
    cause,
  );
}
