import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import fc from 'fast-check';
import type { AdmittedCall } from '../accounting/accounts.ts';
import { leaseMs } from '../accounting/ledger-store.ts';
import type { Step } from '../accounting/meter.ts';
import type { Outcome } from '../accounting/settlement.ts';
import {
  admit,
  type ManualClock,
  makeKey,
  manualClock,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';
import { LedgerOracle } from '../testing/accounting/ledger-oracle.ts';
import { casesOf } from '../testing/process/cases.ts';
import type { AccountsDatabase } from './accounts-database.ts';

/** Sequences of operations. */
const sequences = casesOf(50);

const outcomes: Outcome[] = [
  'ok',
  'not_found',
  'client_disconnected',
  'upstream_error',
  'insufficient_balance',
  'key_disabled',
  'deadline',
  'internal_error',
];

const which = fc.nat({ max: 9 });
const tokens = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 900 }));
const outcome = fc.constantFrom(...outcomes);
const source = fc.constantFrom('provider' as const, 'estimated' as const);

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('admit' as const), hold: tokens }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('openStep' as const), which, hold: tokens }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('record' as const), which, tokens }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('progress' as const), which, tokens }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('finish' as const), which, tokens, source }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('settle' as const), which, outcome, delivered: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('markDelivered' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('checkpoint' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('topUp' as const), tokens }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('setStatus' as const),
      enabled: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nextDay' as const) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Runs the operations on a new key's ledger and on the oracle, and compares all results after each. */
async function compare(store: AccountsDatabase, clock: ManualClock, operations: Operation[]): Promise<void> {
  let process = startProcess(store, clock);
  const { key } = await makeKey(process, { balance: 3_000, dailyQuota: 6 });
  const oracle = new LedgerOracle(3_000, 6);
  const calls: { call: AdmittedCall; steps: Step[] }[] = [];

  for (const [index, step] of operations.entries()) {
    await run(step);
    const { granted, charged, held } = (await process.keys.get(key.id)) ?? {};
    const expected = { granted: oracle.granted, charged: oracle.charged, held: oracle.held };
    assert.deepEqual({ granted, charged, held }, expected, `after operation ${index}`);
  }
  // Calls still running would affect the next sequence.
  for (const { call } of calls) await call.settle('ok', true);
  assert.deepEqual((await store.verifyLedger()).drifts, []);

  async function run(next: Operation): Promise<void> {
    switch (next.do) {
      case 'admit': {
        const admission = admit(process, key, { hold: next.hold });
        const code = await codeOf(admission);
        assert.equal(code, oracle.admit(next.hold));
        if (code === 'ok') calls.push({ call: await admission, steps: [] });
        return;
      }
      case 'topUp':
        oracle.granted += next.tokens;
        if (next.tokens > 0) await process.keys.topUp({ id: key.id, amount: next.tokens, reason: 'test' });
        return;
      case 'setStatus':
        oracle.enabled = next.enabled;
        await process.keys.setStatus(key.id, next.enabled ? 'enabled' : 'disabled');
        return;
      case 'checkpoint':
        oracle.checkpoint();
        return process.checkpoint();
      case 'crash':
        oracle.crash();
        clock.advance(leaseMs + 1);
        process = startProcess(store, clock);
        return process.reap();
      case 'nextDay':
        oracle.day += 1;
        oracle.checkpoint();
        clock.advance(86_400_000);
        return process.checkpoint();
    }
    const place = next.which % Math.max(1, calls.length);
    const [real, model] = [calls[place], oracle.calls[place]];
    if (!real || !model) return;
    switch (next.do) {
      case 'openStep': {
        const intent = {
          kind: 'write',
          provider: 'test',
          model: `m${next.which % 2}`,
          hold: next.hold,
        } as const;
        const opening = real.call.meter.openStep(intent);
        const code = await codeOf(opening);
        assert.equal(code, oracle.openStep(model, next.hold));
        if (code === 'ok') real.steps.push(await opening);
        return;
      }
      case 'record': {
        oracle.record(model, next.tokens);
        const usage = { promptTokens: 0, completionTokens: next.tokens };
        const step = { kind: 'search', provider: 'test', model: 'own', hold: next.tokens, usage } as const;
        return real.call.record(step);
      }
      case 'markDelivered':
        model.delivered ||= !model.end;
        return real.call.markDelivered();
      case 'settle':
        oracle.settle(model, next.outcome, next.delivered);
        assert.equal((await real.call.settle(next.outcome, next.delivered)).charged, model.charged);
        return;
    }
    const chosen = next.which % Math.max(1, real.steps.length);
    const [realStep, modelStep] = [
      real.steps[chosen],
      model.steps.filter((step) => !step.isRecorded)[chosen],
    ];
    if (!realStep || !modelStep) return;
    const usage = {
      promptTokens: Math.floor(next.tokens / 3),
      completionTokens: Math.ceil((next.tokens * 2) / 3),
    };
    const total = usage.promptTokens + usage.completionTokens;
    if (next.do === 'progress') {
      if (modelStep.source === 'open') modelStep.unwritten = total;
      realStep.progress(usage);
    } else {
      oracle.finish(model, modelStep, total, next.source);
      await realStep.finish(usage, next.source);
    }
  }
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

for (const engine of storeEngines) {
  describe(`the accounts on ${engine.name}, against an oracle`, () => {
    it('agree after every operation of any sequence', async (t) => {
      const clock = manualClock();
      const store = await (await engine.create(t)).open(clock);
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 90, size: 'max' }), (operations) =>
          compare(store, clock, operations),
        ),
        { numRuns: sequences },
      );
    });

    it('balance after any interleaving of callers on two handles, and never overspend', async (t) => {
      const caller = fc.record({
        hold: tokens,
        bounds: fc.array(tokens, { maxLength: 3 }),
        used: tokens,
        outcome,
        pauses: fc.nat({ max: 3 }),
      });
      const clock = manualClock();
      const home = await engine.create(t);
      const first = startProcess(await home.open(clock), clock);
      const handles = [first, startProcess(await home.open(clock), clock, 'two')];
      await fc.assert(
        fc.asyncProperty(fc.array(caller, { minLength: 2, maxLength: 12 }), async (callers) => {
          const { key } = await makeKey(first, { balance: 2_000 });
          await Promise.all(
            callers.map(async ({ hold, bounds, used, outcome: end, pauses }, index) => {
              const handle = handles[index % 2] ?? first;
              for (let pause = 0; pause < pauses; pause += 1) await new Promise(setImmediate);
              const call = await admit(handle, key, { hold }).catch(expectRejection);
              if (!call) return;
              for (const hold of bounds) {
                const intent = { kind: 'write', provider: 'test', model: 'm', hold } as const;
                const step = await call.meter.openStep(intent).catch(expectRejection);
                await step?.finish({ promptTokens: used, completionTokens: 1 }, 'provider');
                const now = await handle.keys.get(key.id);
                assert.ok(now && now.charged + now.held <= now.granted);
              }
              await call.settle(end, true);
            }),
          );
          assert.equal((await first.keys.get(key.id))?.held, 0);
          assert.deepEqual((await first.store.verifyLedger()).drifts, []);
        }),
        { numRuns: 40 },
      );
    });
  });
}

function expectRejection(error: unknown): undefined {
  assert.ok(error instanceof ServiceError);
}
