import type { ApplicationStore } from '../features/applications/application.ts';
import type { OutboxStore } from '../features/applications/outbox.ts';
import type { UsageReader } from '../features/usage/usage.ts';
import type { AdministratorStore } from '../identity/administrator.ts';
import type { OperatorStore } from './operator-store.ts';
import type { AccountStore } from './store.ts';

/** All that one database keeps of the accounts. Each part of the program asks for the port it needs. */
export type AccountingStore = AccountStore &
  OperatorStore &
  AdministratorStore &
  UsageReader &
  ApplicationStore &
  OutboxStore;
