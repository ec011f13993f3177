import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
import {
  type Bill,
  bill,
  givesQuotaBack,
  type JournalStep,
  type StepSource,
} from '../../accounting/ledger/billing.ts';
import type { SettleRequest, StepId } from '../../accounting/ledger-store.ts';
import type { Usage } from '../../accounting/meter.ts';
import type { Outcome, Settlement } from '../../accounting/settlement.ts';
import type { IdempotentCalls } from './idempotent-calls.ts';
import type { Ledger } from './ledger.ts';

type CallRow = {
  id: string;
  key_id: string;
  endpoint: string;
  state: 'held' | 'settled' | 'released';
  call_held: number;
  call_charged: number;
  quota_day: string;
  outcome: Outcome | null;
  lease_until: number;
  first_token_at: number | null;
  /** Tokens available to the key beyond this call's hold. */
  available: number;
};

/** Amounts added to a row of usage_day; only rows of whole calls contain charges. */
type UsageChange = Usage & { calls: number; charged?: number; unbilled?: number };

export type Settlements = ReturnType<typeof prepareSettlements>;

/** Prepares the settlement of calls and later corrections. Must run inside a transaction. */
export function prepareSettlements(
  connection: DatabaseSync,
  { ledger, idempotentCalls }: { ledger: Ledger; idempotentCalls: IdempotentCalls },
  clock: Clock,
) {
  const callToSettle = connection.prepare(
    `SELECT c.id, c.key_id, c.endpoint, c.state, c.held AS call_held, c.charged AS call_charged, c.quota_day,
       c.outcome, c.lease_until, c.first_token_at, k.granted - k.charged - k.held AS available
     FROM call c JOIN api_key k ON k.id = c.key_id WHERE c.id = ?`,
  );
  const stepsOf = connection.prepare(
    'SELECT seq, model, prompt, completion, src FROM call_step WHERE call_id = ? ORDER BY seq',
  );
  const insertStep = connection.prepare(
    `INSERT INTO call_step (call_id, seq, kind, provider, model, hold, prompt, completion, src)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'provider')`,
  );
  const closeOpenSteps = connection.prepare(
    `UPDATE call_step SET src = 'seen' WHERE call_id = ? AND src = 'open'`,
  );
  const endCall = connection.prepare(
    `UPDATE call SET state = ?, held = 0, tokens = ?, charged = ?, unbilled = ?, unbilled_reason = ?,
       quota_returned = ?, outcome = ?, first_token_at = ?, ended_at = ? WHERE id = ?`,
  );
  const returnQuota = connection.prepare(
    'UPDATE quota_day SET used = used - 1 WHERE key_id = ? AND day = ? AND used > 0',
  );
  const addUsage = connection.prepare(
    `INSERT INTO usage_day (key_id, day, endpoint, outcome, model, calls, prompt, completion, charged, unbilled)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key_id, day, endpoint, outcome, model) DO UPDATE SET calls = calls + excluded.calls,
       prompt = prompt + excluded.prompt, completion = completion + excluded.completion,
       charged = charged + excluded.charged, unbilled = unbilled + excluded.unbilled`,
  );
  const correctStep = connection.prepare(
    'UPDATE call_step SET prompt = ?, completion = ?, src = ? WHERE call_id = ? AND seq = ?',
  );
  const correctCall = connection.prepare(
    `UPDATE call SET state = 'settled', tokens = ?, charged = ?, unbilled = ?, unbilled_reason = ? WHERE id = ?`,
  );
  const expired = connection.prepare(
    `SELECT id FROM call WHERE state = 'held' AND lease_until < ? ORDER BY lease_until LIMIT ?`,
  );

  function readCall(callId: string): CallRow {
    const call = callToSettle.get(callId) as CallRow | undefined;
    if (!call) throw new Error('settle: there is no such call');
    return call;
  }

  function readSteps(callId: string): (JournalStep & { seq: number })[] {
    return stepsOf.all(callId).map((row) => ({
      seq: row.seq as number,
      model: row.model as string,
      promptTokens: row.prompt as number,
      completionTokens: row.completion as number,
      source: row.src as StepSource,
    }));
  }

  function countUsage(call: CallRow, outcome: Outcome, model: string, more: UsageChange): void {
    const { calls, promptTokens, completionTokens, charged = 0, unbilled = 0 } = more;
    addUsage.run(
      call.key_id,
      call.quota_day,
      call.endpoint,
      outcome,
      model,
      calls,
      promptTokens,
      completionTokens,
      charged,
      unbilled,
    );
  }

  function charge(call: CallRow, kind: 'charge' | 'late', amount: number, outcome: Outcome, at: number) {
    const entry = { keyId: call.key_id, kind, amount: -amount, callId: call.id, actor: 'system', at };
    const heldBefore = kind === 'charge' ? call.call_held : 0;
    ledger.post({ ...entry, reason: outcome, operationKey: null }, heldBefore);
  }

  function settle(call: CallRow, outcome: Outcome, deliveredAt: number | null): Bill {
    const now = clock.now();
    const steps = readSteps(call.id);
    if (steps.some(({ source }) => source === 'open')) closeOpenSteps.run(call.id);
    const total = bill(outcome, deliveredAt !== null, steps, call.call_held + call.available);
    const quotaBack = givesQuotaBack(outcome, total.tokens);
    endCall.run(
      total.tokens === 0 ? 'released' : 'settled',
      total.tokens,
      total.charged,
      total.unbilled,
      total.unbilledReason ?? null,
      quotaBack ? 1 : 0,
      outcome,
      deliveredAt,
      now,
      call.id,
    );
    if (total.charged > 0) charge(call, 'charge', total.charged, outcome, now);
    else ledger.hold(call.key_id, -call.call_held);
    countUsage(call, outcome, '*', { calls: 1, ...total });
    for (const [model, usage] of usageByModel(steps))
      countUsage(call, outcome, model, { calls: 1, ...usage });
    if (quotaBack) returnQuota.run(call.key_id, call.quota_day);
    return total;
  }

  return {
    /** Settles the call and stores its reply, or returns the earlier settlement. */
    settle({ callId, outcome, deliveredAt, recorded = [], reply }: Omit<SettleRequest, 'seen'>): Settlement {
      const call = readCall(callId);
      if (call.state === 'held') {
        for (const { seq, kind, provider, model, hold, usage } of recorded)
          insertStep.run(
            ...[callId, seq, kind, provider, model, hold],
            ...[usage.promptTokens, usage.completionTokens],
          );
        if (reply) idempotentCalls.keep(call.key_id, callId, reply);
        return settle(call, outcome, call.first_token_at ?? deliveredAt ?? null);
      }
      const earlier = bill(outcome, true, readSteps(callId), Number.POSITIVE_INFINITY);
      return { ...earlier, charged: call.call_charged, unbilled: earlier.tokens - call.call_charged };
    },

    /** Returns calls whose lease has expired. */
    expired: (limit: number): string[] => expired.all(clock.now(), limit).map(({ id }) => id as string),

    /** Settles an expired call. Returns false if it was settled, or its lease renewed, meanwhile. */
    settleExpired(callId: string): boolean {
      const call = readCall(callId);
      if (call.state !== 'held' || call.lease_until >= clock.now()) return false;
      settle(call, 'interrupted', call.first_token_at);
      return true;
    },

    /**
     * Records the actual figures of a step that the settlement closed with the usage seen so far, because the process was slow
     * rather than dead, or the client disconnected before the provider reported. The difference is charged, never refunded.
     */
    correct({ callId, seq }: StepId, usage: Usage, source: 'provider' | 'estimated'): void {
      const call = readCall(callId);
      const steps = readSteps(callId);
      const step = steps.find((candidate) => candidate.seq === seq);
      if (call.outcome === null || step?.source !== 'seen') return;
      const change = {
        promptTokens: usage.promptTokens - step.promptTokens,
        completionTokens: usage.completionTokens - step.completionTokens,
      };
      if (change.promptTokens + change.completionTokens <= 0) return;
      correctStep.run(usage.promptTokens, usage.completionTokens, source, callId, seq);
      const corrected = steps.map((other) => (other === step ? { ...step, ...usage, source } : other));
      const delivered = call.first_token_at !== null;
      const total = bill(call.outcome, delivered, corrected, call.call_charged + call.available);
      const late = total.charged - call.call_charged;
      correctCall.run(total.tokens, total.charged, total.unbilled, total.unbilledReason ?? null, callId);
      if (late > 0) charge(call, 'late', late, call.outcome, clock.now());
      const tokens = change.promptTokens + change.completionTokens;
      const recorded = { charged: late, unbilled: tokens - late };
      countUsage(call, call.outcome, '*', { calls: 0, ...change, ...recorded });
      countUsage(call, call.outcome, step.model, { calls: 0, ...change });
    },
  };
}

function usageByModel(steps: readonly JournalStep[]): Map<string, Usage> {
  const usage = new Map<string, Usage>();
  for (const { model, promptTokens, completionTokens } of steps) {
    const sum = usage.get(model) ?? { promptTokens: 0, completionTokens: 0 };
    usage.set(model, {
      promptTokens: sum.promptTokens + promptTokens,
      completionTokens: sum.completionTokens + completionTokens,
    });
  }
  return usage;
}
