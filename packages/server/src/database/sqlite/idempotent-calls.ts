import type { DatabaseSync } from 'node:sqlite';
import {
  type EarlierCall,
  type IdempotencyKey,
  type Replay,
  replyRetentionMs,
  type StoredReply,
  storedReplyLimits,
} from '../../accounting/idempotency/idempotency.ts';

type Row = {
  call_id: string;
  state: string;
  request_hash: Uint8Array;
  reply_status: number | null;
  reply_body: string | null;
};

type Found = { earlier: Exclude<EarlierCall, 'answered'> } | { earlier: 'answered'; replay: Replay };

export type IdempotentCalls = ReturnType<typeof prepareIdempotentCalls>;

/** Prepares the statements of idempotency records. Must run inside a transaction. */
export function prepareIdempotentCalls(connection: DatabaseSync) {
  const byKey = connection.prepare(
    `SELECT i.call_id, c.state, i.request_hash, i.reply_status, i.reply_body
     FROM idempotent_call i JOIN call c ON c.id = i.call_id
     WHERE i.key_id = ? AND i.idem_key = ? AND i.started_at > ?`,
  );
  const put = connection.prepare(
    `INSERT INTO idempotent_call (key_id, idem_key, request_hash, call_id, started_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key_id, idem_key) DO UPDATE SET request_hash = excluded.request_hash, call_id = excluded.call_id,
       started_at = excluded.started_at, reply_status = NULL, reply_body = NULL`,
  );
  const keepReply = connection.prepare(
    `UPDATE idempotent_call SET reply_status = ?, reply_body = ? WHERE key_id = ? AND idem_key = ? AND call_id = ?`,
  );
  // octet_length rather than length, because it does not read the text itself.
  const dropBeyond = connection.prepare(
    `UPDATE idempotent_call SET reply_body = NULL WHERE rowid IN (
       SELECT rowid FROM (
         SELECT rowid, row_number() OVER newest AS nth, sum(octet_length(reply_body)) OVER newest AS bytes
         FROM idempotent_call WHERE key_id = ? AND reply_body IS NOT NULL
         WINDOW newest AS (ORDER BY started_at DESC, rowid DESC))
       WHERE nth > ? OR bytes > ?)`,
  );
  const purgeExpired = connection.prepare(
    `DELETE FROM idempotent_call WHERE rowid IN (
       SELECT rowid FROM idempotent_call WHERE started_at <= ? ORDER BY started_at LIMIT ?)`,
  );

  return {
    /** Finds the earlier call with this key; undefined if there was none, or it ended without an answer. */
    find(keyId: string, { name, requestHash }: IdempotencyKey, now: number): Found | undefined {
      const row = byKey.get(keyId, name, now - replyRetentionMs) as Row | undefined;
      if (!row || (row.reply_status === null && row.state !== 'held')) return undefined;
      if (Buffer.compare(row.request_hash, requestHash) !== 0) return { earlier: 'other_request' };
      if (row.reply_status === null) return { earlier: 'running' };
      if (row.reply_body === null) return { earlier: 'not_kept' };
      const replay = { callId: row.call_id, status: row.reply_status, body: row.reply_body };
      return { earlier: 'answered', replay };
    },

    begin(keyId: string, { name, requestHash }: IdempotencyKey, callId: string, now: number): void {
      put.run(keyId, name, requestHash, callId, now);
    },

    keep(keyId: string, callId: string, { name, status, body }: StoredReply): void {
      keepReply.run(status, body ?? null, keyId, name, callId);
      if (body !== undefined) dropBeyond.run(keyId, storedReplyLimits.atMost, storedReplyLimits.bytes);
    },

    /** Deletes expired records, at most `limit`, and returns their number. */
    purge(now: number, limit: number): number {
      return Number(purgeExpired.run(now - replyRetentionMs, limit).changes);
    },
  };
}
