import type { DatabaseSync } from 'node:sqlite';
import { entryHash, type LedgerEntry } from '../../accounting/ledger/ledger-entry.ts';

type Tail = { ledger_seq: number; ledger_hash: Uint8Array };

export type Ledger = ReturnType<typeof prepareLedger>;

/** Prepares the only statements that change a balance. Must run inside a transaction. */
export function prepareLedger(connection: DatabaseSync) {
  const tailOf = connection.prepare('SELECT ledger_seq, ledger_hash FROM api_key WHERE id = ?');
  const append = connection.prepare(
    `INSERT INTO ledger (key_id, seq, kind, amount, call_id, actor, reason, op_key, at, prev, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addToKey = connection.prepare(
    `UPDATE api_key SET granted = granted + ?, charged = charged + ?, held = held + ?, ledger_seq = ?, ledger_hash = ?
     WHERE id = ?`,
  );
  const hold = connection.prepare('UPDATE api_key SET held = held + ? WHERE id = ?');
  const operation = connection.prepare(
    `SELECT key_id AS keyId, seq, kind, amount, call_id AS callId, actor, reason, op_key AS operationKey, at
     FROM ledger WHERE key_id = ? AND op_key = ?`,
  );

  return {
    /** Holds tokens, or releases them if `tokens` is negative. A constraint of the table rejects holds beyond the balance. */
    hold(keyId: string, tokens: number): void {
      hold.run(tokens, keyId);
    },

    /** Appends an entry and changes the balance by it, releasing the `heldBefore` tokens held for it in the same statement. */
    post(entry: Omit<LedgerEntry, 'seq'>, heldBefore = 0): LedgerEntry {
      const { ledger_seq: lastSeq, ledger_hash: previous } = tailOf.get(entry.keyId) as Tail;
      const seq = lastSeq + 1;
      const hash = entryHash(previous, { ...entry, seq });
      const { keyId, kind, amount, callId, actor, reason, operationKey, at } = entry;
      append.run(keyId, seq, kind, amount, callId, actor, reason, operationKey, at, previous, hash);
      const granting = kind === 'grant' || kind === 'adjust';
      addToKey.run(granting ? amount : 0, granting ? 0 : -amount, -heldBefore, seq, hash, keyId);
      return { ...entry, seq };
    },

    /** Finds the adjustment already posted with this operation key. */
    findOperation(keyId: string, operationKey: string): LedgerEntry | undefined {
      const row = operation.get(keyId, operationKey) as LedgerEntry | undefined;
      return row && { ...row };
    },
  };
}
