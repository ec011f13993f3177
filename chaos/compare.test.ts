import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare, type Reap } from './compare.ts';
import { gatherExpected } from './kill9/expected-ledger.ts';
import type { Asked, Line } from './kill9/journal.ts';
import type { AccountRows, CallRow, StepRow } from './kill9/read-accounts.ts';

const call = { callId: 'c', seq: 1 };
const admit: Asked = { do: 'admit', callId: 'c', keyId: 'k', hold: 10, once: undefined };
const admitted = { decision: 'admitted' };
const refused = { decision: 'rejected', rejection: { code: 'key_disabled' } };
const openStep: Asked = { do: 'openStep', ...call, model: 'm', hold: 10 };
const seen = (tokens: number) => [{ ...call, seen: { promptTokens: tokens, completionTokens: tokens } }];
const checkpoint = (tokens: number): Asked => ({ do: 'checkpoint', steps: seen(tokens), delivered: [] });
const usage = { promptTokens: 30, completionTokens: 12 };
const finishStep: Asked = { do: 'finishStep', ...call, usage, source: 'provider' };
const settle: Asked = {
  do: 'settle',
  callId: 'c',
  outcome: 'ok',
  deliveredAt: undefined,
  seen: [],
  keeps: false,
};

/** The n-th operation is requested at 10 n and answered, unless never, at 10 n + 5. */
function journal(...operations: [asked: Asked, answer: unknown][]): Line[] {
  return operations.flatMap(([asked, answer], index): Line[] => [
    { number: index, at: 10 * index, asked },
    ...(answer === never ? [] : [{ number: index, at: 10 * index + 5, answer }]),
  ]);
}
const never = Symbol('never');

const released: CallRow = {
  ...{ id: 'c', key_id: 'k', state: 'released', charged: 0, outcome: 'interrupted', first_token_at: null },
};
const step: StepRow = {
  ...{ call_id: 'c', seq: 1, model: 'm', hold: 10, prompt: 0, completion: 0, src: 'seen' },
};

function found(lines: Line[], rows: Partial<AccountRows>, reaps: Reap[] = []): string[] {
  const accounts = { keys: [], calls: [], steps: [], ledger: [], ...rows };
  return compare(gatherExpected([lines]), accounts, { reaps, scarce: new Set() }).map(({ kind }) => kind);
}

describe('comparing the replies to clients with the accounts', () => {
  it('finds lost, refused and unrequested admissions', () => {
    assert.deepEqual(found(journal([admit, admitted]), {}), ['admission']);
    assert.deepEqual(found(journal([admit, admitted]), { calls: [released] }), []);
    assert.deepEqual(found(journal([admit, refused]), { calls: [released] }), ['admission']);
    assert.deepEqual(found(journal([admit, refused]), {}), []);
    assert.deepEqual(found([], { calls: [released] }), ['admission']);
  });

  it('accepts either outcome of an operation that was never acknowledged', () => {
    assert.deepEqual(found(journal([admit, never]), {}), []);
    assert.deepEqual(found(journal([admit, never]), { calls: [released] }), []);
    const opening = journal([admit, admitted], [openStep, never]);
    assert.deepEqual(found(opening, { calls: [released] }), []);
    assert.deepEqual(found(opening, { calls: [released], steps: [step] }), []);
    const finishing = journal([admit, admitted], [openStep, null], [finishStep, never]);
    const finished: StepRow = { ...step, prompt: 30, completion: 12, src: 'provider' };
    assert.deepEqual(found(finishing, { calls: [released], steps: [step] }), []);
    assert.deepEqual(found(finishing, { calls: [released], steps: [finished] }), []);
    assert.deepEqual(found(finishing, { calls: [released], steps: [{ ...finished, prompt: 29 }] }), ['step']);
  });

  it('finds a refused step, unless an earlier attempt was never answered', () => {
    const notRunning = { code: 'not_running' };
    const rows = { calls: [released], steps: [step] };
    const refusedOnce = journal([admit, admitted], [openStep, notRunning]);
    assert.deepEqual(found(refusedOnce, rows), ['step']);
    assert.deepEqual(found(refusedOnce, { calls: [released] }), []);
    const triedTwice = journal([admit, admitted], [openStep, never], [openStep, notRunning]);
    assert.deepEqual(found(triedTwice, rows), []);
    assert.deepEqual(found(triedTwice, { calls: [released] }), []);
    const refusedTwice = journal([admit, admitted], [openStep, notRunning], [openStep, notRunning]);
    assert.deepEqual(found(refusedTwice, rows), ['step']);
  });

  it('finds a lost checkpoint, unless the call had already ended', () => {
    const lines = journal([admit, admitted], [openStep, null], [checkpoint(3), null], [checkpoint(5), never]);
    const at = (tokens: number) => ({
      calls: [released],
      steps: [{ ...step, prompt: tokens, completion: tokens }],
    });
    assert.deepEqual(found(lines, at(0)), ['checkpoint']);
    assert.deepEqual(found(lines, at(3)), []);
    assert.deepEqual(found(lines, at(5)), []);
    assert.deepEqual(found(lines, at(4)), ['step']);
    assert.deepEqual(found(lines, at(0), [{ from: 22, to: 40 }]), []);
    assert.deepEqual(found(lines, at(0), [{ from: 26, to: 40 }]), ['checkpoint']);
  });

  it('finds a lost or different settlement, and a step with another result', () => {
    const reported = { promptTokens: 30, completionTokens: 12, tokens: 42, charged: 42, unbilled: 0 };
    const lines = journal([admit, admitted], [openStep, null], [finishStep, null], [settle, reported]);
    const finished: StepRow = { ...step, prompt: 30, completion: 12, src: 'provider' };
    const entry = { key_id: 'k', kind: 'charge', amount: -42, call_id: 'c', op_key: null };
    const settled: CallRow = { ...released, state: 'settled', outcome: 'ok', charged: 42 };
    const rows = { calls: [settled], steps: [finished], ledger: [entry] };
    assert.deepEqual(found(lines, rows), []);
    assert.deepEqual(found(lines, { ...rows, calls: [{ ...settled, state: 'held' }] }), ['settlement']);
    const expired: CallRow = { ...settled, outcome: 'interrupted', charged: 0 };
    assert.ok(found(lines, { ...rows, calls: [expired], ledger: [] }).includes('settlement'));
    assert.deepEqual(found(lines, { ...rows, ledger: [entry, entry] }), ['charge', 'charge']);
    const other: StepRow = { ...finished, prompt: 12, completion: 30 };
    assert.deepEqual(found(lines, { ...rows, steps: [other] }), ['step']);
    assert.deepEqual(found(lines, { ...rows, steps: [{ ...finished, src: 'estimated' }] }), ['step']);
    assert.ok(found(lines, { ...rows, steps: [] }).includes('step'));
  });
});
