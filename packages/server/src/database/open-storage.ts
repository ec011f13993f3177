import { existsSync } from 'node:fs';
import type { Clock } from '@citewell/core/clock.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import type { AccountingStore } from '../accounting/accounting-store.ts';
import type { BooksReport } from '../features/admin/administration.ts';
import type { LiteratureCache } from '../literature/sources/cache.ts';
import { createRateLimiter, type TellingLimiter } from '../literature/sources/remote/rate-limiter.ts';
import type { Log } from '../platform/log.ts';
import { cacheIn } from './sqlite/cache.ts';
import { openCacheFile } from './sqlite/cache-file.ts';
import { createSqliteStarts } from './sqlite/rate-limiter.ts';
import { openSqliteStore } from './sqlite/store.ts';
import { verifyInWorker } from './sqlite/verify-in-worker.ts';

/** Which engine, and where its data is. The address of a PostgreSQL database holds a password. */
export type DatabaseLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; connections: number };

export type StorageOptions = {
  database: DatabaseLocation;
  quotaTimeZone: string;
  clock: Clock;
  log: Log;
  /** False: an SQLite file that is not there is not made, and refused. */
  create?: boolean;
};

/** What a process keeps outside of itself. On PostgreSQL all of it is shared with the other replicas. */
export type Storage = {
  store: AccountingStore;
  /** Recomputes every figure and follows every chain, while the store goes on serving. */
  verify(): Promise<BooksReport>;
  /** What processes share in asking sources: in the same database on PostgreSQL, else in the file at this path. */
  openShared(path: string): SharedLiterature;
  close(): Promise<void>;
};

export type SharedLiterature = {
  cache: LiteratureCache;
  /** Who may ask the source of this name, so many times a second over all processes, and when. */
  createLimiter(name: string, startsPerSecond: number): TellingLimiter;
  close(): void | Promise<void>;
};

/**
 * Opens the database that the settings name.
 * @throws StorageError where it cannot be used, or is not there and is not to be made.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database, clock, log } = options;
  if (database.kind === 'postgres') {
    // Loaded only where it is used: without it nobody pays for the driver.
    const { openPostgresStorage } = await import('./postgres/open-storage.ts');
    return openPostgresStorage({ ...options, ...database });
  }
  if (options.create === false && !existsSync(database.path)) throw noDatabase(database.path);
  const store = openSqliteStore({ ...options, path: database.path });
  return {
    store,
    verify: () => verifyInWorker(database.path),
    openShared: (path) => shareFile(path, { clock, log }),
    close: () => store.close(),
  };
}

/** Opens what processes share in asking sources, for a command that needs no accounts. `path`: of the file, without PostgreSQL. */
export async function openSharedLiterature(options: StorageOptions, path: string): Promise<SharedLiterature> {
  if (options.database.kind === 'sqlite') return shareFile(path, options);
  const storage = await openStorage(options);
  const shared = storage.openShared(path);
  return {
    ...shared,
    async close() {
      await shared.close();
      await storage.close();
    },
  };
}

function shareFile(path: string, { clock, log }: Pick<StorageOptions, 'clock' | 'log'>): SharedLiterature {
  const file = openCacheFile({ path, log });
  return {
    cache: cacheIn(file, clock),
    createLimiter: (name, startsPerSecond) =>
      createRateLimiter({ startsPerSecond, clock, log, store: createSqliteStarts(file, name, clock) }),
    close: () => file.close(),
  };
}

function noDatabase(path: string): StorageError {
  return new StorageError({
    en: `There is no database ${path}, and this command makes none. Check CITEWELL_DATA_DIR and CITEWELL_DATABASE_URL; "citewell serve" and "citewell keys create" begin a new one.`,
    zh: `没有数据库 ${path}，此命令不会新建。请检查 CITEWELL_DATA_DIR 和 CITEWELL_DATABASE_URL；"citewell serve" 和 "citewell keys create" 会新建数据库。`,
  });
}
