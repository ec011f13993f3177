import type { ApplicationStore } from '../accounting/applications/application.ts';
import type { OutboxStore } from '../accounting/applications/outbox.ts';
import type { OperatorStore } from '../accounting/operator-store.ts';
import type { AccountStore } from '../accounting/store.ts';
import type { UsageReader } from '../accounting/usage/usage.ts';
import type { AdministratorStore } from '../identity/administrator.ts';

/** All stores of accounting in one database. Each part of the program depends only on the port it needs. */
export type AccountingStore = AccountStore &
  OperatorStore &
  AdministratorStore &
  UsageReader &
  ApplicationStore &
  OutboxStore;
