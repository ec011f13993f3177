import { type ChainedEntry, followChain } from '../../accounts/ledger-chain.ts';
import type { Drift, LedgerReport } from '../../accounts/ledger-report.ts';
import { type PostgresDatabase, type Run, snapshot } from './database.ts';

/** Each selects the places where its rule does not hold: key_id, place, expected, found. */
const rules: { invariant: Drift['invariant']; sql: string }[] = [
  {
    invariant: 'I1',
    sql: `SELECT id AS key_id, 'key' AS place, granted AS expected, charged + held AS found
          FROM api_key WHERE charged + held > granted`,
  },
  {
    invariant: 'I2',
    sql: `SELECT k.id AS key_id, 'granted' AS place, coalesce(sum(l.amount), 0) AS expected, k.granted AS found
          FROM api_key k LEFT JOIN ledger l ON l.key_id = k.id AND l.kind IN ('grant', 'adjust')
          GROUP BY k.id HAVING coalesce(sum(l.amount), 0) <> k.granted`,
  },
  {
    invariant: 'I2',
    sql: `SELECT k.id AS key_id, 'charged' AS place, coalesce(-sum(l.amount), 0) AS expected, k.charged AS found
          FROM api_key k LEFT JOIN ledger l ON l.key_id = k.id AND l.kind IN ('charge', 'late')
          GROUP BY k.id HAVING coalesce(-sum(l.amount), 0) <> k.charged`,
  },
  {
    invariant: 'I2',
    sql: `SELECT c.key_id, 'call ' || c.id AS place, coalesce(l.booked, 0) AS expected, c.charged AS found
          FROM call c LEFT JOIN (SELECT call_id, -sum(amount) AS booked FROM ledger GROUP BY call_id) l ON l.call_id = c.id
          WHERE coalesce(l.booked, 0) <> c.charged`,
  },
  {
    invariant: 'I3',
    sql: `SELECT k.id AS key_id, 'held' AS place, coalesce(sum(c.held), 0) AS expected, k.held AS found
          FROM api_key k LEFT JOIN call c ON c.key_id = k.id AND c.state = 'held'
          GROUP BY k.id HAVING coalesce(sum(c.held), 0) <> k.held`,
  },
  {
    invariant: 'I4',
    sql: `SELECT c.key_id, 'call ' || c.id AS place, coalesce(s.tokens, 0) AS expected,
            CASE WHEN c.tokens = c.charged + c.unbilled THEN c.tokens ELSE c.charged + c.unbilled END AS found
          FROM call c LEFT JOIN (SELECT call_id, sum(prompt + completion) AS tokens FROM call_step GROUP BY call_id) s
            ON s.call_id = c.id
          WHERE c.state <> 'held' AND (coalesce(s.tokens, 0) <> c.tokens OR c.tokens <> c.charged + c.unbilled)`,
  },
  {
    invariant: 'I5',
    sql: `WITH step_of AS (
            SELECT c.id, c.key_id, c.quota_day AS day, c.endpoint, c.outcome, s.model, s.prompt, s.completion
            FROM call c JOIN call_step s ON s.call_id = c.id WHERE c.state <> 'held'),
          summed AS (
            SELECT key_id, day, endpoint, outcome, '*' AS model, sum(calls) AS calls, sum(prompt) AS prompt,
              sum(completion) AS completion, sum(charged) AS charged, sum(unbilled) AS unbilled
            FROM (SELECT key_id, quota_day AS day, endpoint, outcome, 1 AS calls, 0 AS prompt, 0 AS completion,
                    charged, unbilled
                  FROM call WHERE state <> 'held'
                  UNION ALL SELECT key_id, day, endpoint, outcome, 0, prompt, completion, 0, 0 FROM step_of) parts
            GROUP BY key_id, day, endpoint, outcome
            UNION ALL
            SELECT key_id, day, endpoint, outcome, model, count(DISTINCT id), sum(prompt), sum(completion), 0, 0
            FROM step_of GROUP BY key_id, day, endpoint, outcome, model),
          difference AS (
            (SELECT * FROM summed EXCEPT SELECT * FROM usage_day)
            UNION (SELECT * FROM usage_day EXCEPT SELECT * FROM summed))
          SELECT DISTINCT d.key_id, d.day || ' ' || d.endpoint || ' ' || d.outcome || ' ' || d.model AS place,
            coalesce(s.prompt + s.completion || ' tokens, ' || s.charged || ' charged', 'no row') AS expected,
            coalesce(u.prompt + u.completion || ' tokens, ' || u.charged || ' charged', 'no row') AS found
          FROM difference d LEFT JOIN summed s USING (key_id, day, endpoint, outcome, model)
            LEFT JOIN usage_day u USING (key_id, day, endpoint, outcome, model)`,
  },
  {
    invariant: 'I6',
    sql: `SELECT key_id, day AS place, sum(expected) AS expected, sum(found) AS found
          FROM (SELECT key_id, quota_day AS day, 1 - quota_returned AS expected, 0 AS found FROM call
                UNION ALL SELECT key_id, day, 0, used FROM quota_day) parts
          GROUP BY key_id, day HAVING sum(expected) <> sum(found)`,
  },
];

/** Recomputes every figure on one snapshot, beside which others go on writing. */
export function verifyLedger(database: PostgresDatabase): Promise<LedgerReport> {
  return database.transact(async (run) => {
    await run({ text: 'SET LOCAL statement_timeout = 0' });
    const drifts: Drift[] = [];
    for (const { invariant, sql } of rules) {
      const rows = await run({ text: sql, patient: true });
      for (const { key_id, place, expected, found } of rows)
        drifts.push({
          invariant,
          keyId: String(key_id),
          where: String(place),
          expected: String(expected),
          found: String(found),
        });
    }
    const [counts] = await run<{ keys: number; calls: number; entries: number }>({
      text: `SELECT (SELECT count(*) FROM api_key) AS keys, (SELECT count(*) FROM call) AS calls,
        (SELECT count(*) FROM ledger) AS entries`,
      patient: true,
    });
    const { keys = 0, calls = 0, entries = 0 } = counts ?? {};
    return { keys, calls, entries, drifts: [...drifts, ...(await brokenChains(run))] };
  }, snapshot);
}

const entriesAtOnce = 1_000;

/** Walks every key's chain, a thousand entries at a time, so that callers get their turns. */
async function brokenChains(run: Run): Promise<Drift[]> {
  const keys = await run<{ id: string; ledger_seq: number; ledger_hash: Uint8Array }>({
    text: 'SELECT id, ledger_seq, ledger_hash FROM api_key',
    patient: true,
  });
  const chains = new Map(keys.map(({ id }) => [id, followChain(id)]));
  let last: ChainedEntry | undefined;
  for (;;) {
    const entries: ChainedEntry[] = await run<ChainedEntry>(
      {
        text: `SELECT key_id AS "keyId", seq, kind, amount, call_id AS "callId", actor, reason,
            op_key AS "operationKey", at, prev, hash
          FROM ledger WHERE (key_id, seq) > ($1, $2) ORDER BY key_id, seq LIMIT ${entriesAtOnce}`,
        patient: true,
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
