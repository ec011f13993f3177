import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isDamaged } from '@citewell/core/storage-error.ts';
import { createDataFile, moveAside } from '../../../platform/data-file.ts';
import { describeError, type Log } from '../../../platform/log.ts';

/** Version of an Article's format. Increase it when the format changes; articles stored by an older release are then dropped. */
const schemaVersion = 2;

const schema = `
  CREATE TABLE IF NOT EXISTS search (key TEXT PRIMARY KEY, value TEXT NOT NULL, stored_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS article (pmid TEXT PRIMARY KEY, value TEXT NOT NULL, stored_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS search_stored_at ON search (stored_at);
  CREATE INDEX IF NOT EXISTS article_stored_at ON article (stored_at);
  CREATE TABLE IF NOT EXISTS rate_limit (name TEXT PRIMARY KEY, starts TEXT NOT NULL, paused_until INTEGER NOT NULL) STRICT;
  PRAGMA user_version = ${schemaVersion};
`;

/** Milliseconds to wait for the lock of another process; not longer, because waiting blocks the event loop. */
const busyTimeoutMs = 250;

/** An operation on the open file; each statement is prepared once. */
type CacheWork<T> = (prepare: (sql: string) => StatementSync) => T;

/**
 * An SQLite file that may be lost, for cached literature and request rates of sources. Its methods never throw, and a damaged
 * file is renamed and created again.
 */
export type CacheFile = {
  /** Runs the work; returns undefined if it fails. */
  attempt<T>(work: CacheWork<T>): T | undefined;
  /** Runs the work in a transaction, under the write lock; returns undefined if it fails. */
  transact<T>(work: CacheWork<T>): T | undefined;
  close(): void;
};

type Open = { database: DatabaseSync; prepare: (sql: string) => StatementSync };

export function openCacheFile({ path, log }: { path: string; log: Log }): CacheFile {
  let open: Open | undefined = reopen();

  function reopen(): Open | undefined {
    try {
      return openInTurn(path);
    } catch (error) {
      if (!isDamaged(error)) return report(error);
    }
    try {
      // Another attempt, because another process may have created it again meanwhile.
      return openInTurn(path);
    } catch (error) {
      if (!isDamaged(error)) return report(error);
    }
    try {
      log('warn', 'cache_recreated');
      moveAside(path);
      return openInTurn(path);
    } catch (error) {
      return report(error);
    }
  }

  function report(error: unknown): undefined {
    log('warn', 'cache_failed', describeError(error));
  }

  function attempt<T>(work: CacheWork<T>): T | undefined {
    if (!open) return undefined;
    try {
      return work(open.prepare);
    } catch (error) {
      report(error);
      if (isDamaged(error)) {
        open.database.close();
        open = reopen();
      }
      return undefined;
    }
  }

  return {
    attempt,
    transact: (work) =>
      attempt((prepare) => {
        prepare('BEGIN IMMEDIATE').run();
        try {
          const result = work(prepare);
          prepare('COMMIT').run();
          return result;
        } catch (error) {
          if (open?.database.isTransaction) prepare('ROLLBACK').run();
          throw error;
        }
      }),
    close() {
      open?.database.close();
      open = undefined;
    },
  };
}

const openTries = 50;
const openAgainMs = 20;

/**
 * Opens the file while other processes may do so: switching a new file to WAL fails at once if another process is doing it,
 * whatever the timeout.
 */
function openInTurn(path: string): Open {
  for (let left = openTries; ; left -= 1) {
    try {
      return openAt(path);
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openAgainMs);
    }
  }
}

/** Returns true for SQLITE_BUSY and its extended codes. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function openAt(path: string): Open {
  createDataFile(path);
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    // A power failure may lose the last second of a cache; searches must not wait for the disk.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version !== 0 && version !== schemaVersion)
      database.exec(
        'DROP TABLE IF EXISTS search; DROP TABLE IF EXISTS article; DROP TABLE IF EXISTS rate_limit;',
      );
    database.exec(schema);
  } catch (error) {
    database.close();
    throw error;
  }
  const prepared = new Map<string, StatementSync>();
  return {
    database,
    prepare(sql) {
      const known = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, known);
      return known;
    },
  };
}
