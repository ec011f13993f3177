import type { BooksReport } from '../accounts/administration.ts';
import type { BooksStore } from '../accounts/books-store.ts';
import type { Clock } from '../clock.ts';
import type { LiteratureCache } from '../literature/cache.ts';
import { createRateLimiter, type RateLimiter } from '../literature/remote/rate-limiter.ts';
import type { Log } from '../log.ts';
import { cacheIn } from './sqlite/cache.ts';
import { openCacheFile } from './sqlite/cache-file.ts';
import { createSqliteStarts } from './sqlite/rate-limiter.ts';
import { openSqliteStore } from './sqlite/store.ts';
import { verifyBeside } from './sqlite/verify-beside.ts';

/** Which engine, and where its data is. The address of a PostgreSQL database holds a password. */
export type DatabaseLocation =
  | { kind: 'sqlite'; path: string }
  | { kind: 'postgres'; url: string; connections: number };

export type StorageOptions = {
  database: DatabaseLocation;
  quotaTimeZone: string;
  clock: Clock;
  log: Log;
};

/** What a process keeps outside of itself. On PostgreSQL all of it is shared with the other replicas. */
export type Storage = {
  store: BooksStore;
  /** Recomputes every figure and follows every chain, while the store goes on serving. */
  verify(): Promise<BooksReport>;
  /** What processes share in asking sources: in the same database on PostgreSQL, else in the file at this path. */
  openShared(path: string): SharedLiterature;
  close(): Promise<void>;
};

export type SharedLiterature = {
  cache: LiteratureCache;
  /** Who may ask the source of this name, so many times a second over all processes, and when. */
  createLimiter(name: string, startsPerSecond: number): RateLimiter;
  close(): void;
};

/** Opens the database that the settings name. Throws StorageError where it cannot be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database, clock, log } = options;
  if (database.kind === 'postgres') {
    // Loaded only where it is used: without it nobody pays for the driver.
    const { openPostgresStorage } = await import('./postgres/open-storage.ts');
    return openPostgresStorage({ ...options, ...database });
  }
  const store = openSqliteStore({ ...options, path: database.path });
  return {
    store,
    verify: () => verifyBeside(database.path),
    openShared(path) {
      const file = openCacheFile({ path, log });
      return {
        cache: cacheIn(file, clock),
        createLimiter: (name, startsPerSecond) =>
          createRateLimiter({ startsPerSecond, clock, log, store: createSqliteStarts(file, name, clock) }),
        close: () => file.close(),
      };
    },
    close: () => store.close(),
  };
}
