import { rm, writeFile } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { isDamaged, StorageError } from '@citewell/core/storage-error.ts';
import {
  createDataFile,
  createMarker,
  damagedFile,
  hasMarker,
  isLost,
  lostFile,
} from '../../platform/data-file.ts';
import type { WriteFailure } from '../../platform/disk.ts';

/** Time for which a writer waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Transactions committed together at most: bounds how long one commit holds the event loop and the file. */
const commitTogetherAtMost = 64;

type Pending = {
  work: () => unknown;
  lossy: boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

/**
 * One SQLite file and its one writer. Transactions that arrive within a turn of the event loop are committed together,
 * since the commit (WAL, synchronous=FULL: it waits for the disk) costs more than all their statements.
 */
export class SqliteDatabase {
  readonly connection: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #path: string;
  #queue: Pending[] = [];
  #scheduled = false;
  #writeFailure: WriteFailure | undefined;

  constructor(connection: DatabaseSync, path: string) {
    this.connection = connection;
    this.#path = path;
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
  }

  /**
   * Runs the work under the write lock and resolves when it is on the disk. The work is synchronous, touches nothing but
   * the database, and may be run twice: where one of a group throws, all are rolled back and each is run by itself.
   *
   * @throws What the work throws; ServiceError `overloaded` where the disk is full or fails.
   */
  transact<T>(work: () => T): Promise<T> {
    return this.#enqueue(work, false);
  }

  /**
   * The same for what is written anew every moment: it survives the process, and may be lost with the machine's power.
   * Nobody waits for the disk on its account.
   */
  transactLossy<T>(work: () => T): Promise<T> {
    return this.#enqueue(work, true);
  }

  #enqueue<T>(work: () => T, lossy: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, lossy, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  /** The reason why a write failed, until `probeWrite` succeeds. */
  get writeFailure(): WriteFailure | undefined {
    return this.#writeFailure;
  }

  /**
   * Tries again, after a failure, whether as much can be written as a call needs: new pages in the database, and blocks
   * of the disk. The log of the database may have room for a few calls where the disk has none.
   */
  async probeWrite(): Promise<void> {
    if (this.#writeFailure === undefined) return;
    try {
      await this.transact(() => this.connection.exec(growAndShrink));
      await writeBeside(this.#path);
      this.#writeFailure = undefined;
    } catch (error) {
      this.#writeFailure = failureOf(error) ?? this.#writeFailure;
    }
  }

  /** Ends after the transactions already asked for. */
  async close(): Promise<void> {
    while (this.#queue.length > 0) this.#flush();
    if (this.connection.isOpen) this.connection.close();
  }

  #flush(): void {
    const group = this.#queue.slice(0, commitTogetherAtMost);
    this.#queue = this.#queue.slice(commitTogetherAtMost);
    this.#scheduled = this.#queue.length > 0;
    if (this.#scheduled) setImmediate(() => this.#flush());
    if (group.length === 0) return;
    if (!this.#commitGroup(group)) for (const alone of group) this.#commitGroup([alone]);
  }

  /** True where every promise of the group is decided; false where its members have to be run by themselves. */
  #commitGroup(group: Pending[]): boolean {
    let working = false;
    const lossy = group.every((pending) => pending.lossy);
    // In WAL mode a commit of NORMAL waits for no disk; the next one of FULL takes its pages there too.
    if (lossy) this.connection.exec('PRAGMA synchronous = NORMAL');
    try {
      this.#begin.run();
      working = true;
      const results = group.map(({ work }) => work());
      working = false;
      this.#commit.run();
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as never);
      });
      return true;
    } catch (error) {
      if (this.connection.isOpen && this.connection.isTransaction) this.connection.exec('ROLLBACK');
      if (working && group.length > 1) return false;
      const failure = failureOf(error);
      if (failure) this.#writeFailure = failure;
      const reason = failure ? cannotWrite(failure, error) : error;
      for (const { reject } of group) reject(reason);
      return true;
    } finally {
      if (lossy && this.connection.isOpen) this.connection.exec('PRAGMA synchronous = FULL');
    }
  }
}

/**
 * Opens or creates the file (readable by its owner only) and brings its schema up to date.
 * Migrations are SQL scripts; the schema's version is how many of them have run.
 * Throws StorageError where the file cannot be used, was made before and is missing or empty, or was written by a newer version.
 */
export function openDatabase(path: string, migrations: readonly string[]): SqliteDatabase {
  let connection: DatabaseSync | undefined;
  try {
    if (isLost(path)) throw lostFile(path, newDatabaseAdvice);
    createDataFile(path);
    connection = new DatabaseSync(path, { timeout: busyTimeoutMs });
    switchToWal(connection);
    connection.exec('PRAGMA synchronous = FULL');
    migrate(connection, path, migrations);
    createMarker(path);
    // Reads what the file says of its tables, so that a damage there is told now and with its name.
    connection.prepare('SELECT count(sql) FROM sqlite_schema').get();
    return new SqliteDatabase(connection, path);
  } catch (error) {
    connection?.close();
    if (error instanceof StorageError) throw error;
    if (isDamaged(error)) throw damagedFile(path, newDatabaseAdvice, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      {
        en: `The database ${path} cannot be opened: ${reason}.`,
        zh: `无法打开数据库 ${path}：${reason}。`,
      },
      error,
    );
  }
}

const newDatabaseAdvice = {
  en: 'or, where there is no backup, move away what is left of it and the file of the same name that ends in .made: the next start creates a new one, and all keys, balances and usage are lost.',
  zh: '若没有备份，请将残留文件及同名的 .made 文件移走：下次启动会新建一个，届时所有密钥、余额和用量记录都会丢失。',
};

/** SQLite's busy timeout does not cover this statement: of two processes that start together one is told "locked" at once. */
function switchToWal(connection: DatabaseSync): void {
  const giveUpAt = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

/** Result codes of SQLite: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE where the index of the WAL cannot grow. */
const fullCodes: readonly number[] = [13, 4_874];

/** SQLITE_IOERR: the lower byte of its extended codes. */
const ioError = 10;

/** The reason by which a write failed that had nothing wrong with it; undefined for every other error. */
function failureOf(error: unknown): WriteFailure | undefined {
  if (error instanceof ServiceError) return failureOf(error.cause);
  if (!(error instanceof Error)) return undefined;
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && fullCodes.includes(errcode)))
    return 'disk_full';
  if (code === 'EIO' || (errcode !== undefined && (errcode & 0xff) === ioError)) return 'io_error';
  return undefined;
}

/** Bytes that a probe writes: more than the records of one call. */
const probeBytes = 256 * 1024;

/** Pages that are free again when it commits: the next probe, and calls, use them. */
const growAndShrink = `CREATE TABLE write_probe (bytes BLOB) STRICT;
  INSERT INTO write_probe VALUES (zeroblob(${probeBytes}));
  DROP TABLE write_probe;`;

/** Writes a file beside the database to the disk, and removes it. Does nothing for a database in memory. */
async function writeBeside(path: string): Promise<void> {
  if (path === ':memory:') return;
  const probe = `${path}.probe`;
  try {
    createDataFile(probe);
    await writeFile(probe, Buffer.alloc(probeBytes), { flush: true });
  } finally {
    await rm(probe, { force: true });
  }
}

const retrySeconds = 30;

/** The message for callers while nothing can be recorded. */
const failureMessages: Record<WriteFailure, LocalizedMessage> = {
  disk_full: {
    en: 'The disk of this service is full, so nothing can be recorded; tell your operator and try again later.',
    zh: '服务的磁盘空间已满，无法写入记录；请告知管理员，稍后重试。',
  },
  io_error: {
    en: 'The disk of this service is failing, so nothing can be recorded; tell your operator and try again later.',
    zh: '服务的磁盘发生故障，无法写入记录；请告知管理员，稍后重试。',
  },
};

/** No call is taken that could not be accounted for; what was recorded stands. */
function cannotWrite(failure: WriteFailure, cause: unknown): ServiceError {
  return new ServiceError('overloaded', {
    headers: { 'Retry-After': String(retrySeconds) },
    detail: failureMessages[failure],
    cause,
  });
}

/**
 * Migrates under the write lock, so that of several processes that start together one migrates and the others find it
 * done.
 */
function migrate(connection: DatabaseSync, path: string, migrations: readonly string[]): void {
  connection.exec('BEGIN IMMEDIATE');
  const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version);
  if (version > migrations.length) {
    throw new StorageError({
      en: `The database ${path} was written by a newer Citewell (schema ${version}; this one knows ${migrations.length}). Start that version, or restore a backup made before the upgrade.`,
      zh: `数据库 ${path} 由更新版本的 Citewell 写入（架构版本 ${version}，本程序支持到 ${migrations.length}）。请启动该版本，或恢复升级之前的备份。`,
    });
  }
  // Of a file that was emptied only its first page may be left.
  if (version === 0 && migrations.length > 0 && hasMarker(path)) throw lostFile(path, newDatabaseAdvice);
  for (const sql of migrations.slice(version)) connection.exec(sql);
  connection.exec(`PRAGMA user_version = ${migrations.length}`);
  connection.exec('COMMIT');
}
