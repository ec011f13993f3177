import type { DatabaseSync } from 'node:sqlite';
import { type ChainedEntry, followChain } from '../../accounts/ledger-chain.ts';
import type { Drift, LedgerReport } from '../../accounts/ledger-report.ts';

/** Each selects the places where its rule does not hold: key_id, row, expected, found. */
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
          GROUP BY k.id HAVING expected <> found`,
  },
  {
    invariant: 'I2',
    sql: `SELECT k.id AS key_id, 'charged' AS place, coalesce(-sum(l.amount), 0) AS expected, k.charged AS found
          FROM api_key k LEFT JOIN ledger l ON l.key_id = k.id AND l.kind IN ('charge', 'late')
          GROUP BY k.id HAVING expected <> found`,
  },
  {
    invariant: 'I2',
    sql: `SELECT c.key_id, 'call ' || c.id AS place, coalesce(l.booked, 0) AS expected, c.charged AS found
          FROM call c LEFT JOIN (SELECT call_id, -sum(amount) AS booked FROM ledger GROUP BY call_id) l ON l.call_id = c.id
          WHERE expected <> found`,
  },
  {
    invariant: 'I3',
    sql: `SELECT k.id AS key_id, 'held' AS place, coalesce(sum(c.held), 0) AS expected, k.held AS found
          FROM api_key k LEFT JOIN call c ON c.key_id = k.id AND c.state = 'held'
          GROUP BY k.id HAVING expected <> found`,
  },
  {
    invariant: 'I4',
    sql: `SELECT c.key_id, 'call ' || c.id AS place, coalesce(sum(s.prompt + s.completion), 0) AS expected,
            CASE WHEN c.tokens = c.charged + c.unbilled THEN c.tokens ELSE c.charged + c.unbilled END AS found
          FROM call c LEFT JOIN call_step s ON s.call_id = c.id
          WHERE c.state <> 'held' GROUP BY c.id HAVING expected <> found`,
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
                  UNION ALL SELECT key_id, day, endpoint, outcome, 0, prompt, completion, 0, 0 FROM step_of)
            GROUP BY key_id, day, endpoint, outcome
            UNION ALL
            SELECT key_id, day, endpoint, outcome, model, count(DISTINCT id), sum(prompt), sum(completion), 0, 0
            FROM step_of GROUP BY key_id, day, endpoint, outcome, model),
          difference AS (
            SELECT * FROM (SELECT * FROM summed EXCEPT SELECT * FROM usage_day)
            UNION SELECT * FROM (SELECT * FROM usage_day EXCEPT SELECT * FROM summed))
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
                UNION ALL SELECT key_id, day, 0, used FROM quota_day)
          GROUP BY key_id, day HAVING sum(expected) <> sum(found)`,
  },
];

/** Recomputes every figure on one snapshot, beside which others go on writing. */
export function verifyLedger(connection: DatabaseSync): LedgerReport {
  connection.exec('BEGIN');
  try {
    const drifts = rules.flatMap(({ invariant, sql }) =>
      connection
        .prepare(sql)
        .all()
        .map((row) => ({
          invariant,
          keyId: String(row.key_id),
          where: String(row.place),
          expected: String(row.expected),
          found: String(row.found),
        })),
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

/** Walks every key's chain from its start to the link the key itself remembers. */
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
