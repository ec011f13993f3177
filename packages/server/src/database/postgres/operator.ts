import type { KeySummary } from '../../accounting/keys/key-change.ts';
import type { KeySearch, Page, RunningCallRecord } from '../../accounting/operator-store.ts';
import type { Settlement } from '../../accounting/settlement.ts';
import type { Attribution } from '../../audit/audit.ts';
import { page } from '../rows/page.ts';
import { type RunningCallRow, type RunningCalls, toRunningCall } from '../rows/running-call.ts';
import { appendAudit } from './audit.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Run, Statement } from './database.ts';
import { type SummaryRow, summaryColumns, toKeySummary } from './keys.ts';
import { lockKey } from './ledger.ts';
import type { Settlements } from './settlements.ts';

const keys: Statement = {
  text: `SELECT ${summaryColumns} FROM api_key k
    WHERE ($1::text IS NULL OR k.status = $1)
      AND ($2::text IS NULL OR strpos(lower(k.label || ' ' || coalesce(k.owner_email, '') || ' ' || k.id), lower($2)) > 0
        OR EXISTS (SELECT FROM key_secret s WHERE s.key_id = k.id AND strpos(lower(s.hint), lower($2)) > 0))
      AND ($3::text IS NULL OR (k.created_at, k.id) < (SELECT created_at, id FROM api_key WHERE id = $3))
    ORDER BY k.created_at DESC, k.id DESC LIMIT $4`,
};
const running: Statement = {
  text: `SELECT c.id, c.key_id, k.label, c.endpoint, c.module, c.started_at, c.held, c.first_token_at, c.owner,
      c.lease_until,
      (SELECT coalesce(sum(prompt + completion), 0)::bigint FROM call_step s WHERE s.call_id = c.id) AS tokens
    FROM call c JOIN api_key k ON k.id = c.key_id
    WHERE c.state = 'held' AND ($1::text IS NULL OR c.key_id = $1)
      AND ($2::text IS NULL OR (c.started_at, c.id) > (SELECT started_at, id FROM call WHERE id = $2))
    ORDER BY c.started_at, c.id LIMIT $3`,
};
const readCall: Statement = { text: 'SELECT key_id, endpoint, held FROM call WHERE id = $1' };

/** Prepares the operator's queries, and the stop of a call in the transaction of `run`. */
export function prepareOperator(database: PostgresDatabase, settlements: Settlements, clock: StoreClock) {
  return {
    async searchKeys({ text, status, after, limit }: KeySearch): Promise<Page<KeySummary>> {
      const rows = await database.run<SummaryRow>(keys, [status, text, after, limit + 1]);
      return page(rows.map(toKeySummary), limit);
    },

    async runningCalls({ keyId, after, limit }: RunningCalls): Promise<Page<RunningCallRecord>> {
      const rows = await database.run<RunningCallRow>(running, [keyId, after, limit + 1]);
      return page(rows.map(toRunningCall), limit);
    },

    async stopCall(run: Run, id: string, by: Attribution): Promise<Settlement | 'not_running' | undefined> {
      const read = () => run<{ key_id: string; endpoint: string; held: number }>(readCall, [id]);
      const [seen] = await read();
      if (!seen) return undefined;
      await lockKey(run, seen.key_id);
      const [call = seen] = await read();
      const { settled, ...settlement } = await settlements.end(run, {
        ...{ callId: id, outcome: 'internal_error', deliveredAt: undefined, seen: [] },
      });
      if (!settled) return 'not_running';
      const { tokens, charged, unbilled } = settlement;
      await appendAudit(run, {
        action: 'call.release',
        target: id,
        by,
        before: { key_id: call.key_id, endpoint: call.endpoint, held: call.held },
        after: { tokens, charged, unbilled },
        at: await clock.read(run),
      });
      return settlement;
    },
  };
}
