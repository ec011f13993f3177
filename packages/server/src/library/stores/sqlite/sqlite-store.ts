import type { LibraryWriteStore, WriteTransaction } from '@citewell/search-index/segments/segment-store.ts';
import { withLock } from './lock.ts';
import { openLibraryFile } from './open-library-file.ts';
import { createReading } from './reading.ts';
import { Statements } from './statements.ts';
import { createWriting } from './writing.ts';

/** Milliseconds for which one process waits for another's batch. */
const usualBusyMs = 30_000;

/** Pages released at once. */
const vacuumPages = 2_000;

/**
 * Opens the library in one SQLite file, over one connection.
 *
 * @throws StorageError if the file is damaged.
 */
export function openSqliteLibraryStore(path: string, busyMs = usualBusyMs): LibraryWriteStore {
  const database = openLibraryFile(path, busyMs);
  const statements = new Statements(database);
  const reading = createReading(statements);
  const writing: WriteTransaction = createWriting(statements, reading);
  let last: Promise<unknown> = Promise.resolve();

  return {
    ...reading,
    transaction(work) {
      // One after the other: a connection has one transaction.
      const done = last.then(async () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(writing);
          database.exec('COMMIT');
          return result;
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      });
      last = done.catch(() => {});
      return done;
    },
    mergeAlone: (work) => withLock(path, 'merging', work),
    syncAlone: (work) => withLock(path, 'syncing', work),
    async shrink(signal) {
      const free = () => Number(statements.get('PRAGMA freelist_count')?.freelist_count);
      for (let before = free(), left = 0; before > 0; before = left) {
        database.exec(`PRAGMA incremental_vacuum(${vacuumPages})`);
        left = free();
        // A file created without it cannot release single pages.
        if (left === before) break;
        await new Promise(setImmediate);
        signal.throwIfAborted();
      }
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async check() {
      const problems = statements
        .all('PRAGMA integrity_check')
        .map(({ integrity_check }) => String(integrity_check));
      return problems.filter((problem) => problem !== 'ok');
    },
    async close() {
      await last;
      if (!database.isOpen) return;
      try {
        // While other processes have it open, recent writes are in the log alone, and lost with it.
        database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      } finally {
        database.close();
      }
    },
  };
}
