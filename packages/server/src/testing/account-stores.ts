import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Module, modules } from '@citewell/sdk';
import type { Accounts, ApiKey, Call, KeyAdministration, NewKey } from '../accounts/accounts.ts';
import { createKeyAdministration } from '../accounts/key-administration.ts';
import { openAccounts } from '../accounts/open-accounts.ts';
import { checkpointIntervalMs, type Every, reapIntervalMs } from '../accounts/running-calls.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Clock } from '../clock.ts';
import { openSqliteStore } from '../storage/sqlite/store.ts';

/** A storage engine under test: every storage test runs on each of them. */
export type StoreEngine = {
  name: string;
  /** An empty database of its own; each `open` is another handle on it, as another process has. Gone with the test. */
  create(t: TestContext): { open(clock: Clock, quotaTimeZone?: string): AccountStore };
};

export const storeEngines: readonly StoreEngine[] = [
  {
    name: 'SQLite',
    create(t) {
      const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
      const stores: AccountStore[] = [];
      t.after(async () => {
        for (const store of stores) await store.close();
        rmSync(folder, { recursive: true, force: true });
      });
      return {
        open(clock, quotaTimeZone = 'UTC') {
          const store = openSqliteStore({ path: join(folder, 'citewell.db'), clock, quotaTimeZone });
          stores.push(store);
          return store;
        },
      };
    },
  },
];

/** A clock that stands still until it is moved. */
export function manualClock(now = Date.UTC(2026, 0, 15, 12)): Clock & { advance(ms: number): void } {
  let current = now;
  return {
    now: () => current,
    advance: (ms) => {
      current += ms;
    },
  };
}

/** Accounts as one process runs them, whose background work happens when the test says so. */
export type TestProcess = {
  store: AccountStore;
  accounts: Accounts;
  keys: KeyAdministration;
  checkpoint(): Promise<void>;
  reap(): Promise<void>;
  log: string[];
};

export function startProcess(store: AccountStore, clock: Clock, owner = 'test'): TestProcess {
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
    keys: createKeyAdministration(store, 'test'),
    checkpoint: () => run(checkpointIntervalMs),
    // Two different intervals are what tells the tasks apart.
    reap: () => run(reapIntervalMs),
    log,
  };
}

/** A key for everything, with 100,000 tokens and no quota, unless told otherwise. */
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
  { floor = 3_000, module = 'ask_agent' }: { floor?: number; module?: Module } = {},
): Promise<Call> {
  lastCall += 1;
  return accounts.admit({ id: `call-${lastCall}`, key, module, endpoint: 'ask', floor });
}
