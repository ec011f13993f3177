import {
  type ResultStore,
  resultRetentionMs,
  storedResultLimits,
} from '../../accounting/idempotency/stored-results.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Statement } from './database.ts';

const find: Statement = {
  name: 'read_result',
  text: `SELECT body FROM stored_result WHERE key_id = $1 AND idem_key = $2 AND request_hash = $3 AND step = $4
    AND stored_at > (SELECT now_ms($5)) - $6::bigint`,
};
const findOther: Statement = {
  name: 'find_results_of_other',
  text: `SELECT 1 FROM stored_result WHERE key_id = $1 AND idem_key = $2 AND request_hash <> $3
    AND stored_at > (SELECT now_ms($4)) - $5::bigint LIMIT 1`,
};
const put: Statement = {
  name: 'store_result',
  text: `INSERT INTO stored_result (key_id, idem_key, request_hash, step, stored_at, body)
    VALUES ($1, $2, $3, $4, (SELECT now_ms($5)), $6)
    ON CONFLICT (key_id, idem_key, request_hash, step)
    DO UPDATE SET stored_at = excluded.stored_at, body = excluded.body`,
};
// Deletes the results of whole calls, because the rest of an incomplete call is of little use. Locked rows are skipped, so that
// two calls of a key that store at once do not wait for each other.
const dropBeyond: Statement = {
  name: 'drop_results_beyond',
  text: `DELETE FROM stored_result WHERE (key_id, idem_key, request_hash, step) IN (
      SELECT key_id, idem_key, request_hash, step FROM stored_result WHERE key_id = $1 AND (idem_key, request_hash) IN (
        SELECT idem_key, request_hash FROM (
          SELECT idem_key, request_hash,
            sum(sum(octet_length(body))) OVER (ORDER BY max(stored_at) DESC, idem_key, request_hash) AS bytes
          FROM stored_result WHERE key_id = $1 GROUP BY idem_key, request_hash) AS calls
        WHERE bytes > $2)
      FOR UPDATE SKIP LOCKED)`,
};
// A WITH is evaluated once, while a plan may repeat a subquery with its limit for each row.
const deleteOld: Statement = {
  name: 'purge_results',
  text: `WITH chosen AS MATERIALIZED (
      SELECT key_id, idem_key, request_hash, step FROM stored_result
      WHERE stored_at <= (SELECT now_ms($1)) - $2::bigint
      ORDER BY stored_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    DELETE FROM stored_result WHERE (key_id, idem_key, request_hash, step) IN (
      SELECT key_id, idem_key, request_hash, step FROM chosen) RETURNING 1`,
};

/** Opens the store of step results of calls with an `Idempotency-Key`. */
export function openStoredResults(database: PostgresDatabase, clock: StoreClock): ResultStore {
  return {
    async readResult({ keyId, name, requestHash, step }) {
      const place = [keyId, name, requestHash, step];
      const [row] = await database.run<{ body: Uint8Array }>(find, [
        ...place,
        clock.now(),
        resultRetentionMs,
      ]);
      return row?.body;
    },
    async hasResultsOfOther({ keyId, name, requestHash }) {
      const place = [keyId, name, requestHash];
      return (await database.run(findOther, [...place, clock.now(), resultRetentionMs])).length > 0;
    },
    storeResult: ({ keyId, name, requestHash, step }, body) =>
      database.transact(async (run) => {
        await run(put, [keyId, name, requestHash, step, clock.now(), body]);
        await run(dropBeyond, [keyId, storedResultLimits.ofKey]);
      }),
    purgeResults: async (limit) =>
      (await database.run(deleteOld, [clock.now(), resultRetentionMs, limit])).length,
  };
}
