import type { AdministratorStore } from './administrator.ts';
import type { ApplicationStore } from './application.ts';
import type { OperatorStore } from './operator-store.ts';
import type { OutboxStore } from './outbox.ts';
import type { AccountStore } from './store.ts';
import type { UsageReader } from './usage.ts';

/** All that one database keeps of the accounts. Each part of the program asks for the port it needs. */
export type BooksStore = AccountStore &
  OperatorStore &
  AdministratorStore &
  UsageReader &
  ApplicationStore &
  OutboxStore;
