import { systemClock } from '../../packages/core/src/clock.ts';
import { openStorage } from '../../packages/server/src/database/open-storage.ts';
import type { Storage } from '../../packages/server/src/database/storage.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';

/** Opens the database as the service does, with its usual settings. */
export function openProduct(url: string): Promise<Storage> {
  const { database, quotaTimeZone } = readConfig({ CITEWELL_DATABASE_URL: url });
  return openStorage({ database, quotaTimeZone, clock: systemClock, log: () => {} });
}
