import type {
  AdmitRequest,
  Checkpoint,
  SettleRequest,
  StepId,
} from '../../packages/server/src/accounting/ledger-store.ts';
import type { StepIntent, Usage } from '../../packages/server/src/accounting/meter.ts';
import type { Adjustment } from '../../packages/server/src/accounting/operator-store.ts';
import type { AccountsDatabase } from '../../packages/server/src/database/accounts-database.ts';

/** Operation that a process requests of its store. */
export type Asked =
  | ({ do: 'admit'; once: string | undefined } & Pick<AdmitRequest, 'callId' | 'keyId' | 'hold'>)
  | ({ do: 'openStep' } & StepId & Pick<StepIntent, 'model' | 'hold'>)
  | ({ do: 'checkpoint' } & Pick<Checkpoint, 'steps' | 'delivered'>)
  | ({ do: 'finishStep'; usage: Usage; source: 'provider' | 'estimated' } & StepId)
  | ({ do: 'settle'; keeps: boolean } & Pick<SettleRequest, 'callId' | 'outcome' | 'deliveredAt' | 'seen'>)
  | { do: 'settleExpired' }
  | ({ do: 'postAdjustment' } & Pick<Adjustment, 'keyId' | 'amount' | 'operationKey'>);

/**
 * Line of a journal that survives the process: written before an operation begins, and again when it is acknowledged or has
 * failed. `number` counts the operations of a process; `at` is in epoch milliseconds.
 */
export type Line = { number: number; at: number } & (
  | { asked: Asked }
  | { answer: unknown }
  | { failed: string; message: string }
);

/** Operations requested by callers, at times that do not depend on a timer. */
export function isCallers({ do: name }: Asked): boolean {
  return name !== 'checkpoint' && name !== 'settleExpired';
}

/** Wraps a store and records its requests and acknowledgements. */
export function journalled(store: AccountsDatabase, write: (line: Line) => void): AccountsDatabase {
  let last = 0;

  async function note<T>(asked: Asked, run: () => Promise<T>): Promise<T> {
    last += 1;
    const number = last;
    write({ number, at: now(), asked });
    try {
      const answer = await run();
      write({ number, at: now(), answer: answer ?? null });
      return answer;
    } catch (error) {
      write({ number, at: now(), ...describe(error) });
      throw error;
    }
  }

  return {
    ...store,
    admit: (request) => {
      const { callId, keyId, hold, idempotency } = request;
      return note({ do: 'admit', callId, keyId, hold, once: idempotency?.name }, () => store.admit(request));
    },
    openStep: (step, intent) => {
      const { model, hold } = intent;
      return note({ do: 'openStep', ...step, model, hold }, () => store.openStep(step, intent));
    },
    checkpoint: (checkpoint) => {
      const { steps, delivered } = checkpoint;
      return note({ do: 'checkpoint', steps, delivered }, () => store.checkpoint(checkpoint));
    },
    finishStep: (step, usage, source) =>
      note({ do: 'finishStep', ...step, usage, source }, () => store.finishStep(step, usage, source)),
    settle: (request) => {
      const { callId, outcome, deliveredAt, seen, reply } = request;
      const asked = { callId, outcome, deliveredAt, seen, keeps: reply !== undefined };
      return note({ do: 'settle', ...asked }, () => store.settle(request));
    },
    settleExpired: (limit) => note({ do: 'settleExpired' }, () => store.settleExpired(limit)),
    postAdjustment: (adjustment, by) => {
      const { keyId, amount, operationKey } = adjustment;
      return note({ do: 'postAdjustment', keyId, amount, operationKey }, () =>
        store.postAdjustment(adjustment, by),
      );
    },
  };
}

/** Time to the microsecond, the same for all processes of a machine. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** An SQLSTATE, a system's or Node's code, or the error's name. */
function describe(error: unknown): { failed: string; message: string } {
  if (!(error instanceof Error)) return { failed: typeof error, message: String(error) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  // Message for callers while a database is unavailable; the cause is behind it.
  if (code === 'overloaded' && cause instanceof Error) return describe(cause);
  return { failed: typeof code === 'string' ? code : error.name, message: error.message };
}
