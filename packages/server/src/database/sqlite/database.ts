import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ServiceError } from '@citewell/core/errors.ts';
import { isDamaged, StorageError } from '@citewell/core/storage-error.ts';
import {
  createDataFile,
  createMarker,
  damagedFile,
  hasMarker,
  isLost,
  lostFile,
} from '../../platform/data-file.ts';

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
  #queue: Pending[] = [];
  #scheduled = false;

  constructor(connection: DatabaseSync) {
    this.connection = connection;
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
  }

  /**
   * Runs the work under the write lock and resolves when it is on the disk. The work is synchronous, touches nothing but
   * the database, and may be run twice: where one of a group throws, all are rolled back and each is run by itself.
   *
   * @throws What the work throws; ServiceError `overloaded` where the disk is full.
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
      const reason = isFull(error) ? diskFull(error) : error;
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
    if (isLost(path)) throw lostFile(path, newBooks);
    createDataFile(path);
    connection = new DatabaseSync(path, { timeout: busyTimeoutMs });
    switchToWal(connection);
    connection.exec('PRAGMA synchronous = FULL');
    migrate(connection, path, migrations);
    createMarker(path);
    // Reads what the file says of its tables, so that a damage there is told now and with its name.
    connection.prepare('SELECT count(sql) FROM sqlite_schema').get();
    return new SqliteDatabase(connection);
  } catch (error) {
    connection?.close();
    if (error instanceof StorageError) throw error;
    if (isDamaged(error)) throw damagedFile(path, newBooks, error);
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

const newBooks = {
  en: 'or, where there is no backup, move away what is left of it and the file of the same name that ends in .made: the next start makes a new one, and all keys, balances and usage are lost.',
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
const fullCodes: readonly unknown[] = [13, 4_874];

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && fullCodes.includes(error.errcode);
}

const fullRetrySeconds = 30;

/** No call is taken that could not be accounted for; what was recorded stands. */
function diskFull(cause: unknown): ServiceError {
  return new ServiceError('overloaded', {
    headers: { 'Retry-After': String(fullRetrySeconds) },
    detail: {
      en: 'The disk of this service is full, so nothing can be recorded; tell your operator, and try again later.',
      zh: '服务的磁盘空间已满，无法写入记录；请告知管理员，稍后重试。',
    },
    cause,
  });
}

/** Under the write lock, so that of several processes that start together one migrates and the others find it done. */
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
  if (version === 0 && migrations.length > 0 && hasMarker(path)) throw lostFile(path, newBooks);
  for (const sql of migrations.slice(version)) connection.exec(sql);
  connection.exec(`PRAGMA user_version = ${migrations.length}`);
  connection.exec('COMMIT');
}
