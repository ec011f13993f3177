import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { StepSource } from '../../packages/server/src/accounting/ledger/billing.ts';
import type { Outcome } from '../../packages/server/src/accounting/settlement.ts';
import { connectPostgres } from '../../packages/server/src/testing/accounting/connect-postgres.ts';

type KeyRow = { id: string; granted: number; charged: number; held: number };
export type StepRow = {
  call_id: string;
  seq: number;
  model: string;
  hold: number;
  prompt: number;
  completion: number;
  src: StepSource;
};
export type CallRow = {
  id: string;
  key_id: string;
  state: 'held' | 'settled' | 'released';
  charged: number;
  outcome: Outcome | null;
  first_token_at: number | null;
};
export type LedgerRow = {
  key_id: string;
  kind: string;
  amount: number;
  call_id: string | null;
  op_key: string | null;
};
export type AccountRows = { keys: KeyRow[]; calls: CallRow[]; steps: StepRow[]; ledger: LedgerRow[] };

const queries: Record<keyof AccountRows, string> = {
  keys: 'SELECT id, granted, charged, held FROM api_key',
  calls: 'SELECT id, key_id, state, charged, outcome, first_token_at FROM call',
  steps: 'SELECT call_id, seq, model, hold, prompt, completion, src FROM call_step ORDER BY call_id, seq',
  ledger: 'SELECT key_id, kind, amount, call_id, op_key FROM ledger',
};

/** Reads the rows directly, bypassing the store under test, while nobody writes. */
export async function readAccounts(url: string): Promise<AccountRows> {
  const read = url.startsWith('postgres') ? connectPostgres(url) : openSqlite(url);
  try {
    const rows: Record<string, unknown[]> = {};
    for (const [name, sql] of Object.entries(queries)) rows[name] = await read.all(sql);
    return rows as unknown as AccountRows;
  } finally {
    await read.close();
  }
}

type Reader = { all(sql: string): Promise<unknown[]>; close(): Promise<void> };

function openSqlite(path: string): Reader {
  const connection = new DatabaseSync(path, { readOnly: true });
  return {
    all: async (sql) => connection.prepare(sql).all(),
    close: async () => connection.close(),
  };
}

const others = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
const withinMs = 30_000;

/**
 * PostgreSQL finishes statements that a dead process sent: waits until only we are connected. SQLite ended with its
 * process.
 */
export async function untilAlone(url: string): Promise<void> {
  if (!url.startsWith('postgres')) return;
  const reader = connectPostgres(url);
  try {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const [row] = (await reader.all(others)) as { count: number }[];
      if (row?.count === 0) return;
      if (performance.now() > giveUpAt) throw new Error('connections of dead processes do not end');
      await delay(20);
    }
  } finally {
    await reader.close();
  }
}
