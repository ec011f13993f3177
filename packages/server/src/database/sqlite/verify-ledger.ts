import type { DatabaseSync } from 'node:sqlite';
import { type ChainedEntry, followChain } from '../../accounting/ledger/ledger-chain.ts';
import type { LedgerReport } from '../../accounting/ledger/ledger-report.ts';
import type { Drift } from '../../audit/invariants.ts';
import { ledgerRules, toDrift } from '../rows/ledger-rules.ts';

/** Recomputes every figure on one snapshot; other connections can continue writing. */
export function verifyLedger(connection: DatabaseSync): LedgerReport {
  connection.exec('BEGIN');
  try {
    const drifts = ledgerRules.flatMap(({ invariant, sql }) =>
      connection
        .prepare(sql)
        .all()
        .map((row) => toDrift(invariant, row)),
    );
    const count = (table: string) =>
      Number(connection.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
    return {
      keys: count('api_key'),
      calls: count('call'),
      entries: count('ledger'),
      drifts: [...drifts, ...brokenChains(connection)],
    };
  } finally {
    connection.exec('COMMIT');
  }
}

/** Verifies every key's chain from its start to the hash stored with the key. */
function brokenChains(connection: DatabaseSync): Drift[] {
  const entries = connection.prepare(
    `SELECT key_id AS keyId, seq, kind, amount, call_id AS callId, actor, reason, op_key AS operationKey, at, prev, hash
     FROM ledger WHERE key_id = ? ORDER BY seq`,
  );
  const keys = connection.prepare('SELECT id, ledger_seq, ledger_hash FROM api_key').all();
  return keys.flatMap(({ id, ledger_seq, ledger_hash }) => {
    const chain = followChain(String(id));
    for (const entry of entries.iterate(String(id))) chain.next(entry as unknown as ChainedEntry);
    return chain.end(Number(ledger_seq), ledger_hash as Uint8Array);
  });
}
