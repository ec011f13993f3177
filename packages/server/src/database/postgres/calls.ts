import type { Module } from '@citewell/sdk';
import { type EarlierCall, replyRetentionMs } from '../../accounting/idempotency/idempotency.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import {
  type Admission,
  type AdmitRequest,
  type Checkpoint,
  leaseMs,
  type StepId,
} from '../../accounting/ledger-store.ts';
import type { StepIntent, StepUsage } from '../../accounting/meter.ts';
import { quotaStatus } from '../../accounting/quota/quota-status.ts';
import { admissionRejection, type Rejection } from '../../accounting/rejection.ts';
import { createBatcher } from './batcher.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Statement } from './database.ts';
import { DatabaseError } from './driver/errors.ts';
import { dayOf, type QuotaDays } from './quota-days.ts';

type AdmissionRow = {
  admitted: boolean;
  opens: boolean;
  status: ApiKey['status'];
  expires_at: number | null;
  modules: Module[];
  daily_limit: number | null;
  granted: number;
  charged: number;
  held: number;
  used: number;
  running: number | null;
  at: number;
  earlier: EarlierCall | null;
  earlier_id: string;
  reply_status: number;
  reply_body: string;
};

type StepRow = {
  opened: boolean;
  state: string;
  status: string;
  call_held: number;
  used: number;
  granted: number;
  charged: number;
  held: number;
  running: number;
};

const admitCalls: Statement = {
  name: 'admit_calls',
  text: 'SELECT * FROM admit_calls($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
};
const openStep: Statement = {
  name: 'open_step',
  text: 'SELECT * FROM open_step($1, $2, $3, $4, $5, $6, $7, $8)',
};
const writeCheckpoint: Statement = {
  name: 'write_checkpoint',
  text: 'SELECT write_checkpoint($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
};
// Without the key's lock: the settlement waits for this row and then reads its new values.
const closeStep: Statement = {
  name: 'close_step',
  text: `UPDATE call_step SET prompt = $3, completion = $4, src = $5, cached = $6
    WHERE call_id = $1 AND seq = $2 AND src = 'open' RETURNING 1`,
};

/** Admissions of a busy key share one lock and one commit; a second run waits for the lock while the first commits. */
const admitTogether = { atMost: 200, inFlight: 2 };

/** Prepares the statements of a call up to its settlement. */
export function prepareCalls(database: PostgresDatabase, clock: StoreClock, quotaDays: QuotaDays) {
  async function admitAll(requests: AdmitRequest[], keyId: string): Promise<Admission[]> {
    const days = quotaDays(clock.local());
    const once = requests.some(({ idempotency }) => idempotency !== undefined);
    const rows = await database.run<AdmissionRow>(admitCalls, [
      keyId,
      requests.map(({ callId }) => callId),
      requests.map(({ secretHash }) => secretHash),
      requests.map(({ module }) => module),
      requests.map(({ endpoint }) => endpoint),
      requests.map(({ mode }) => mode),
      requests.map(({ hold }) => hold),
      requests.map(({ owner }) => owner),
      leaseMs,
      days.map(({ date }) => date),
      days.map(({ resetsAt }) => resetsAt),
      once ? requests.map(({ idempotency }) => idempotency?.name) : null,
      once ? requests.map(({ idempotency }) => idempotency?.requestHash) : null,
      replyRetentionMs,
      clock.now(),
    ]);
    return requests.map((request, index) => {
      const row = rows[index];
      if (!row) throw new Error('admit: an answer is missing');
      return toAdmission(row, request);
    });

    function toAdmission(row: AdmissionRow, { module, hold }: AdmitRequest): Admission {
      const { admitted, status, modules, granted, charged, held, at } = row;
      const key = { status, modules, granted, charged, held };
      const day = dayOf(days, at);
      const quota = quotaStatus(row.daily_limit, row.used + (admitted ? 1 : 0), day, at);
      if (admitted) return { decision: 'admitted', quota };
      const rejection = admissionRejection(
        {
          key: { ...key, expiresAt: row.expires_at ?? undefined, dailyQuota: row.daily_limit },
          secretGone: !row.opens,
          earlier: row.earlier ?? undefined,
          usedToday: row.used,
          day,
          now: at,
          runningCalls: () => row.running ?? 0,
        },
        module,
        hold,
      );
      if (rejection) return { decision: 'rejected', rejection, quota };
      if (row.earlier !== 'answered') throw new Error('admit: the database refused what the rules allow');
      const replay = { callId: row.earlier_id, status: row.reply_status, body: row.reply_body };
      return { decision: 'replayed', replay, quota };
    }
  }

  const admitGathered = createBatcher(admitAll, admitTogether);

  return {
    async admit(request: AdmitRequest): Promise<Admission> {
      try {
        return await admitGathered(request, request.keyId);
      } catch (error) {
        // One invalid call fails its whole batch; each is then tried separately.
        if (!isViolation(error)) throw error;
        const [admission] = await admitAll([request], request.keyId);
        return admission as Admission;
      }
    },

    async openStep(
      { callId, seq }: StepId,
      { kind, provider, model, hold }: StepIntent,
    ): Promise<Rejection | { code: 'not_running' } | undefined> {
      let row: StepRow | undefined;
      try {
        [row] = await database.run<StepRow>(openStep, [
          ...[callId, seq, kind, provider, model, hold],
          ...[leaseMs, clock.now()],
        ]);
      } catch (error) {
        // It was opened by an earlier attempt whose reply was lost, since only this process numbers this call's steps.
        if (isViolation(error)) return undefined;
        throw error;
      }
      if (row?.state !== 'held') return { code: 'not_running' };
      if (row.opened) return undefined;
      if (row.status === 'revoked') return { code: 'secret_revoked' };
      if (row.status === 'disabled') return { code: 'key_disabled' };
      return {
        code: 'insufficient_balance',
        hold,
        left: row.granted - row.charged - row.used,
        held: row.held - row.call_held,
        running: row.running - (row.call_held > 0 ? 1 : 0),
      };
    },

    async checkpoint({ owner, steps, delivered, renew }: Checkpoint): Promise<void> {
      await database.run(writeCheckpoint, [
        owner,
        steps.map(({ callId }) => callId),
        steps.map(({ seq }) => seq),
        steps.map(({ seen }) => seen.promptTokens),
        steps.map(({ seen }) => seen.completionTokens),
        delivered.map(({ callId }) => callId),
        delivered.map(({ at }) => at),
        renew,
        leaseMs,
        clock.now(),
      ]);
    },

    /** Closes a step. Returns false if it is no longer open. */
    async finishStep(
      { callId, seq }: StepId,
      { promptTokens, completionTokens, cachedTokens }: StepUsage,
      source: 'provider' | 'estimated',
    ): Promise<boolean> {
      const closed = await database.run(closeStep, [
        ...[callId, seq, promptTokens, completionTokens, source, cachedTokens ?? null],
      ]);
      return closed.length === 1;
    },
  };
}

/** Returns true for class 23: a constraint was violated, so nothing was written. */
function isViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code.startsWith('23');
}
