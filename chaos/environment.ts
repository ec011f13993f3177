import { systemClock } from '../packages/core/src/clock.ts';
import { openStorage } from '../packages/server/src/database/open-storage.ts';
import type { Storage } from '../packages/server/src/database/storage.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';

/**
 * Settings passed to our processes through their environment, because an address may contain a password and everybody can
 * read arguments.
 */
export function environmentOf(url: string, quotaTimeZone = 'UTC'): Record<string, string> {
  return { CITEWELL_DATABASE_URL: url, CITEWELL_QUOTA_TZ: quotaTimeZone };
}

/** Opens the database as the service does. */
export function openDatabaseOf(environment: NodeJS.ProcessEnv): Promise<Storage> {
  const { CITEWELL_DATABASE_URL, CITEWELL_QUOTA_TZ } = environment;
  const { database, quotaTimeZone } = readConfig({ CITEWELL_DATABASE_URL, CITEWELL_QUOTA_TZ });
  return openStorage({ database, quotaTimeZone, clock: systemClock, log: () => {} });
}
