import { replyRetentionMs } from '../../accounting/idempotency/idempotency.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Statement } from './database.ts';

// Without a key's lock: rows locked by an admission or a settlement are left for the next run. The rows are chosen in a WITH,
// which PostgreSQL evaluates once: a plan may repeat a subquery for each row, and would then choose more than the limit.
const purgeExpired: Statement = {
  name: 'purge_replies',
  text: `WITH chosen AS MATERIALIZED (
      SELECT key_id, idem_key FROM idempotent_call WHERE started_at <= (SELECT now_ms($1)) - $2::bigint
      ORDER BY started_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    DELETE FROM idempotent_call WHERE (key_id, idem_key) IN (SELECT key_id, idem_key FROM chosen) RETURNING 1`,
};

/** Deletes expired idempotency records with their replies; returns their number. */
export async function purgeIdempotencyRecords(
  database: PostgresDatabase,
  clock: StoreClock,
  limit: number,
): Promise<number> {
  return (await database.run(purgeExpired, [clock.now(), replyRetentionMs, limit])).length;
}
