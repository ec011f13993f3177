import { verifyBooks } from '../../accounts/administration.ts';
import type { Storage, StorageOptions } from '../open-storage.ts';
import { createPostgresCache } from './cache.ts';
import { openDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { createSharedRateLimiter } from './rate-limiter.ts';
import { createPostgresStore } from './store.ts';

/** All that a process keeps in one PostgreSQL database, over one pool of connections. Days and leases go by its clock. */
export async function openPostgresStorage(options: StorageOptions & { url: string }): Promise<Storage> {
  const { url, quotaTimeZone, clock, log } = options;
  const database = await openDatabase(url, migrations, log);
  const store = createPostgresStore({ database, quotaTimeZone });
  return {
    store,
    verify: () => verifyBooks(store),
    openCache: () => createPostgresCache({ database, clock, log }),
    createLimiter: (name, startsPerSecond) =>
      createSharedRateLimiter({ database, name, startsPerSecond, clock, log }),
    close: () => database.close(),
  };
}
