import type { Row } from '../bench/report.ts';
import type { ExpectedLedger } from './kill9/expected-ledger.ts';
import type { AccountRows } from './kill9/read-accounts.ts';
import { kinds, type Violation } from './violation.ts';

/** Figures of a run, and which of them must be zero. */
export function describeRun(
  expected: ExpectedLedger,
  accounts: AccountRows,
  violations: readonly Violation[],
): Row[] {
  const calls = [...expected.calls.values()];
  const asked = Object.values(expected.counts);
  const unanswered = sum(asked.map((count) => count.asked - count.answered));
  const { openStep, checkpoint, finishStep, settle, postAdjustment } = expected.counts;
  const tokens = countTokens(expected, accounts);
  return [
    row('admissions acknowledged', calls.filter(({ admitted }) => admitted === 'yes').length),
    row('rejections', calls.filter(({ admitted, replay }) => admitted === 'no' && !replay).length),
    row('calls answered by the reply to an earlier one', calls.filter(({ replay }) => replay).length),
    row('steps opened or rejected', openStep.answered),
    row('checkpoints', checkpoint.answered),
    row('steps finished', finishStep.answered),
    row('settlements, repeated ones included', settle.answered),
    row('top-ups, repeated ones included', postAdjustment.answered),
    row('operations without an answer', unanswered),
    row('… whose process survived to see the error', expected.failures.length),
    row('calls ended by a reaper', accounts.calls.filter(({ outcome }) => outcome === 'interrupted').length),
    row('late entries', accounts.ledger.filter(({ kind }) => kind === 'late').length),
    row('tokens of finished steps, reported and acknowledged', tokens.reported),
    row('… reported, with the acknowledgement lost in a crash', tokens.inDoubt),
    row('tokens of finished steps, recorded', tokens.recorded, tokens.reported + tokens.inDoubt),
    ...Object.entries(kinds).map(([kind, figure]) =>
      row(figure, violations.filter((violation) => violation.kind === kind).length, 0),
    ),
  ];
}

/** Counts the tokens of finished steps. */
function countTokens({ calls }: ExpectedLedger, { steps }: AccountRows) {
  const count = { reported: 0, inDoubt: 0, recorded: 0 };
  for (const call of calls.values())
    for (const { finish } of call.steps.values())
      if (finish?.acknowledged) count.reported += finish.usage.promptTokens + finish.usage.completionTokens;
  for (const { call_id, seq, prompt, completion, src } of steps) {
    if (src !== 'provider' && src !== 'estimated') continue;
    count.recorded += prompt + completion;
    if (!calls.get(call_id)?.steps.get(seq)?.finish?.acknowledged) count.inDoubt += prompt + completion;
  }
  return count;
}

function row(figure: string, value: number, goal?: number): Row {
  return { figure, value, unit: '', ...(goal !== undefined && { goal: { exactly: goal } }) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
