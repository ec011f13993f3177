import { verifyAccounts } from '../../accounting/ledger/verify-accounts.ts';
import { createRateLimiter } from '../../literature/sources/remote/rate-limiter.ts';
import type { Storage, StorageOptions } from '../storage.ts';
import { createPostgresCache } from './cache.ts';
import { openPostgresDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { createPostgresRateLimits } from './rate-limiter.ts';
import { createPostgresAccounts } from './store.ts';

/** Opens all stores of a process in one PostgreSQL database, with one pool of connections. Days and leases follow its clock. */
export async function openPostgresStorage(
  options: StorageOptions & { url: string; connections: number },
): Promise<Storage> {
  const { url, connections, quotaTimeZone, clock, log } = options;
  const database = await openPostgresDatabase(url, migrations, log, { connections });
  const store = createPostgresAccounts({ database, quotaTimeZone });
  return {
    store,
    disk: undefined,
    verify: () => verifyAccounts(store),
    openShared: () => ({
      cache: createPostgresCache({ database, clock, log }),
      createLimiter: (name, startsPerSecond) =>
        createRateLimiter({ startsPerSecond, clock, log, store: createPostgresRateLimits(database, name) }),
      close() {},
    }),
    close: () => database.close(),
  };
}
