import { DatabaseSync } from 'node:sqlite';

export const days = 90;

/**
 * Writes a long history for the only key: calls evenly over the last 90 days, two steps each, by bulk SQL. Most are "ask"
 * and most are "ok"; "expert" and "deadline" are rare, so that a filter has to search.
 */
export function writeHistory(databasePath: string, calls: number, now: number): void {
  const database = new DatabaseSync(databasePath, { timeout: 60_000 });
  try {
    // Durability is irrelevant here, because only reading is measured.
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN IMMEDIATE');
    const from = now - days * 86_400_000;
    database
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1 - 1)
         INSERT INTO call (id, key_id, endpoint, module, state, held, tokens, charged, unbilled, quota_day, outcome, owner,
           lease_until, started_at, ended_at)
         SELECT 'req_' || lower(hex(randomblob(16))), (SELECT id FROM api_key),
           CASE WHEN n % (?1 / 20) = 7 THEN 'expert' WHEN n % 10 = 3 THEN 'polish' WHEN n % 3 = 0 THEN 'ask_stream' ELSE 'ask' END,
           'ask_agent', 'settled', 0, 1500, 1500, 0,
           strftime('%Y-%m-%d', (?2 + n * (?3 - ?2) / ?1) / 1000, 'unixepoch'),
           CASE WHEN n % (?1 / 20) = 11 THEN 'deadline' WHEN n % 100 = 5 THEN 'client_disconnected' ELSE 'ok' END, 'bench', 0,
           ?2 + n * (?3 - ?2) / ?1, ?2 + n * (?3 - ?2) / ?1 + 4000
         FROM numbers`,
      )
      .run(calls, from, now);
    database.exec(`
      INSERT INTO call_step (call_id, seq, kind, provider, model, hold, prompt, completion, src)
        SELECT id, 1, 'plan', 'bench', 'small', 500, 400, 100, 'provider' FROM call;
      INSERT INTO call_step (call_id, seq, kind, provider, model, hold, prompt, completion, src)
        SELECT id, 2, 'write', 'bench', 'large', 1000, 700, 300, 'estimated' FROM call;
      INSERT INTO usage_day SELECT key_id, quota_day, endpoint, outcome, '*', count(*), count(*) * 1100, count(*) * 400,
        sum(charged), 0 FROM call GROUP BY 1, 2, 3, 4;
      INSERT INTO usage_day SELECT key_id, day, endpoint, outcome, 'small', calls, calls * 400, calls * 100, 0, 0
        FROM usage_day WHERE model = '*';
      INSERT INTO usage_day SELECT key_id, day, endpoint, outcome, 'large', calls, calls * 700, calls * 300, 0, 0
        FROM usage_day WHERE model = '*';
      INSERT INTO quota_day SELECT key_id, quota_day, count(*) FROM call GROUP BY 1, 2;
      UPDATE api_key SET charged = (SELECT sum(charged) FROM call);
      COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE);
    `);
  } finally {
    database.close();
  }
}
