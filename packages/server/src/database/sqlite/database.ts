import { DatabaseSync, type StatementSync } from 'node:sqlite';
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
import { CommitFlusher } from './commit-flusher.ts';
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';
import { cannotWrite, failureOf, growAndShrink, writeBeside } from './write-failure.ts';

/** Time for which a writer waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Transactions committed together at most: bounds how long one group holds the event loop and the file. */
const commitTogetherAtMost = 64;

type Pending = {
  work: () => unknown;
  /** Tells of a result, or of an error where there is none, whether it is told before the commit is on the disk. */
  isToldAtOnce: (result?: unknown) => boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

/**
 * One SQLite file and its one writer. Transactions that arrive within a turn of the event loop are committed together,
 * without waiting for the disk (WAL, synchronous=NORMAL); the log is flushed beside the event loop, and nobody is told of a
 * commit before it is on the disk, be it by the transaction's own result or by a read that saw it.
 */
export class SqliteDatabase {
  readonly connection: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #ownChanges: StatementSync;
  readonly #otherCommits: StatementSync;
  readonly #path: string;
  readonly #log: WriteAheadLog | undefined;
  readonly #flusher: CommitFlusher;
  #queue: Pending[] = [];
  #scheduled = false;
  #writeFailure: WriteFailure | undefined;
  /** Counts the states of the database that this connection has seen; the first one may be another's, not flushed yet. */
  #position = 1;
  #seen = { own: -1, other: -1 };

  /** `log`: undefined for a database in memory. */
  constructor(connection: DatabaseSync, path: string, log: WriteAheadLog | undefined) {
    this.connection = connection;
    this.#path = path;
    this.#log = log;
    this.#flusher = new CommitFlusher(log ? () => log.flush() : async () => {}, this.#onFlushFailed);
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
    this.#ownChanges = connection.prepare('SELECT total_changes()');
    this.#otherCommits = connection.prepare('PRAGMA data_version');
    for (const statement of [this.#ownChanges, this.#otherCommits]) statement.setReturnArrays(true);
  }

  /**
   * Runs the work under the write lock and resolves when it, and all it may have seen, is on the disk. The work is
   * synchronous, touches nothing but the database, and may be run twice: where one of a group throws, all are rolled back and
   * each is run by itself.
   *
   * `isToldAtOnce` names results that are told as soon as they are committed. They survive the process, but not a power
   * failure before the next flush, so whoever gets one transacts again before anything of it leaves the process.
   *
   * @throws What the work throws; ServiceError `overloaded` where the disk is full or fails. Where it failed after the
   *   commit, what was asked for may be found done when the disk has recovered.
   */
  transact<T>(work: () => T, isToldAtOnce: (result: T) => boolean = () => false): Promise<T> {
    return this.#enqueue(work, (result) => result !== undefined && isToldAtOnce(result as T));
  }

  /**
   * The same for what is written anew every moment: it survives the process, and may be lost with the machine's power.
   * Nobody waits for the disk on its account.
   */
  transactLossy<T>(work: () => T): Promise<T> {
    return this.#enqueue(work, () => true);
  }

  /**
   * Runs the work, which only reads, at once, and resolves when all it may have seen is on the disk.
   *
   * @throws What the work throws; ServiceError `overloaded` where what it saw cannot be written.
   */
  async read<T>(work: () => T): Promise<T> {
    if (this.#flusher.failure) throw this.#unwritable();
    const result = work();
    await this.#flusher.reach(this.#observe()).catch(() => {
      throw this.#unwritable();
    });
    return result;
  }

  #enqueue<T>(work: () => T, isToldAtOnce: Pending['isToldAtOnce']): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, isToldAtOnce, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#commitQueued());
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
      if (this.#flusher.failure && !(await this.#recover())) return;
      await this.transact(() => this.connection.exec(growAndShrink));
      await writeBeside(this.#path);
      this.#writeFailure = undefined;
    } catch (error) {
      this.#writeFailure = failureOf(error) ?? this.#writeFailure;
    }
  }

  /** Ends after the transactions already asked for; at once where there are none. */
  async close(): Promise<void> {
    while (this.#queue.length > 0 || this.#flusher.running) {
      this.#commitQueued();
      await this.#flusher.running;
    }
    // The last connection to close copies the log into the database as it is read.
    if (this.#flusher.failure) await this.#recover().catch(() => {});
    if (!this.connection.isOpen) return;
    this.connection.close();
    this.#log?.close();
  }

  #commitQueued(): void {
    const group = this.#queue.slice(0, commitTogetherAtMost);
    this.#queue = this.#queue.slice(commitTogetherAtMost);
    this.#scheduled = this.#queue.length > 0;
    if (this.#scheduled) setImmediate(() => this.#commitQueued());
    if (group.length === 0) return;
    if (!this.#commitGroup(group)) for (const alone of group) this.#commitGroup([alone]);
  }

  /** False if the members of the group have to be run by themselves; otherwise each learns its result. */
  #commitGroup(group: Pending[]): boolean {
    if (this.#flusher.failure) {
      for (const { reject } of group) reject(this.#unwritable());
      return true;
    }
    let working = false;
    try {
      this.#begin.run();
      working = true;
      const results = group.map(({ work }) => work());
      working = false;
      // Before the end of the transaction, while the file is locked anyway.
      const position = this.#observe();
      this.#commit.run();
      const ends = group.map(({ isToldAtOnce, resolve }, at) => ({
        isTold: isToldAtOnce(results[at]),
        tell: () => resolve(results[at] as never),
      }));
      this.#announce(group, position, ends);
      return true;
    } catch (error) {
      if (this.connection.isOpen && this.connection.isTransaction) this.connection.exec('ROLLBACK');
      if (working && group.length > 1) return false;
      const failure = failureOf(error);
      if (failure) this.#writeFailure = failure;
      const reason = failure ? cannotWrite(failure, error) : error;
      // What the work threw may tell of a state that is not on the disk; of a write that failed there is nothing to wait for.
      const position = working && !failure ? this.#observe() : 0;
      const ends = group.map(({ isToldAtOnce, reject }) => ({
        isTold: isToldAtOnce(),
        tell: () => reject(reason),
      }));
      this.#announce(group, position, ends);
      return true;
    }
  }

  /** Tells each of a group how it ended: at once, or as soon as everything up to this position is on the disk. */
  #announce(group: Pending[], position: number, ends: { isTold: boolean; tell: () => void }[]): void {
    for (const { isTold, tell } of ends) if (isTold) tell();
    if (ends.every(({ isTold }) => isTold)) return;
    this.#flusher.reach(position).then(
      () => {
        for (const { isTold, tell } of ends) if (!isTold) tell();
      },
      () => {
        for (const { reject } of group) reject(this.#unwritable());
      },
    );
  }

  /**
   * Returns the position of the state that this connection sees: a new one where it has changed rows, or others have
   * committed, since the last time.
   */
  #observe(): number {
    const own = Number((this.#ownChanges.get() as unknown as unknown[])[0]);
    const other = Number((this.#otherCommits.get() as unknown as unknown[])[0]);
    if (own !== this.#seen.own || other !== this.#seen.other) this.#position += 1;
    this.#seen = { own, other };
    return this.#position;
  }

  /** Called before anybody is told: no other process shall commit on top of what may be lost. */
  readonly #onFlushFailed = (error: unknown): void => {
    this.#writeFailure = failureOf(error) ?? 'io_error';
    this.#lockAtOnce();
  };

  /** Takes the write lock, unless another process has it; true if this one does. */
  #lockAtOnce(): boolean {
    if (this.connection.isTransaction) return true;
    this.connection.exec('PRAGMA busy_timeout = 0');
    try {
      this.#begin.run();
      return true;
    } catch {
      return false;
    } finally {
      this.connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  /** Brings what a failed flush may have lost to the disk; the write lock is held until that has succeeded. */
  async #recover(): Promise<boolean> {
    if (!this.#lockAtOnce() || !(await this.#log?.rewrite(countFrames(this.#path)))) return false;
    const position = this.#observe();
    this.connection.exec('ROLLBACK');
    this.#flusher.recover(position);
    return true;
  }

  /** The error of whoever asked for what a flush that failed may have lost. */
  #unwritable() {
    return cannotWrite(this.#writeFailure ?? 'io_error', this.#flusher.failure?.error);
  }
}

/** Frames of the log, asked for by another connection: one that is in a transaction is not told. */
function countFrames(path: string): number {
  const connection = new DatabaseSync(path);
  try {
    return Number(connection.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log);
  } finally {
    connection.close();
  }
}

/**
 * Opens or creates the file (readable by its owner only) and brings its schema up to date.
 * Migrations are SQL scripts; the schema's version is how many of them have run.
 * Throws StorageError where the file cannot be used, was made before and is missing or empty, or was written by a newer version.
 */
export function openDatabase(
  path: string,
  migrations: readonly string[],
  openLog: (path: string) => WriteAheadLog = openWriteAheadLog,
): SqliteDatabase {
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
    // From here on commits wait for no disk, and those who asked for them do.
    connection.exec('PRAGMA synchronous = NORMAL');
    return new SqliteDatabase(connection, path, path === ':memory:' ? undefined : openLog(path));
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
