import type { StepIntent, Usage } from '../../packages/server/src/accounting/meter.ts';
import type { Outcome } from '../../packages/server/src/accounting/settlement.ts';
import type { Draw } from './draw.ts';

type StepPlan = {
  intent: StepIntent;
  /** Usage observed during streaming; never more than `usage`, and less in total. */
  seen: Usage[];
  /** Actual cost. */
  usage: Usage;
  /** Source of that figure; `open` before the call is settled. */
  end: 'provider' | 'estimated' | 'open';
};

/** Actions of a caller from one admission to its settlement. */
export type CallPlan = {
  hold: number;
  steps: StepPlan[];
  /** Indicates that parts of the answer are sent during the first step. */
  delivered: boolean;
  outcome: Outcome;
  settleTwice: boolean;
  /** Indicates that open steps are reported after the settlement. */
  reportLate: boolean;
  /** Milliseconds between two of its actions; used in turn. */
  pauses: number[];
  /** Indicates that the call has an idempotency key, and that an ok answer is stored. */
  once: boolean;
  /** Indicates that such a call is made twice at the same time. */
  twin: boolean;
  /** Tokens posted to the key after the call; 0: none. Posted twice, under one operation key. */
  topUp: number;
};

/** Returns counts of the size of real calls. `usage` may exceed the hold, as a provider's may. */
export function planCall(draw: Draw): CallPlan {
  const steps = Array.from({ length: draw.pick([0, 1, 1, 1, 2, 3]) }, () => planStep(draw));
  return {
    hold: draw.between(200, 4_000),
    steps,
    delivered: draw.chance(0.7),
    outcome: draw.pick([
      'ok',
      'ok',
      'ok',
      'client_disconnected',
      'upstream_error',
      'deadline',
      'internal_error',
    ]),
    settleTwice: draw.chance(0.1),
    reportLate: draw.chance(0.5),
    pauses: Array.from({ length: 4 }, () => draw.pick([0, 0, 1, 3, 8])),
    once: draw.chance(0.4),
    twin: draw.chance(0.2),
    topUp: draw.chance(0.03) ? draw.between(1, 30_000) : 0,
  };
}

function planStep(draw: Draw): StepPlan {
  const usage = { promptTokens: draw.between(1, 2_500), completionTokens: draw.between(1, 1_500) };
  const parts = draw.between(0, 3);
  const seen = Array.from({ length: parts }, (_, part) => ({
    promptTokens: Math.floor((usage.promptTokens * draw.between(80, 99)) / 100),
    completionTokens: Math.floor((usage.completionTokens * (part + 1)) / (parts + 1)),
  }));
  return {
    intent: {
      kind: draw.pick(['plan', 'write', 'verify']),
      provider: 'chaos',
      model: draw.pick(['small', 'large']),
      hold: draw.between(300, 5_000),
    },
    // The prompt is counted once and then stays; a stream only grows.
    seen: seen.map(({ completionTokens }) => ({
      promptTokens: seen[0]?.promptTokens ?? 0,
      completionTokens,
    })),
    usage,
    end: draw.pick(['provider', 'provider', 'provider', 'estimated', 'open']),
  };
}
