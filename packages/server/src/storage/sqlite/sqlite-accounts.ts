import { randomUUID } from 'node:crypto';
import type { Accounts, ApiKey, KeyAdministration } from '../../accounts/accounts.ts';
import { ensureDemoKey } from '../../accounts/demo-key.ts';
import { createKeyAdministration } from '../../accounts/key-administration.ts';
import { openAccounts } from '../../accounts/open-accounts.ts';
import { type Every, everyUnref } from '../../accounts/running-calls.ts';
import type { Log } from '../../log.ts';
import { openSqliteStore, type SqliteStoreOptions } from './store.ts';

export type SqliteAccountsOptions = SqliteStoreOptions & {
  log: Log;
  /** Names this process among those sharing the file; random by default. */
  owner?: string;
  every?: Every;
};

/** Both sides of the books as one service runs them. */
export type SqliteAccounts = {
  accounts: Accounts;
  keys: KeyAdministration;
  /** On a database without any key: a key to try the service with, whose secret is seen only here. */
  ensureDemoKey(): Promise<{ key: ApiKey; secret: string } | undefined>;
  /** Writes what is not written yet and closes the file. Calls still running are settled by the next process. */
  close(): Promise<void>;
};

/** Opens the accounts in an SQLite file, with their background work. Throws StorageError where the file cannot be used. */
export function openSqliteAccounts(options: SqliteAccountsOptions): SqliteAccounts {
  const { clock, log, owner = randomUUID(), every = everyUnref } = options;
  const store = openSqliteStore(options);
  const accounts = openAccounts({ store, clock, log, owner, every });
  return {
    accounts,
    keys: createKeyAdministration(store, 'operator'),
    ensureDemoKey: () => ensureDemoKey(store),
    async close() {
      await accounts.close();
      await store.close();
    },
  };
}
