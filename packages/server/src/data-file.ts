import { closeSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Sentence } from './errors.ts';

/** A database that cannot be used, in words for the operator who starts the program. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly sentence: Sentence;

  constructor(sentence: Sentence, cause?: unknown) {
    super(sentence.en, { cause });
    this.sentence = sentence;
  }
}

/** What SQLite keeps beside a database while it is in use. They take the mode of the database file. */
const companions = ['-wal', '-shm'];

/** The place of a database that only its owner can read, its folder included; SQLite would make it for everybody. */
export function createDataFile(path: string): void {
  if (path === ':memory:') return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}

/** Whether SQLite says SQLITE_CORRUPT or SQLITE_NOTADB: the file itself is not what it should be. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}

/** Renames a damaged database, so that a new one can take its place and the old one can be looked at. One is kept. */
export function setAside(path: string): void {
  renameSync(path, `${path}.damaged`);
  for (const companion of companions) rmSync(path + companion, { force: true });
}

/** What to say of a damaged database that nobody but its operator may replace. `loss`: what is gone with it. */
export function damagedFile(path: string, loss: Sentence, cause: unknown): StorageError {
  const [wal, shm] = companions.map((companion) => `${basename(path)}${companion}`);
  return new StorageError(
    {
      en: `The file ${path} is damaged, or no database at all. Restore it from a backup, with no ${wal} or ${shm} beside it. Or move it away, and these two: a new one is made at the next start; ${loss.en}`,
      zh: `文件 ${path} 已损坏，或不是数据库。请从备份恢复，且同一目录中不得留有 ${wal} 和 ${shm}；或将其连同这两个文件移走，下次启动时会新建一个：${loss.zh}`,
    },
    cause,
  );
}
