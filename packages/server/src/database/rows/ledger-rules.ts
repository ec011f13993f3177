import type { Drift } from '../../audit/invariants.ts';

/** Queries, in SQL for both engines, that select violations of an invariant: key_id, place, expected, found. */
export const ledgerRules: { invariant: Drift['invariant']; sql: string }[] = [
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
            SELECT * FROM (SELECT * FROM summed EXCEPT SELECT * FROM usage_day) missing
            UNION SELECT * FROM (SELECT * FROM usage_day EXCEPT SELECT * FROM summed) spare)
          SELECT DISTINCT d.key_id, d.day || ' ' || d.endpoint || ' ' || d.outcome || ' ' || d.model AS place,
            coalesce((s.prompt + s.completion) || ' tokens, ' || s.charged || ' charged', 'no row') AS expected,
            coalesce((u.prompt + u.completion) || ' tokens, ' || u.charged || ' charged', 'no row') AS found
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
  {
    invariant: 'I9',
    sql: `SELECT r.key_id, r.place, 'a key' AS expected, count(*) || ' rows without one' AS found
          FROM (SELECT key_id, 'ledger' AS place FROM ledger UNION ALL SELECT key_id, 'calls' FROM call
                UNION ALL SELECT key_id, 'quota days' FROM quota_day
                UNION ALL SELECT key_id, 'usage days' FROM usage_day) r
          WHERE NOT EXISTS (SELECT 1 FROM api_key k WHERE k.id = r.key_id) GROUP BY r.key_id, r.place`,
  },
  {
    invariant: 'I9',
    sql: `SELECT r.key_id, r.place || r.call_id AS place, 'a call' AS expected, count(*) || ' rows without one' AS found
          FROM (SELECT key_id, 'ledger entries of call ' AS place, call_id FROM ledger WHERE call_id IS NOT NULL
                UNION ALL SELECT '', 'steps of call ', call_id FROM call_step) r
          WHERE NOT EXISTS (SELECT 1 FROM call c WHERE c.id = r.call_id) GROUP BY r.key_id, r.place, r.call_id`,
  },
];

/** Converts a row of one of these queries. */
export function toDrift(invariant: Drift['invariant'], row: Record<string, unknown>): Drift {
  const { key_id, place, expected, found } = row;
  return {
    invariant,
    keyId: String(key_id),
    where: String(place),
    expected: String(expected),
    found: String(found),
  };
}
