import { storedReplyLimits } from '../../accounting/idempotency/idempotency.ts';
import { billingTerms } from '../../accounting/ledger/billing.ts';
import type { SettleRequest, StepId } from '../../accounting/ledger-store.ts';
import type { Usage } from '../../accounting/meter.ts';
import type { Outcome, Settlement } from '../../accounting/settlement.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Run, Statement } from './database.ts';

const settleCall: Statement = {
  name: 'settle_call',
  text: 'SELECT * FROM settle_call($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
};
// The reply is stored only with the settlement: a call that had already ended stores none.
const settleAndKeep: Statement = {
  name: 'settle_call_and_keep',
  text: `WITH settlement AS (
      SELECT * FROM settle_call($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)),
    kept AS (
      UPDATE idempotent_call i SET reply_status = $14, reply_body = $15::text FROM settlement, call c
      WHERE settled AND c.id = $1 AND i.key_id = c.key_id AND i.idem_key = $13 AND i.call_id = $1),
    -- Only once the settlement has the key's lock. Nothing here sees what "kept" writes: room is left for it.
    beyond AS (
      SELECT key_id, idem_key FROM (
        SELECT i.key_id, i.idem_key, row_number() OVER newest AS nth,
          sum(octet_length(i.reply_body)) OVER newest AS bytes
        FROM settlement, idempotent_call i
        WHERE settled AND i.key_id = (SELECT key_id FROM call WHERE id = $1) AND i.reply_body IS NOT NULL AND i.idem_key <> $13
        WINDOW newest AS (ORDER BY i.started_at DESC, i.idem_key)) kept
      WHERE nth >= $16 OR bytes > $17 - octet_length($15::text)),
    dropped AS (
      UPDATE idempotent_call i SET reply_body = NULL FROM beyond
      WHERE $15::text IS NOT NULL AND i.key_id = beyond.key_id AND i.idem_key = beyond.idem_key)
    SELECT * FROM settlement`,
};
const expired: Statement = {
  name: 'expired_calls',
  text: `SELECT id FROM call WHERE state = 'held' AND lease_until < now_ms($1) ORDER BY lease_until LIMIT $2`,
};
const outcomeOf: Statement = { name: 'outcome_of_call', text: 'SELECT outcome FROM call WHERE id = $1' };
// Before the settlement, and written only once, however often it is attempted. Steps are added only to a running call, which
// stays running meanwhile.
const recordSteps: Statement = {
  name: 'record_steps',
  text: `WITH running AS (SELECT id FROM call WHERE id = $1 AND state = 'held' FOR NO KEY UPDATE)
    INSERT INTO call_step (call_id, seq, kind, provider, model, hold, prompt, completion, src)
    SELECT running.id, step.*, 'provider' FROM running,
      unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[]) AS step
    ON CONFLICT DO NOTHING`,
};
const correctStep: Statement = {
  name: 'correct_step',
  text: 'SELECT correct_step($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

export type Settlements = ReturnType<typeof prepareSettlements>;

/** Prepares the settlement of calls and later corrections. */
export function prepareSettlements(database: PostgresDatabase, clock: StoreClock) {
  /** Ends the call; `settled` is false if it had already ended, or if only a dead call should be ended and this one is alive. */
  async function end(
    run: Run,
    { callId, outcome, deliveredAt, seen, reply }: SettleRequest,
    onlyExpired = false,
  ): Promise<Settlement & { settled: boolean }> {
    const { charged, chargedUndelivered, unbilledReason, quotaBackIfUnused } = billingTerms(outcome);
    const [row] = await run<{ settled: boolean; prompt: number; completion: number; charged: number }>(
      reply ? settleAndKeep : settleCall,
      [
        ...[callId, onlyExpired, outcome, deliveredAt],
        seen.map(({ seq }) => seq),
        seen.map((step) => step.seen.promptTokens),
        seen.map((step) => step.seen.completionTokens),
        ...[charged, chargedUndelivered, unbilledReason, quotaBackIfUnused, clock.now()],
        ...(reply
          ? [reply.name, reply.status, reply.body, storedReplyLimits.atMost, storedReplyLimits.bytes]
          : []),
      ],
    );
    if (!row) throw new Error('settle: an answer is missing');
    const tokens = row.prompt + row.completion;
    return {
      settled: row.settled,
      promptTokens: row.prompt,
      completionTokens: row.completion,
      tokens,
      charged: row.charged,
      unbilled: tokens - row.charged,
    };
  }

  return {
    end,

    async settle(request: SettleRequest): Promise<Settlement> {
      const { callId, recorded = [] } = request;
      if (recorded.length > 0)
        await database.run(recordSteps, [
          callId,
          ...[recorded.map(({ seq }) => seq), recorded.map(({ kind }) => kind)],
          ...[recorded.map(({ provider }) => provider), recorded.map(({ model }) => model)],
          recorded.map(({ hold }) => hold),
          recorded.map(({ usage }) => usage.promptTokens),
          recorded.map(({ usage }) => usage.completionTokens),
        ]);
      const { settled, ...settlement } = await end(database.run, request);
      return settlement;
    },

    /** Settles expired calls one after another, so that callers have priority. */
    async settleExpired(limit: number): Promise<number> {
      let count = 0;
      for (const { id } of await database.run<{ id: string }>(expired, [clock.now(), limit])) {
        const request: SettleRequest = {
          ...{ callId: id, outcome: 'interrupted', deliveredAt: undefined, seen: [] },
        };
        if ((await end(database.run, request, true)).settled) count += 1;
      }
      return count;
    },

    /**
     * Records the actual figures of a step that the settlement closed with the usage seen so far, because the process was slow
     * rather than dead, or the client disconnected before the provider reported. The difference is charged, never refunded.
     */
    async correct({ callId, seq }: StepId, usage: Usage, source: 'provider' | 'estimated'): Promise<void> {
      const [call] = await database.run<{ outcome: Outcome | null }>(outcomeOf, [callId]);
      if (!call?.outcome) return;
      const { charged, chargedUndelivered, unbilledReason } = billingTerms(call.outcome);
      await database.run(correctStep, [
        ...[callId, seq, usage.promptTokens, usage.completionTokens, source],
        ...[charged, chargedUndelivered, unbilledReason, clock.now()],
      ]);
    },
  };
}
