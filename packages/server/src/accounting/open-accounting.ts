import { randomUUID } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Accounts, KeyAdministration } from './accounts.ts';
import type { ApiKey } from './keys/api-key.ts';
import { ensureDemoKey } from './keys/demo-key.ts';
import { createKeyAdministration } from './keys/key-administration.ts';
import type { LedgerStore } from './ledger-store.ts';
import { openAccounts } from './open-accounts.ts';
import type { OperatorStore } from './operator-store.ts';
import { type Every, everyUnref } from './running-calls.ts';

export type AccountingOptions = {
  store: LedgerStore & OperatorStore;
  clock: Clock;
  log: Log;
  /** Identifies this process among those sharing the store; random by default. */
  owner?: string;
  every?: Every;
};

/** Both sides of accounting, for one service process. */
export type Accounting = {
  accounts: Accounts;
  keys: KeyAdministration;
  /** Creates a key to try the service if the store has none; its secret is only in the result. */
  ensureDemoKey(): Promise<{ key: ApiKey; secret: string } | undefined>;
  /** Writes pending data and closes the store. Calls still running are settled by another process. */
  close(): Promise<void>;
};

/** Starts the background work of accounting on an open store. */
export function openAccounting(options: AccountingOptions): Accounting {
  const { store, clock, log, owner = randomUUID(), every = everyUnref } = options;
  const accounts = openAccounts({ store, clock, log, owner, every });
  return {
    accounts,
    keys: createKeyAdministration(store, { actor: 'operator' }),
    ensureDemoKey: () => ensureDemoKey(store),
    async close() {
      await accounts.close();
      await store.close();
    },
  };
}
