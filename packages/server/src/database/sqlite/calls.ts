import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
import {
  type Admission,
  type AdmitRequest,
  type Checkpoint,
  leaseMs,
  type SeenStep,
  type StepId,
} from '../../accounting/ledger-store.ts';
import type { StepIntent, StepUsage } from '../../accounting/meter.ts';
import type { QuotaDay } from '../../accounting/quota/quota-day.ts';
import { quotaStatus } from '../../accounting/quota/quota-status.ts';
import { admissionRejection, type Rejection } from '../../accounting/rejection.ts';
import type { IdempotentCalls } from './idempotent-calls.ts';
import { type KeyRow, keyColumns, toAdmissionKey } from './keys.ts';
import type { Ledger } from './ledger.ts';

type StepRow = {
  key_id: string;
  state: string;
  status: string;
  revoked: number;
  opened: number;
  call_held: number;
  used: number;
  granted: number;
  charged: number;
  held: number;
};

type AdmissionRow = KeyRow & { used: number; secret_gone: number };

/** Prepares the statements of a call up to its settlement. Must run inside a transaction. */
export function prepareCalls(
  connection: DatabaseSync,
  { ledger, idempotentCalls }: { ledger: Ledger; idempotentCalls: IdempotentCalls },
  clock: Clock,
  dayAt: (now: number) => QuotaDay,
) {
  const keyAndQuota = connection.prepare(
    `SELECT ${keyColumns}, coalesce(q.used, 0) AS used,
       ?3 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM key_secret s WHERE s.hash = ?3 AND s.key_id = k.id
         AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > ?4)) AS secret_gone
     FROM api_key k LEFT JOIN quota_day q ON q.key_id = k.id AND q.day = ?1 WHERE k.id = ?2`,
  );
  const runningCalls = connection.prepare(
    `SELECT count(*) AS running FROM call WHERE state = 'held' AND key_id = ? AND held > 0`,
  );
  const countCall = connection.prepare(
    `INSERT INTO quota_day (key_id, day, used) VALUES (?, ?, 1)
     ON CONFLICT (key_id, day) DO UPDATE SET used = used + 1`,
  );
  const insertCall = connection.prepare(
    `INSERT INTO call (id, key_id, endpoint, mode, module, state, held, quota_day, owner, lease_until, started_at)
     VALUES (?, ?, ?, ?, ?, 'held', ?, ?, ?, ?, ?)`,
  );
  // An open step counts with its maximum cost, because steps can run in parallel. A revocation covers all secrets of a key,
  // so a call that is older than a revocation used one of them.
  const callForStep = connection.prepare(
    `SELECT c.key_id, c.state, c.held AS call_held, k.status, k.granted, k.charged, k.held,
       EXISTS (SELECT 1 FROM key_secret s WHERE s.key_id = c.key_id AND s.revoked_at >= c.started_at) AS revoked,
       EXISTS (SELECT 1 FROM call_step WHERE call_id = c.id AND seq = ?2) AS opened,
       (SELECT coalesce(sum(CASE WHEN src = 'open' THEN max(hold, prompt + completion) ELSE prompt + completion END), 0)
        FROM call_step WHERE call_id = c.id) AS used
     FROM call c JOIN api_key k ON k.id = c.key_id WHERE c.id = ?1`,
  );
  const holdForCall = connection.prepare('UPDATE call SET held = held + ?, lease_until = ? WHERE id = ?');
  const insertStep = connection.prepare(
    `INSERT INTO call_step (call_id, seq, kind, provider, model, hold, prompt, completion, src)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0, 'open')`,
  );
  const updateSeen = connection.prepare(
    `UPDATE call_step SET prompt = seen.prompt, completion = seen.completion
     FROM (SELECT value ->> 0 AS call_id, value ->> 1 AS seq, value ->> 2 AS prompt, value ->> 3 AS completion
           FROM json_each(?)) AS seen
     WHERE call_step.call_id = seen.call_id AND call_step.seq = seen.seq AND src = 'open'`,
  );
  const writeDelivered = connection.prepare(
    `UPDATE call SET first_token_at = sent.at
     FROM (SELECT value ->> 0 AS call_id, value ->> 1 AS at FROM json_each(?)) AS sent
     WHERE id = sent.call_id AND state = 'held'`,
  );
  const renewLeases = connection.prepare(
    `UPDATE call SET lease_until = ?
     WHERE owner = ? AND state = 'held' AND id IN (SELECT value FROM json_each(?))`,
  );
  const closeStep = connection.prepare(
    `UPDATE call_step SET prompt = ?, completion = ?, cached = ?, src = ?
     WHERE call_id = ? AND seq = ? AND src = 'open'`,
  );

  function running(keyId: string): number {
    return Number(runningCalls.get(keyId)?.running);
  }

  /** Writes all in one statement, because a process reports every running stream at once. */
  function writeSeen(steps: readonly SeenStep[]): void {
    if (steps.length === 0) return;
    const rows = steps.map(({ callId, seq, seen }) => [
      callId,
      seq,
      seen.promptTokens,
      seen.completionTokens,
    ]);
    updateSeen.run(JSON.stringify(rows));
  }

  return {
    admit(request: AdmitRequest): Admission {
      const { callId, keyId, secretHash, module, endpoint, mode, idempotency, hold, owner } = request;
      const now = clock.now();
      const day = dayAt(now);
      const row = keyAndQuota.get(day.date, keyId, secretHash ?? null, now) as AdmissionRow | undefined;
      if (!row) throw new Error('admit: there is no such key');
      const found = idempotency && idempotentCalls.find(keyId, idempotency, now);
      const state = {
        key: toAdmissionKey(row),
        secretGone: row.secret_gone === 1,
        earlier: found?.earlier,
        usedToday: row.used,
        day,
        now,
        runningCalls: () => running(keyId),
      };
      const quotaAt = (used: number) => quotaStatus(row.daily_limit, used, day, now);
      const rejection = admissionRejection(state, module, hold);
      if (rejection) return { decision: 'rejected', rejection, quota: quotaAt(row.used) };
      if (found?.earlier === 'answered')
        return { decision: 'replayed', replay: found.replay, quota: quotaAt(row.used) };
      countCall.run(keyId, day.date);
      ledger.hold(keyId, hold);
      insertCall.run(
        ...[callId, keyId, endpoint, mode ?? null, module],
        ...[hold, day.date, owner, now + leaseMs, now],
      );
      if (idempotency) idempotentCalls.begin(keyId, idempotency, callId, now);
      return { decision: 'admitted', quota: quotaAt(row.used + 1) };
    },

    openStep(
      { callId, seq }: StepId,
      { kind, provider, model, hold }: StepIntent,
    ): Rejection | { code: 'not_running' } | undefined {
      const row = callForStep.get(callId, seq) as StepRow | undefined;
      if (row?.state !== 'held') return { code: 'not_running' };
      // Opened by an earlier attempt, which was committed although the disk failed before it was confirmed.
      if (row.opened === 1) return undefined;
      if (row.revoked === 1) return { code: 'secret_revoked' };
      if (row.status === 'disabled') return { code: 'key_disabled' };
      const more = row.used + hold - row.call_held;
      if (more > row.granted - row.charged - row.held)
        return {
          code: 'insufficient_balance',
          hold,
          left: row.granted - row.charged - row.used,
          held: row.held - row.call_held,
          running: running(row.key_id) - (row.call_held > 0 ? 1 : 0),
        };
      ledger.hold(row.key_id, more);
      holdForCall.run(more, clock.now() + leaseMs, callId);
      insertStep.run(callId, seq, kind, provider, model, hold);
      return undefined;
    },

    writeSeen,

    checkpoint({ owner, steps, delivered, renew }: Checkpoint): void {
      writeSeen(steps);
      if (delivered.length > 0)
        writeDelivered.run(JSON.stringify(delivered.map(({ callId, at }) => [callId, at])));
      if (renew.length > 0) renewLeases.run(clock.now() + leaseMs, owner, JSON.stringify(renew));
    },

    /** Closes a step. Returns false if it is no longer open. */
    finishStep(
      { callId, seq }: StepId,
      { promptTokens, completionTokens, cachedTokens }: StepUsage,
      source: 'provider' | 'estimated',
    ): boolean {
      return (
        closeStep.run(promptTokens, completionTokens, cachedTokens ?? null, source, callId, seq).changes === 1
      );
    },
  };
}
