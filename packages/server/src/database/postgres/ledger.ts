import type { LedgerEntry } from '../../accounting/ledger/ledger-entry.ts';
import type { Run, Statement } from './database.ts';

const lock: Statement = { text: 'SELECT 1 FROM api_key WHERE id = $1 FOR NO KEY UPDATE' };
const post: Statement = {
  text: 'SELECT post_entry(k, $2, $3, $4, $5, $6, $7, $8, 0) AS seq FROM api_key k WHERE id = $1',
};
const operation: Statement = {
  text: `SELECT key_id AS "keyId", seq, kind, amount, call_id AS "callId", actor, reason, op_key AS "operationKey", at
    FROM ledger WHERE key_id = $1 AND op_key = $2`,
};

/** Locks a key, as the first statement of every transaction on it. Returns false if there is no such key. */
export async function lockKey(run: Run, keyId: string): Promise<boolean> {
  return (await run(lock, [keyId])).length === 1;
}

/** Appends an entry and changes the balance by it. The caller must have locked the key. */
export async function postEntry(run: Run, entry: Omit<LedgerEntry, 'seq'>): Promise<LedgerEntry> {
  const { keyId, kind, amount, callId, actor, reason, operationKey, at } = entry;
  const [row] = await run<{ seq: number }>(post, [
    ...[keyId, kind, amount, callId],
    ...[actor, reason, operationKey, at],
  ]);
  if (!row) throw new Error('post: there is no such key');
  return { ...entry, seq: row.seq };
}

/** Finds the adjustment already posted with this operation key. The caller must have locked the key. */
export async function findOperation(
  run: Run,
  keyId: string,
  operationKey: string,
): Promise<LedgerEntry | undefined> {
  const [entry] = await run<LedgerEntry>(operation, [keyId, operationKey]);
  return entry;
}
