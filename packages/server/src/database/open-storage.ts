import { existsSync } from 'node:fs';
import { StorageError } from '@citewell/core/storage-error.ts';
import { createRateLimiter } from '../literature/sources/remote/rate-limiter.ts';
import { cacheIn } from './sqlite/cache/cache.ts';
import { openCacheFile } from './sqlite/cache/cache-file.ts';
import { createSqliteRateLimits } from './sqlite/cache/rate-limiter.ts';
import { openSqliteAccounts } from './sqlite/store.ts';
import { verifyInWorker } from './sqlite/verify-in-worker.ts';
import type { SharedLiterature, Storage, StorageOptions } from './storage.ts';

/**
 * Opens the database named in the settings.
 * @throws StorageError if it cannot be used, or does not exist and must not be created.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { database, clock, log } = options;
  if (database.kind === 'postgres') {
    // Loaded only if used, to avoid the cost of the driver otherwise.
    const { openPostgresStorage } = await import('./postgres/open-storage.ts');
    return openPostgresStorage({ ...options, ...database });
  }
  if (options.create === false && !existsSync(database.path)) throw noDatabase(database.path);
  const store = openSqliteAccounts({ ...options, path: database.path });
  return {
    store,
    disk: store.disk,
    verify: () => verifyInWorker(database.path),
    openShared: (path) => shareFile(path, { clock, log }),
    close: () => store.close(),
  };
}

/** Opens the state that processes share when querying sources, for commands without accounts. `path`: the file, without PostgreSQL. */
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
      createRateLimiter({ startsPerSecond, clock, log, store: createSqliteRateLimits(file, name, clock) }),
    close: () => file.close(),
  };
}

function noDatabase(path: string): StorageError {
  return new StorageError({
    en: `There is no database ${path}, and this command does not create one. Check CITEWELL_DATA_DIR and CITEWELL_DATABASE_URL; "citewell serve" and "citewell keys create" create one.`,
    zh: `没有数据库 ${path}，此命令不会新建。请检查 CITEWELL_DATA_DIR 和 CITEWELL_DATABASE_URL；"citewell serve" 和 "citewell keys create" 会新建数据库。`,
  });
}
