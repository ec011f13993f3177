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
import { cannotWrite, failureOf, growAndShrink, writeTemporary } from './write-failure.ts';

/** Time for which a writer waits for another process's transaction. */
const busyTimeoutMs = 10_000;

/** Maximum number of transactions committed together, which bounds the time for which a group blocks the event loop and the file. */
const commitTogetherAtMost = 64;

type Pending = {
  work: () => unknown;
  /** Returns true if a result, or an error if undefined, is reported before the commit is on the disk. */
  isAnnouncedAtOnce: (result?: unknown) => boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
};

/**
 * An SQLite file with a single writer. Transactions that arrive within a turn of the event loop are committed together,
 * without waiting for the disk (WAL, synchronous=NORMAL). The log is flushed off the event loop, and no caller learns of a
 * commit before it is on the disk, neither from the transaction's own result nor from a read that saw it.
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
  /** Number of database states that this connection has seen; the first one may have been committed by another and not flushed yet. */
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
   * Runs the work under the write lock and resolves when its commit, and all data it may have read, is on the disk. The work
   * must be synchronous, touch nothing but the database, and tolerate being run twice: if one of a group throws, all are rolled
   * back and each is run separately.
   *
   * `isToldAtOnce` selects results that are returned as soon as they are committed. They survive the end of the process, but not
   * a power failure before the next flush, so the caller must run another transaction before sending anything based on them.
   *
   * @throws The error of the work; ServiceError `overloaded` if the disk is full or fails. If it failed after the commit, the
   *   change may turn out to be done when the disk has recovered.
   */
  transact<T>(work: () => T, isAnnouncedAtOnce: (result: T) => boolean = () => false): Promise<T> {
    return this.#enqueue(work, (result) => result !== undefined && isAnnouncedAtOnce(result as T));
  }

  /**
   * Runs a transaction for data that is rewritten frequently: it survives the end of the process but may be lost in a power
   * failure, and does not wait for the disk.
   */
  transactLossy<T>(work: () => T): Promise<T> {
    return this.#enqueue(work, () => true);
  }

  /**
   * Runs read-only work at once, and resolves when all data it may have read is on the disk.
   *
   * @throws The error of the work; ServiceError `overloaded` if the data it read cannot be written.
   */
  async read<T>(work: () => T): Promise<T> {
    if (this.#flusher.failure) throw this.#unwritable();
    const result = work();
    await this.#flusher.reach(this.#observe()).catch(() => {
      throw this.#unwritable();
    });
    return result;
  }

  #enqueue<T>(work: () => T, isAnnouncedAtOnce: Pending['isAnnouncedAtOnce']): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, isAnnouncedAtOnce, resolve, reject });
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
   * Checks after a failure whether a call's data can be written again: new pages in the database, and blocks of the disk. The
   * database's log may have room for a few calls although the disk is full.
   */
  async probeWrite(): Promise<void> {
    if (this.#writeFailure === undefined) return;
    try {
      if (this.#flusher.failure && !(await this.#recover())) return;
      await this.transact(() => this.connection.exec(growAndShrink));
      await writeTemporary(this.#path);
      this.#writeFailure = undefined;
    } catch (error) {
      this.#writeFailure = failureOf(error) ?? this.#writeFailure;
    }
  }

  /** Closes the database after pending transactions; at once if there are none. */
  async close(): Promise<void> {
    while (this.#queue.length > 0 || this.#flusher.running) {
      this.#commitQueued();
      await this.#flusher.running;
    }
    // The last connection to close copies the log into the database, in the state in which it is read.
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

  /** Commits a group. Returns false if its members must be run separately; otherwise each gets its result. */
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
      // Before the end of the transaction, while the file is locked.
      const position = this.#observe();
      this.#commit.run();
      const ends = group.map(({ isAnnouncedAtOnce, resolve }, at) => ({
        isAnnounced: isAnnouncedAtOnce(results[at]),
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
      // An error of the work may reveal a state that is not on the disk; a failed write has nothing to wait for.
      const position = working && !failure ? this.#observe() : 0;
      const ends = group.map(({ isAnnouncedAtOnce, reject }) => ({
        isAnnounced: isAnnouncedAtOnce(),
        tell: () => reject(reason),
      }));
      this.#announce(group, position, ends);
      return true;
    }
  }

  /** Reports the outcome to each member of a group: at once, or as soon as everything up to this position is on the disk. */
  #announce(group: Pending[], position: number, ends: { isAnnounced: boolean; tell: () => void }[]): void {
    for (const { isAnnounced, tell } of ends) if (isAnnounced) tell();
    if (ends.every(({ isAnnounced }) => isAnnounced)) return;
    this.#flusher.reach(position).then(
      () => {
        for (const { isAnnounced, tell } of ends) if (!isAnnounced) tell();
      },
      () => {
        for (const { reject } of group) reject(this.#unwritable());
      },
    );
  }

  /**
   * Returns the position of the state that this connection sees: a new one if it has changed rows, or others have
   * committed, since the last call.
   */
  #observe(): number {
    const own = Number((this.#ownChanges.get() as unknown as unknown[])[0]);
    const other = Number((this.#otherCommits.get() as unknown as unknown[])[0]);
    if (own !== this.#seen.own || other !== this.#seen.other) this.#position += 1;
    this.#seen = { own, other };
    return this.#position;
  }

  /** Called before any caller is rejected: no other process may commit on top of commits that may be lost. */
  readonly #onFlushFailed = (error: unknown): void => {
    this.#writeFailure = failureOf(error) ?? 'io_error';
    this.#lockAtOnce();
  };

  /** Takes the write lock unless another process has it; returns true if successful. */
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

  /** Writes the commits that a failed flush may have lost to the disk; the write lock is held until this succeeds. */
  async #recover(): Promise<boolean> {
    if (!this.#lockAtOnce() || !(await this.#log?.rewrite(countFrames(this.#path)))) return false;
    const position = this.#observe();
    this.connection.exec('ROLLBACK');
    this.#flusher.recover(position);
    return true;
  }

  /** Creates the error for callers whose commits a failed flush may have lost. */
  #unwritable() {
    return cannotWrite(this.#writeFailure ?? 'io_error', this.#flusher.failure?.error);
  }
}

/** Counts the frames of the log on a separate connection, because one in a transaction cannot read the count. */
function countFrames(path: string): number {
  const connection = new DatabaseSync(path);
  try {
    return Number(connection.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log);
  } finally {
    connection.close();
  }
}

/** `image`: initial content of a database in memory. */
type OpenOptions = { openLog?: (path: string) => WriteAheadLog; image?: Uint8Array | undefined };

/**
 * Opens or creates the file (readable by its owner only) and brings its schema up to date.
 * Migrations are SQL scripts; the schema's version is the number of scripts that have run.
 * Throws StorageError if the file cannot be used, is missing or empty although it existed before, or was written by a newer version.
 */
export function openSqliteDatabase(
  path: string,
  migrations: readonly string[],
  { openLog = openWriteAheadLog, image }: OpenOptions = {},
): SqliteDatabase {
  let connection: DatabaseSync | undefined;
  try {
    if (isLost(path)) throw lostFile(path, newDatabaseAdvice);
    createDataFile(path);
    connection = new DatabaseSync(path, { timeout: busyTimeoutMs });
    if (image) connection.deserialize(image);
    switchToWal(connection);
    connection.exec('PRAGMA synchronous = FULL');
    migrate(connection, path, migrations);
    createMarker(path);
    // Reads the schema, so that damage there is reported now, with its name.
    connection.prepare('SELECT count(sql) FROM sqlite_schema').get();
    // From here on, commits do not wait for the disk; the callers do.
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
  en: 'If you have no backup, move aside what remains of the database and the matching .made file: the next start creates a new database, and all keys, balances and usage are lost.',
  zh: '若没有备份，请将残留文件及同名的 .made 文件移走：下次启动会新建一个，届时所有密钥、余额和用量记录都会丢失。',
};

/**
 * Switches to WAL. SQLite's busy timeout does not cover this statement: if two processes start together, it fails in one of
 * them with "locked".
 */
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
 * Migrates under the write lock, so that if several processes start together, one migrates and the others find the
 * migration done.
 */
function migrate(connection: DatabaseSync, path: string, migrations: readonly string[]): void {
  connection.exec('BEGIN IMMEDIATE');
  const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version);
  if (version > migrations.length) {
    throw new StorageError({
      en: `The database ${path} was written by a newer version of Citewell (schema ${version}; this one knows ${migrations.length}). Start that version or restore a backup made before the upgrade.`,
      zh: `数据库 ${path} 由更新版本的 Citewell 写入（架构版本 ${version}，本程序支持到 ${migrations.length}）。请启动该版本，或恢复升级之前的备份。`,
    });
  }
  // Only the first page of a truncated file may be left.
  if (version === 0 && migrations.length > 0 && hasMarker(path)) throw lostFile(path, newDatabaseAdvice);
  for (const sql of migrations.slice(version)) connection.exec(sql);
  connection.exec(`PRAGMA user_version = ${migrations.length}`);
  connection.exec('COMMIT');
}
