import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
import type { AccountsDatabase } from '../../database/accounts-database.ts';
import { migrations } from '../../database/sqlite/migrations.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';

let image: Uint8Array | undefined;

/** Opens accounts in memory, with days in UTC. Migrations run once per process, because they take longer than most tests. */
export function openMemoryStore(clock: Clock): AccountsDatabase {
  image ??= migratedImage();
  return openSqliteAccounts({ path: ':memory:', clock, quotaTimeZone: 'UTC', image });
}

function migratedImage(): Uint8Array {
  const connection = new DatabaseSync(':memory:');
  try {
    for (const sql of migrations) connection.exec(sql);
    connection.exec(`PRAGMA user_version = ${migrations.length}`);
    return connection.serialize();
  } finally {
    connection.close();
  }
}
