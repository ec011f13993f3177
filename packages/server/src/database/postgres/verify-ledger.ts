import { type ChainedEntry, followChain } from '../../accounting/ledger/ledger-chain.ts';
import type { LedgerReport } from '../../accounting/ledger/ledger-report.ts';
import type { Drift } from '../../audit/invariants.ts';
import { ledgerRules, toDrift } from '../rows/ledger-rules.ts';
import { type PostgresDatabase, type Run, snapshot } from './database.ts';

/** Recomputes every figure on one snapshot; other connections can continue writing. */
export function verifyLedger(database: PostgresDatabase): Promise<LedgerReport> {
  return database.transact(async (run) => {
    await run({ text: 'SET LOCAL statement_timeout = 0' });
    const drifts: Drift[] = [];
    for (const { invariant, sql } of ledgerRules)
      for (const row of await run({ text: sql, longRunning: true })) drifts.push(toDrift(invariant, row));
    const [counts] = await run<{ keys: number; calls: number; entries: number }>({
      text: `SELECT (SELECT count(*) FROM api_key) AS keys, (SELECT count(*) FROM call) AS calls,
        (SELECT count(*) FROM ledger) AS entries`,
      longRunning: true,
    });
    const { keys = 0, calls = 0, entries = 0 } = counts ?? {};
    return { keys, calls, entries, drifts: [...drifts, ...(await brokenChains(run))] };
  }, snapshot);
}

const entriesAtOnce = 1_000;

/** Verifies every key's chain, a thousand entries at a time, to let calls proceed in between. */
async function brokenChains(run: Run): Promise<Drift[]> {
  const keys = await run<{ id: string; ledger_seq: number; ledger_hash: Uint8Array }>({
    text: 'SELECT id, ledger_seq, ledger_hash FROM api_key',
    longRunning: true,
  });
  const chains = new Map(keys.map(({ id }) => [id, followChain(id)]));
  let last: ChainedEntry | undefined;
  for (;;) {
    const entries: ChainedEntry[] = await run<ChainedEntry>(
      {
        text: `SELECT key_id AS "keyId", seq, kind, amount, call_id AS "callId", actor, reason,
            op_key AS "operationKey", at, prev, hash
          FROM ledger WHERE (key_id, seq) > ($1, $2) ORDER BY key_id, seq LIMIT ${entriesAtOnce}`,
        longRunning: true,
      },
      [last?.keyId ?? '', last?.seq ?? 0],
    );
    for (const entry of entries) chains.get(entry.keyId)?.next(entry);
    last = entries.at(-1);
    if (entries.length < entriesAtOnce) break;
  }
  return keys.flatMap(
    ({ id, ledger_seq, ledger_hash }) => chains.get(id)?.end(ledger_seq, ledger_hash) ?? [],
  );
}
