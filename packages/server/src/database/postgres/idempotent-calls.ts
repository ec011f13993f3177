import { replyRetentionMs } from '../../accounting/idempotency/idempotency.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Statement } from './database.ts';

// Without a key's lock: a row that an admission or a settlement has in hand is left for the next time.
const purgeExpired: Statement = {
  name: 'forget_replies',
  text: `DELETE FROM idempotent_call WHERE (key_id, idem_key) IN (
      SELECT key_id, idem_key FROM idempotent_call WHERE started_at <= (SELECT now_ms($1)) - $2::bigint
      ORDER BY started_at LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING 1`,
};

/** Deletes calls that were to run once, with their replies, once they are old; returns how many. */
export async function purgeIdempotencyRecords(
  database: PostgresDatabase,
  clock: StoreClock,
  limit: number,
): Promise<number> {
  return (await database.run(purgeExpired, [clock.now(), replyRetentionMs, limit])).length;
}
