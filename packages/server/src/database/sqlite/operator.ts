import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
import type { KeySummary } from '../../accounting/keys/key-change.ts';
import type { KeySearch, Page, RunningCallRecord } from '../../accounting/operator-store.ts';
import type { Settlement } from '../../accounting/settlement.ts';
import type { Attribution } from '../../audit/audit.ts';
import { page } from '../rows/page.ts';
import { type RunningCallRow, type RunningCalls, toRunningCall } from '../rows/running-call.ts';
import { appendAudit } from './audit.ts';
import { type SummaryRow, summaryColumns, toKeySummary } from './keys.ts';
import type { Settlements } from './settlements.ts';

/** Prepares the operator's queries. `stopCall` must run inside a transaction; reads need none. */
export function prepareOperator(connection: DatabaseSync, settlements: Settlements, clock: Clock) {
  const keys = connection.prepare(
    `SELECT ${summaryColumns} FROM api_key k
     WHERE (?1 IS NULL OR k.status = ?1)
       AND (?2 IS NULL OR instr(lower(k.label || ' ' || coalesce(k.owner_email, '') || ' ' || k.id), lower(?2)) > 0
         OR EXISTS (SELECT 1 FROM key_secret s WHERE s.key_id = k.id AND instr(lower(s.hint), lower(?2)) > 0))
       AND (?3 IS NULL OR (k.created_at, k.id) < (SELECT created_at, id FROM api_key WHERE id = ?3))
     ORDER BY k.created_at DESC, k.id DESC LIMIT ?4`,
  );
  const running = connection.prepare(
    `SELECT c.id, c.key_id, k.label, c.endpoint, c.module, c.started_at, c.held, c.first_token_at, c.owner,
       c.lease_until,
       (SELECT coalesce(sum(prompt + completion), 0) FROM call_step s WHERE s.call_id = c.id) AS tokens
     FROM call c INDEXED BY call_running JOIN api_key k ON k.id = c.key_id
     WHERE c.state = 'held' AND (?1 IS NULL OR c.key_id = ?1)
       AND (?2 IS NULL OR (c.started_at, c.id) > (SELECT started_at, id FROM call WHERE id = ?2))
     ORDER BY c.started_at, c.id LIMIT ?3`,
  );
  const readCall = connection.prepare('SELECT key_id, endpoint, state, held FROM call WHERE id = ?');

  return {
    searchKeys({ text, status, after, limit }: KeySearch): Page<KeySummary> {
      const rows = keys.all(
        status ?? null,
        text ?? null,
        after ?? null,
        limit + 1,
      ) as unknown as SummaryRow[];
      return page(rows.map(toKeySummary), limit);
    },

    runningCalls({ keyId, after, limit }: RunningCalls): Page<RunningCallRecord> {
      const rows = running.all(keyId ?? null, after ?? null, limit + 1) as unknown as RunningCallRow[];
      return page(rows.map(toRunningCall), limit);
    },

    stopCall(id: string, by: Attribution): Settlement | 'not_running' | undefined {
      const call = readCall.get(id);
      if (!call) return undefined;
      if (call.state !== 'held') return 'not_running';
      const settlement = settlements.settle({
        callId: id,
        outcome: 'internal_error',
        deliveredAt: undefined,
      });
      const { tokens, charged, unbilled } = settlement;
      appendAudit(connection, {
        action: 'call.release',
        target: id,
        by,
        before: { key_id: String(call.key_id), endpoint: String(call.endpoint), held: Number(call.held) },
        after: { tokens, charged, unbilled },
        at: clock.now(),
      });
      return settlement;
    },
  };
}
