import type { Replay } from '../../packages/server/src/accounting/idempotency/idempotency.ts';
import type { Admission, SeenStep } from '../../packages/server/src/accounting/ledger-store.ts';
import type { Usage } from '../../packages/server/src/accounting/meter.ts';
import type { Outcome, Settlement } from '../../packages/server/src/accounting/settlement.ts';
import type { Asked, Line } from './journal.ts';

/** `unknown`: requested and never answered, so both outcomes are correct. */
type Certainty = 'yes' | 'no' | 'unknown';

export type KnownStep = {
  model: string;
  hold: number;
  opened: Certainty;
  /** Reports about it while it was open, in order; `at` is the time of each acknowledgement. */
  seen: { usage: Usage; at: number | undefined }[];
  finish: { usage: Usage; source: 'provider' | 'estimated'; acknowledged: boolean } | undefined;
};

export type KnownSettlement = {
  outcome: Outcome;
  delivered: boolean;
  answer: Settlement | undefined;
  answeredAt: number;
  /** Indicates that a step may have more usage recorded than acknowledged, because its end was requested. */
  followed: boolean;
  askedAt: number;
  /** Indicates that its reply is to be stored for a repeated request. */
  keeps: boolean;
};

export type KnownCall = {
  keyId: string;
  /** Idempotency key of the call. */
  once: string | undefined;
  askedAt: number;
  /** Time at which the admission was acknowledged. */
  decidedAt: number | undefined;
  admitted: Certainty;
  /** Reply with which it was answered instead of being admitted. */
  replay: Replay | undefined;
  steps: Map<number, KnownStep>;
  /** Time at which it was acknowledged that part of the answer had been sent. */
  deliveredAt: number | undefined;
  settlements: KnownSettlement[];
};

type KnownAdjustment = { keyId: string; amount: number; acknowledged: boolean };

/** Everything that callers and their processes were told, by id. */
export type ExpectedLedger = {
  calls: Map<string, KnownCall>;
  adjustments: Map<string, KnownAdjustment>;
  /** Number of times each operation was requested, and acknowledged. */
  counts: Record<Asked['do'], { asked: number; answered: number }>;
  failures: Failure[];
};

/** Operation that failed, with its SQLSTATE, a system error code, or the error's name. */
type Failure = { operation: Asked['do']; code: string; message: string };

/** `lives`: the journals of all processes, each from start to death. */
export function gatherExpected(lives: readonly (readonly Line[])[]): ExpectedLedger {
  const none = () => ({ asked: 0, answered: 0 });
  const expected: ExpectedLedger = {
    calls: new Map(),
    adjustments: new Map(),
    counts: {
      ...{ admit: none(), openStep: none(), checkpoint: none(), finishStep: none() },
      ...{ settle: none(), settleExpired: none(), postAdjustment: none() },
    },
    failures: [],
  };
  for (const lines of lives) {
    const waiting = new Map<number, { asked: Asked; acknowledge: Acknowledge }>();
    for (const line of lines) {
      if ('asked' in line) {
        expected.counts[line.asked.do].asked += 1;
        waiting.set(line.number, { asked: line.asked, acknowledge: begin(expected, line.asked, line.at) });
        continue;
      }
      const operation = waiting.get(line.number);
      if (!operation) throw new Error(`an answer to nothing: ${line.number}`);
      if ('answer' in line) {
        expected.counts[operation.asked.do].answered += 1;
        operation.acknowledge(line.answer, line.at);
      } else {
        const { failed: code, message } = line;
        expected.failures.push({ operation: operation.asked.do, code, message });
      }
    }
  }
  return expected;
}

type Acknowledge = (answer: unknown, at: number) => void;

/** Records a request; the returned function records the answer. */
function begin(expected: ExpectedLedger, asked: Asked, askedAt: number): Acknowledge {
  switch (asked.do) {
    case 'admit': {
      const call: KnownCall = {
        ...{ keyId: asked.keyId, once: asked.once, askedAt, decidedAt: undefined, admitted: 'unknown' },
        ...{ replay: undefined, deliveredAt: undefined, steps: new Map(), settlements: [] },
      };
      expected.calls.set(asked.callId, call);
      return (answer, at) => {
        const admission = answer as Admission;
        call.decidedAt = at;
        call.admitted = admission.decision === 'admitted' ? 'yes' : 'no';
        if (admission.decision === 'replayed') call.replay = admission.replay;
      };
    }
    case 'openStep': {
      const { model, hold } = asked;
      const { steps } = knownCall(expected, asked.callId);
      // Repeated after an attempt whose answer was lost: that attempt may have opened it, and a reaper may have ended the
      // call since.
      const triedBefore = steps.get(asked.seq)?.opened === 'unknown';
      const step: KnownStep = { model, hold, opened: 'unknown', seen: [], finish: undefined };
      steps.set(asked.seq, step);
      return (answer) => {
        if (answer === null) step.opened = 'yes';
        else if (!triedBefore) step.opened = 'no';
      };
    }
    case 'checkpoint': {
      const tell = noteSeen(expected, asked.steps);
      return (_answer, at) => {
        tell(at);
        for (const { callId } of asked.delivered) knownCall(expected, callId).deliveredAt ??= at;
      };
    }
    case 'finishStep': {
      const call = knownCall(expected, asked.callId);
      const finish = { usage: asked.usage, source: asked.source, acknowledged: false };
      knownStep(call, asked.seq).finish = finish;
      for (const settlement of call.settlements) settlement.followed = true;
      return () => {
        finish.acknowledged = true;
      };
    }
    case 'settle': {
      const settlement: KnownSettlement = {
        ...{ outcome: asked.outcome, delivered: asked.deliveredAt !== undefined },
        ...{ askedAt, keeps: asked.keeps, answer: undefined, answeredAt: 0, followed: false },
      };
      knownCall(expected, asked.callId).settlements.push(settlement);
      const tell = noteSeen(expected, asked.seen);
      return (answer, at) => {
        tell(at);
        settlement.answer = answer as Settlement;
        settlement.answeredAt = at;
      };
    }
    case 'postAdjustment': {
      const { keyId, amount, operationKey = '' } = asked;
      const adjustment = expected.adjustments.get(operationKey) ?? { keyId, amount, acknowledged: false };
      expected.adjustments.set(operationKey, adjustment);
      return () => {
        adjustment.acknowledged = true;
      };
    }
    case 'settleExpired':
      return () => {};
  }
}

function noteSeen(expected: ExpectedLedger, steps: readonly SeenStep[]): (at: number) => void {
  const notes = steps.map(({ callId, seq, seen }) => {
    const note: KnownStep['seen'][number] = { usage: seen, at: undefined };
    knownStep(knownCall(expected, callId), seq).seen.push(note);
    return note;
  });
  return (at) => {
    for (const note of notes) note.at = at;
  };
}

function knownCall(expected: ExpectedLedger, id: string): KnownCall {
  const call = expected.calls.get(id);
  if (!call) throw new Error(`${id} was never requested`);
  return call;
}

function knownStep(call: KnownCall, seq: number): KnownStep {
  const step = call.steps.get(seq);
  if (!step) throw new Error(`step ${seq} was never opened`);
  return step;
}
