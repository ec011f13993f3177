import type { BooksReport } from '../accounts/administration.ts';
import type { BooksStore } from '../accounts/books-store.ts';
import type { Clock } from '../clock.ts';
import type { LiteratureCache } from '../literature/cache.ts';
import { createRateLimiter, type RateLimiter } from '../literature/remote/rate-limiter.ts';
import type { Log } from '../log.ts';
import { createSqliteCache } from './sqlite/cache.ts';
import { openSqliteStore } from './sqlite/store.ts';
import { verifyBeside } from './sqlite/verify-beside.ts';

/** Which engine, and where its data is. The address of a PostgreSQL database holds a password. */
export type DatabaseLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

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
  /** The literature cache: in the same database on PostgreSQL, else in the file at this path. */
  openCache(path: string): LiteratureCache & { close(): void };
  /** Who may ask the service of this name, so many times a second, and when. */
  createLimiter(name: string, startsPerSecond: number): RateLimiter;
  close(): Promise<void>;
};

/** Opens the database that the settings name. Throws StorageError where it cannot be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database, clock, log } = options;
  if (database.kind === 'postgres') {
    // Loaded only where it is used: without it nobody pays for the driver.
    const { openPostgresStorage } = await import('./postgres/open-storage.ts');
    return openPostgresStorage({ ...options, url: database.url });
  }
  const store = openSqliteStore({ ...options, path: database.path });
  return {
    store,
    verify: () => verifyBeside(database.path),
    openCache: (path) => createSqliteCache({ path, clock, log }),
    createLimiter: (_name, startsPerSecond) => createRateLimiter({ startsPerSecond, clock }),
    close: () => store.close(),
  };
}
