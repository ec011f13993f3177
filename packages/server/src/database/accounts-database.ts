import type { ApplicationStore } from '../accounting/applications/application.ts';
import type { OutboxStore } from '../accounting/applications/outbox.ts';
import type { LedgerStore } from '../accounting/ledger-store.ts';
import type { OperatorStore } from '../accounting/operator-store.ts';
import type { UsageReader } from '../accounting/usage/usage.ts';
import type { AdministratorStore } from '../identity/administrator.ts';

/** All stores of accounting in one database. Each part of the program depends only on the port it needs. */
export type AccountsDatabase = LedgerStore &
  OperatorStore &
  AdministratorStore &
  UsageReader &
  ApplicationStore &
  OutboxStore;
