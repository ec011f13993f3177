import { StorageError } from '@citewell/core/storage-error.ts';
import type { LibraryStore, LibraryWriteStore } from '@citewell/search-index/segments/segment-store.ts';
import {
  openDatabase,
  type PostgresDatabase,
  type Run,
  withAdvisoryLock,
} from '../../../database/postgres/database.ts';
import type { Log } from '../../../platform/log.ts';
import { createReading } from './reading.ts';
import { migrations } from './schema.ts';
import { createWriting } from './writing.ts';

/**
 * Database connections of a reader thread: the number of searches taking turns there that can wait for the database
 * at once.
 */
const readConnections = 4;
/** A sync, a batch, a merge beside it, and what they read meanwhile. */
const writeConnections = 5;

/** Time limit of a statement in a search, equal to that of the whole search. */
const readWithinMs = 2_000;

/** Deleting what was merged away, or taking space back, takes what it takes. */
const writeWithinMs = 3_600_000;
const waitForWriterMs = 60_000;
/** A merge is at work elsewhere for minutes, and says so every minute; who says nothing for so long is dead. */
const idleWithinMs = 900_000;
const signOfLifeMs = 60_000;

/** Its own, since the tables may stand in one database with the accounts', which have one. */
const versions = 'library_schema_version';

/** The library's tables in a PostgreSQL database, for reading. Throws StorageError as `openDatabase` does. */
export async function openPostgresReading(url: string, log: Log): Promise<LibraryStore> {
  const limits = { connections: readConnections, statementWithinMs: readWithinMs };
  const database = await openDatabase(url, migrations, log, { ...limits, versions });
  return { ...createReading(database.run), close: () => database.close() };
}

/** The same, for reading and writing. */
export async function openPostgresWriting(url: string, log: Log): Promise<LibraryWriteStore> {
  const limits = { connections: writeConnections, statementWithinMs: writeWithinMs, idleWithinMs };
  const database = await openDatabase(url, migrations, log, { ...limits, versions });
  let last: Promise<unknown> = Promise.resolve();

  return {
    ...createReading(database.run),
    transaction(work) {
      // One after the other: those that wait for the writer's turn in the database would each hold a connection.
      const done = last.then(() => asWriter(database, (run) => work(createWriting(run))));
      last = done.catch(() => {});
      return done;
    },
    mergeAlone: (work) => alone(database, 'library merge', work),
    syncAlone: (work) => alone(database, 'library sync', work),
    async shrink(signal) {
      for (const table of ['library_chunk', 'library_record', 'library_notice', 'library_doi_sum']) {
        signal.throwIfAborted();
        await database.run({ text: `VACUUM ${table}`, patient: true });
      }
    },
    // PostgreSQL checks its pages by its own means, whenever it reads one.
    check: async () => [],
    close: () => database.close(),
  };
}

async function asWriter<T>(database: PostgresDatabase, work: (run: Run) => Promise<T>): Promise<T> {
  return database.transact(async (run) => {
    await run({ text: `SET LOCAL lock_timeout = ${waitForWriterMs}` });
    try {
      await withAdvisoryLock(run, 'library writer', { patient: true });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const seconds = waitForWriterMs / 1_000;
      throw new StorageError(
        {
          en: `Another process has been writing to the library for ${seconds} s. Try again when it is done.`,
          zh: `另一进程写入文献库已超过 ${seconds} 秒，请待其完成后重试。`,
        },
        error,
      );
    }
    await run({ text: 'SET LOCAL lock_timeout = 0' });
    return work(run);
  });
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** The lock is held by a transaction that does nothing else: it ends with its connection, whatever happens to us. */
async function alone<T>(
  database: PostgresDatabase,
  task: 'library merge' | 'library sync',
  work: () => Promise<T>,
): Promise<T | undefined> {
  return database.transact(async (run) => {
    const [turn] = await run<{ taken: boolean }>({
      text: `SELECT pg_try_advisory_xact_lock(hashtextextended('citewell ' || current_schema() || ' ${task}', 0)) AS taken`,
    });
    if (!turn?.taken) return undefined;
    const timer = setInterval(() => void run({ text: 'SELECT 1' }).catch(() => {}), signOfLifeMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  });
}
