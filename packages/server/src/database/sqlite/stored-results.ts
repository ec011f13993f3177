import type { Clock } from '@citewell/core/clock.ts';
import {
  type ResultPlace,
  type ResultStore,
  resultRetentionMs,
  storedResultLimits,
} from '../../accounting/idempotency/stored-results.ts';
import type { SqliteDatabase } from './database.ts';

/** Opens the store of step results of calls with an `Idempotency-Key`. */
export function openStoredResults(database: SqliteDatabase, clock: Clock): ResultStore {
  const { connection } = database;
  const find = connection.prepare(
    `SELECT body FROM stored_result
     WHERE key_id = ? AND idem_key = ? AND request_hash = ? AND step = ? AND stored_at > ?`,
  );
  const findOther = connection.prepare(
    `SELECT 1 FROM stored_result
     WHERE key_id = ? AND idem_key = ? AND request_hash <> ? AND stored_at > ? LIMIT 1`,
  );
  const put = connection.prepare(
    `INSERT INTO stored_result (key_id, idem_key, request_hash, step, stored_at, body) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (key_id, idem_key, request_hash, step)
     DO UPDATE SET stored_at = excluded.stored_at, body = excluded.body`,
  );
  // Deletes the results of whole calls, because the rest of an incomplete call is of little use. octet_length reads no body.
  const dropBeyond = connection.prepare(
    `DELETE FROM stored_result WHERE key_id = ?1 AND (idem_key, request_hash) IN (
       SELECT idem_key, request_hash FROM (
         SELECT idem_key, request_hash,
           sum(sum(octet_length(body))) OVER (ORDER BY max(stored_at) DESC, idem_key, request_hash) AS bytes
         FROM stored_result WHERE key_id = ?1 GROUP BY idem_key, request_hash)
       WHERE bytes > ?2)`,
  );
  const deleteOld = connection.prepare(
    `DELETE FROM stored_result WHERE rowid IN (
       SELECT rowid FROM stored_result WHERE stored_at <= ? ORDER BY stored_at LIMIT ?)`,
  );

  return {
    readResult: ({ keyId, name, requestHash, step }: ResultPlace) =>
      database.read(() => {
        const row = find.get(keyId, name, requestHash, step, clock.now() - resultRetentionMs);
        return row?.body as Uint8Array | undefined;
      }),
    hasResultsOfOther: ({ keyId, name, requestHash }) =>
      database.read(
        () => findOther.get(keyId, name, requestHash, clock.now() - resultRetentionMs) !== undefined,
      ),
    storeResult: ({ keyId, name, requestHash, step }, body) =>
      database.transact(() => {
        put.run(keyId, name, requestHash, step, clock.now(), body);
        dropBeyond.run(keyId, storedResultLimits.ofKey);
      }),
    purgeResults: (limit) =>
      database.transact(() => Number(deleteOld.run(clock.now() - resultRetentionMs, limit).changes)),
  };
}
