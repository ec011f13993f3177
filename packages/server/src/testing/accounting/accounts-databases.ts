import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { Clock } from '@citewell/core/clock.ts';
import { type Module, modules } from '@citewell/sdk';
import type { Accounts, AdmittedCall, KeyAdministration, NewKey } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { createKeyAdministration } from '../../accounting/keys/key-administration.ts';
import type { LedgerStore } from '../../accounting/ledger-store.ts';
import { openAccounts } from '../../accounting/open-accounts.ts';
import { checkpointIntervalMs, type Every, reapIntervalMs } from '../../accounting/running-calls.ts';
import type { AccountsDatabase } from '../../database/accounts-database.ts';
import { openPostgresDatabase } from '../../database/postgres/database.ts';
import { migrations } from '../../database/postgres/migrations.ts';
import { createPostgresAccounts } from '../../database/postgres/store.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { borrowSchema } from './empty-schemas.ts';
import { ownPostgres, type Schema } from './postgres-server.ts';

/** Empty database for one test. */
export type StoreHome = {
  /** Value of CITEWELL_DATABASE_URL. */
  url: string;
  /** Opens a handle on it, like another process. */
  open(clock: Clock, quotaTimeZone?: string): Promise<AccountsDatabase>;
  /** Runs any SQL on it, bypassing the store. */
  execute(sql: string): Promise<void>;
  /** Closes all handles and removes the files; the end of the test does so too. */
  close(): Promise<void>;
};

/** Database whose files nobody else writes to, in `folder`. */
export type OwnStoreHome = StoreHome & { folder: string };

/** A storage engine under test: every storage test runs on each of them. */
export type StoreEngine<Home extends StoreHome = StoreHome> = {
  name: 'SQLite' | 'PostgreSQL';
  create(t: Pick<TestContext, 'after'>): Promise<Home>;
};

const sqlite: StoreEngine<OwnStoreHome> = {
  name: 'SQLite',
  async create(t) {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
    const path = join(folder, 'citewell.db');
    const stores: LedgerStore[] = [];
    const home: OwnStoreHome = {
      url: path,
      folder,
      async open(clock, quotaTimeZone = 'UTC') {
        const store = openSqliteAccounts({ path, clock, quotaTimeZone });
        stores.push(store);
        return store;
      },
      async execute(sql) {
        const connection = new DatabaseSync(path);
        try {
          connection.exec(sql);
        } finally {
          connection.close();
        }
      },
      async close() {
        for (const store of stores.splice(0)) await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
    t.after(home.close);
    return home;
  },
};

/** Opens stores in a separate schema, which are closed with the test; then calls `giveBack`. */
function postgresHome(
  { url, execute }: Schema,
  t: Pick<TestContext, 'after'>,
  giveBack = () => {},
): StoreHome {
  const stores: LedgerStore[] = [];
  const home: StoreHome = {
    url,
    async open(clock, quotaTimeZone = 'UTC') {
      const database = await openPostgresDatabase(url, migrations, () => {});
      const store = createPostgresAccounts({ database, clock, quotaTimeZone });
      stores.push(store);
      return store;
    },
    execute,
    async close() {
      for (const store of stores.splice(0)) await store.close();
      giveBack();
    },
  };
  t.after(home.close);
  return home;
}

const postgres: StoreEngine = {
  name: 'PostgreSQL',
  async create(t) {
    const { schema, giveBack } = await borrowSchema();
    return postgresHome(schema, t, giveBack);
  },
};

const ownPostgresStore: StoreEngine<OwnStoreHome> = {
  name: 'PostgreSQL',
  async create(t) {
    const server = await ownPostgres();
    return { ...postgresHome(await server.createSchema(), t), folder: server.folder };
  },
};

export const storeEngines: readonly StoreEngine[] = [sqlite, postgres];

/** Variant with durable commits, for tests that search the files or crash the server. */
export const ownStoreEngines: readonly StoreEngine<OwnStoreHome>[] = [sqlite, ownPostgresStore];

/** Clock that stands still until it is advanced. */
export type ManualClock = Clock & { advance(ms: number): void };

export function manualClock(now = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let current = now;
  return {
    now: () => current,
    advance: (ms) => {
      current += ms;
    },
  };
}

/** Accounts as run by one process, whose background work runs when the test triggers it. */
export type TestProcess = {
  store: AccountsDatabase;
  accounts: Accounts;
  keys: KeyAdministration;
  checkpoint(): Promise<void>;
  reap(): Promise<void>;
  log: string[];
};

export function startProcess(store: AccountsDatabase, clock: Clock, owner = 'test'): TestProcess {
  const log: string[] = [];
  const tasks = new Map<number, () => Promise<void>>();
  const every: Every = (intervalMs, task) => {
    tasks.set(intervalMs, task);
    return () => tasks.delete(intervalMs);
  };
  const accounts = openAccounts({ store, clock, owner, every, log: (_level, event) => log.push(event) });
  const run = async (intervalMs: number) => tasks.get(intervalMs)?.();
  return {
    store,
    accounts,
    keys: createKeyAdministration(store, { actor: 'test' }),
    checkpoint: () => run(checkpointIntervalMs),
    // Different intervals, by which the tasks are distinguished.
    reap: () => run(reapIntervalMs),
    log,
  };
}

/** Creates a key for all modules, with 100,000 tokens and no quota by default. */
export async function makeKey(
  { keys }: TestProcess,
  input: Partial<NewKey> = {},
): Promise<{ key: ApiKey; secret: string }> {
  return keys.create({
    label: 'test',
    modules: [...modules],
    dailyQuota: null,
    balance: 100_000,
    expiresAt: undefined,
    status: 'enabled',
    ...input,
  });
}

let lastCall = 0;

/** Admits one call of this key. */
export function admit(
  { accounts }: TestProcess,
  key: ApiKey,
  { hold = 3_000, module = 'ask_agent' }: { hold?: number; module?: Module } = {},
): Promise<AdmittedCall> {
  lastCall += 1;
  return accounts.admit({ id: `call-${lastCall}`, key, module, endpoint: 'ask', hold });
}
