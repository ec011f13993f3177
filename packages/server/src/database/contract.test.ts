import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { ApiKey } from '../accounting/keys/api-key.ts';
import { ensureDemoKey } from '../accounting/keys/demo-key.ts';
import type { Outcome } from '../accounting/settlement.ts';
import { amounts, assertLedgerBalances, openStep, tokens } from '../testing/accounting/account-amounts.ts';
import {
  admit,
  makeKey,
  manualClock,
  type StoreEngine,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';
import { codeOf } from '../testing/accounting/code-of.ts';

const day = 86_400_000;

async function rejectionOf(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, 'it should have been refused');
  return error;
}

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext, now?: number) {
    const clock = manualClock(now);
    const home = await engine.create(t);
    return { clock, home, process: startProcess(await home.open(clock), clock) };
  }

  describe('keys', () => {
    it('stores the terms of a key and records its first grant', async (t) => {
      const { process, clock } = await begin(t);
      const expiresAt = clock.now() + day;
      const { key, secret } = await makeKey(process, {
        label: '张三',
        modules: ['factcheck'],
        dailyQuota: 7,
        maxRunningCalls: 120,
        expiresAt,
      });
      assert.deepEqual(await process.accounts.authenticate(secret), key);
      assert.deepEqual(await process.keys.get(key.id), key);
      assert.deepEqual(await process.keys.list(), [key]);
      assert.deepEqual(key, {
        id: key.id,
        label: '张三',
        hint: `${secret.slice(0, 7)}…${secret.slice(-4)}`,
        status: 'enabled',
        expiresAt,
        modules: ['factcheck'],
        dailyQuota: 7,
        maxRunningCalls: 120,
        createdAt: clock.now(),
        granted: 100_000,
        charged: 0,
        held: 0,
      });
      await assertLedgerBalances(process);
    });

    it('rejects unknown and malformed keys alike, disabled before expired, and expired from the exact instant', async (t) => {
      const { process, clock } = await begin(t);
      const { key, secret } = await makeKey(process, { expiresAt: clock.now() + 1 });
      const other = (await begin(t)).process;
      const authenticate = (text: string) => codeOf(process.accounts.authenticate(text));
      assert.equal(await authenticate((await makeKey(other)).secret), 'invalid_key');
      assert.equal(await authenticate(`${secret.slice(0, -1)}`), 'invalid_key');
      assert.equal(await authenticate(secret), 'ok');
      clock.advance(1);
      assert.equal(await authenticate(secret), 'key_expired');
      await process.keys.setStatus(key.id, 'disabled');
      assert.equal(await authenticate(secret), 'key_disabled');
    });

    it('applies a change by one process to the next request of another', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key, secret } = await makeKey(process);
      const operator = startProcess(await home.open(clock), clock, 'operator');
      assert.equal(await codeOf(process.accounts.authenticate(secret)), 'ok');
      await operator.keys.setStatus(key.id, 'disabled');
      const cached = process.accounts.getCached(secret, 'ask_agent');
      assert.equal(cached?.status, 'enabled');
      assert.equal(await codeOf(admit(process, cached as ApiKey)), 'key_disabled');
      assert.equal(process.accounts.getCached(secret, 'ask_agent'), undefined);
      assert.equal(await codeOf(process.accounts.authenticate(secret)), 'key_disabled');
      assert.equal(await codeOf(admit(process, key)), 'key_disabled');
      await operator.keys.setStatus(key.id, 'enabled');
      assert.equal(await codeOf(admit(process, key)), 'ok');
    });

    it('adds a top-up once per operation key, however often it is repeated on any handle', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process, { balance: 0 });
      const handles = [process, startProcess(await home.open(clock), clock, 'second')];
      const topUp = { id: key.id, amount: 500, reason: 'paid', operationKey: 'invoice 1' };
      await Promise.all(Array.from({ length: 100 }, async (_, turn) => handles[turn % 2]?.keys.topUp(topUp)));
      assert.equal((await process.keys.get(key.id))?.granted, 500);
      await process.keys.topUp({ id: key.id, amount: 500, reason: 'paid again' });
      assert.equal((await process.keys.get(key.id))?.granted, 1_000);
      await assertLedgerBalances(process);
    });

    it('returns undefined for unknown keys', async (t) => {
      const { process } = await begin(t);
      assert.equal(await process.keys.get('none'), undefined);
      assert.equal(await process.keys.setStatus('none', 'disabled'), undefined);
      assert.equal(await process.keys.topUp({ id: 'none', amount: 1, reason: 'x' }), undefined);
    });

    it('creates one demo key in an empty store, also when several processes start at once', async (t) => {
      const { process, home, clock } = await begin(t);
      const stores = [process.store, await home.open(clock), await home.open(clock)];
      const made = (await Promise.all(stores.map(ensureDemoKey))).filter((demo) => demo !== undefined);
      assert.equal(made.length, 1);
      assert.deepEqual(
        (await process.keys.list()).map(({ label, dailyQuota, granted }) => ({ label, dailyQuota, granted })),
        [{ label: 'demo', dailyQuota: 200, granted: 1_000_000 }],
      );
      assert.equal(await codeOf(process.accounts.authenticate(made[0]?.secret ?? '')), 'ok');
    });
  });

  describe('admission', () => {
    it('rejects in the documented order and writes nothing', async (t) => {
      const { process, clock } = await begin(t);
      const { key } = await makeKey(process, {
        status: 'disabled',
        expiresAt: clock.now(),
        modules: ['factcheck'],
        dailyQuota: 0,
        balance: 2_999,
      });
      const before = await process.store.verifyLedger();
      assert.equal(await codeOf(admit(process, key)), 'key_disabled');
      await process.keys.setStatus(key.id, 'enabled');
      assert.equal(await codeOf(admit(process, key)), 'key_expired');
      const remaining: [Partial<ApiKey>, string][] = [
        [{ modules: ['factcheck'], dailyQuota: 0 }, 'no_permission:ask_agent'],
        [{ modules: ['ask_agent'], dailyQuota: 0 }, 'quota_exceeded:0/0'],
        [{ modules: ['ask_agent'], dailyQuota: 1 }, 'insufficient_balance:2999/3000'],
      ];
      for (const [input, code] of remaining) {
        const { key: other } = await makeKey(process, { ...input, balance: 2_999 });
        assert.equal(await codeOf(admit(process, other)), code);
        assert.deepEqual(await amounts(process, other), { granted: 2_999, charged: 0, held: 0 });
      }
      const after = await process.store.verifyLedger();
      assert.deepEqual([after.calls, after.drifts], [before.calls, []]);
    });

    it('admits exactly the quota of concurrent calls over two handles, and states when to retry', async (t) => {
      const { process, home, clock } = await begin(t, Date.UTC(2026, 0, 15, 23, 59, 30, 250));
      const { key } = await makeKey(process, { dailyQuota: 5, balance: 1_000_000 });
      const handles = [process, startProcess(await home.open(clock), clock, 'second')] as const;
      const codes = await Promise.all(
        Array.from({ length: 40 }, (_, turn) => codeOf(admit(handles[turn % 2] ?? process, key))),
      );
      assert.equal(codes.filter((code) => code === 'ok').length, 5);
      assert.deepEqual(new Set(codes), new Set(['ok', 'quota_exceeded:5/5']));
      const rejection = await rejectionOf(admit(process, key));
      assert.deepEqual(rejection.headers, {
        'RateLimit-Policy': '"daily";q=5;w=86400',
        RateLimit: '"daily";r=0;t=30',
        'Retry-After': '30',
        'x-should-retry': 'false',
      });
      clock.advance(29_749);
      assert.deepEqual((await rejectionOf(admit(process, key))).headers['Retry-After'], '1');
      clock.advance(1);
      assert.equal(await codeOf(admit(process, key)), 'ok');
      await assertLedgerBalances(process);
    });

    it('counts days in the quota’s time zone', async (t) => {
      const clock = manualClock(Date.UTC(2026, 0, 15, 15, 59));
      const process = startProcess(await (await engine.create(t)).open(clock, 'Asia/Shanghai'), clock);
      const { key } = await makeKey(process, { dailyQuota: 1 });
      await admit(process, key);
      assert.equal((await rejectionOf(admit(process, key))).headers['Retry-After'], '60');
      clock.advance(60_000);
      assert.equal(await codeOf(admit(process, key)), 'ok');
    });

    it('holds exactly what the balance covers for concurrent calls on two handles', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process, { balance: 20_000 });
      const handles = [process, startProcess(await home.open(clock), clock, 'second')] as const;
      const codes = await Promise.all(
        Array.from({ length: 40 }, (_, turn) => codeOf(admit(handles[turn % 2] ?? process, key))),
      );
      assert.equal(codes.filter((code) => code === 'ok').length, 6);
      assert.deepEqual(new Set(codes), new Set(['ok', 'insufficient_balance:2000/3000']));
      assert.deepEqual(await amounts(process, key), { granted: 20_000, charged: 0, held: 18_000 });
      const rejection = await rejectionOf(admit(process, key));
      assert.equal(
        rejection.body('en').error,
        '20,000 tokens left, 18,000 held by 6 running calls, 2,000 available; this call needs 3,000.',
      );
      assert.equal(
        rejection.body('zh').error,
        '剩余 20,000 个 Token，其中 18,000 个由 6 个进行中的调用预留，可用 2,000 个；此次调用需要 3,000 个。',
      );
      assert.deepEqual(rejection.headers, { 'Retry-After': '5' });
      await assertLedgerBalances(process);
    });
  });

  describe('steps', () => {
    it('raise the hold to the usage plus the hold of the step, and return the surplus', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      const held = async () => (await amounts(process, key)).held;
      assert.equal(await held(), 3_000);
      const plan = await openStep(call, 1_000);
      assert.equal(await held(), 1_000);
      await plan.finish(tokens(300, 100), 'provider');
      const write = await openStep(call, 8_000);
      assert.equal(await held(), 8_400);
      const parallel = await openStep(call, 2_000);
      assert.equal(await held(), 10_400);
      await parallel.finish(tokens(5, 5), 'provider');
      await write.finish(tokens(4_000, 500), 'provider');
      const { promptTokens, completionTokens, charged, unbilled } = await call.settle('ok', true);
      assert.deepEqual([promptTokens, completionTokens, charged, unbilled], [4_305, 605, 4_910, 0]);
      assert.deepEqual(await amounts(process, key), { granted: 100_000, charged: 4_910, held: 0 });
      await assertLedgerBalances(process);
    });

    it('are rejected if the balance does not cover them, without changing the hold', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process, { balance: 10_000 });
      const other = await admit(process, key);
      const call = await admit(process, key);
      const rejection = await rejectionOf(openStep(call, 7_001));
      assert.equal(rejection.message, 'insufficient_balance:7000/7001');
      assert.match(rejection.body('en').error, /^10,000 tokens left, 3,000 held by 1 running call, 7,000/);
      assert.equal((await amounts(process, key)).held, 6_000);
      assert.equal(await codeOf(openStep(call, 7_000)), 'ok');
      assert.equal(await codeOf(openStep(other, 3_001)), 'insufficient_balance:3000/3001');
      await call.settle('insufficient_balance', true);
      await other.settle('ok', true);
      await assertLedgerBalances(process);
    });

    it('are reduced to what the balance covers if that is still useful', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process, { balance: 10_000 });
      const other = await admit(process, key, { hold: 3_000 });
      const call = await admit(process, key, { hold: 1_000 });
      const intent = { kind: 'write', provider: 'test', model: 'm', hold: 9_000 } as const;
      const cut = await call.meter.openStep({ ...intent, minimumHold: 7_000 });
      assert.equal(cut.hold, 7_000);
      assert.deepEqual(await amounts(process, key), { granted: 10_000, charged: 0, held: 10_000 });
      await cut.finish(tokens(2_000, 1_000), 'provider');
      const tooFew = call.meter.openStep({ ...intent, minimumHold: 4_001 });
      assert.equal(await codeOf(tooFew), 'insufficient_balance:4000/9000');
      assert.equal((await call.meter.openStep({ ...intent, hold: 4_000, minimumHold: 1 })).hold, 4_000);
      await Promise.all([call.settle('ok', true), other.settle('ok', true)]);
      await assertLedgerBalances(process);
    });

    it('stop when the key is disabled, and finished ones are charged', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      await (await openStep(call, 1_000)).finish(tokens(10, 20), 'provider');
      await process.keys.setStatus(key.id, 'disabled');
      assert.equal(await codeOf(openStep(call, 1_000)), 'key_disabled');
      assert.equal((await call.settle('key_disabled', true)).charged, 30);
      assert.equal(await codeOf(openStep(call, 1_000)), 'internal_error');
      await assertLedgerBalances(process);
    });
  });

  describe('settlement', () => {
    it('happens once, whatever is reported later', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      await (await openStep(call, 1_000)).finish(tokens(100, 200), 'provider');
      const first = await call.settle('ok', true);
      assert.equal(first.charged, 300);
      const later = [call.settle('internal_error', false), call.settle('client_disconnected', true)];
      for (const { charged, unbilled, tokens } of await Promise.all(later))
        assert.deepEqual({ charged, unbilled, tokens }, { charged: 300, unbilled: 0, tokens: 300 });
      assert.equal((await amounts(process, key)).charged, 300);
      await assertLedgerBalances(process);
    });

    it('charges by outcome as documented: finished 1,000, observed 30', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process);
      const matrix: [Outcome, delivered: boolean, charged: number][] = [
        ['ok', true, 1_000],
        ['upstream_error', true, 1_000],
        ['upstream_error', false, 1_000],
        ['insufficient_balance', true, 1_000],
        ['key_disabled', true, 1_000],
        ['client_disconnected', true, 1_030],
        ['client_disconnected', false, 1_030],
        ['internal_error', true, 1_030],
        ['internal_error', false, 0],
        ['deadline', true, 1_030],
        ['deadline', false, 0],
      ];
      for (const [outcome, delivered, charged] of matrix) {
        const call = await admit(process, key);
        await (await openStep(call, 2_000)).finish(tokens(900, 100), 'estimated');
        (await openStep(call, 2_000)).progress(tokens(10, 20));
        const settlement = await call.settle(outcome, delivered);
        assert.deepEqual(
          [settlement.tokens, settlement.charged, settlement.unbilled],
          [1_030, charged, 1_030 - charged],
          `${outcome}, delivered: ${delivered}`,
        );
      }
      await assertLedgerBalances(process);
    });

    it('depends on whether part of the reply was delivered', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      await (await openStep(call, 1_000)).finish(tokens(100, 200), 'provider');
      call.markDelivered();
      assert.equal((await call.settle('internal_error', false)).charged, 300);
    });

    it('never charges more than the balance, and records the rest as unbilled', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process, { balance: 5_000 });
      const call = await admit(process, key);
      const step = await openStep(call, 5_000);
      await step.finish(tokens(4_000, 4_000), 'provider');
      const { charged, unbilled } = await call.settle('ok', true);
      assert.deepEqual([charged, unbilled], [5_000, 3_000]);
      assert.deepEqual(await amounts(process, key), { granted: 5_000, charged: 5_000, held: 0 });
      await assertLedgerBalances(process);
    });

    it('returns the quota if nothing was used and the service or an upstream failed', async (t) => {
      const { process } = await begin(t);
      const outcomes: [Outcome, used: 0 | 1][] = [
        ['internal_error', 0],
        ['upstream_error', 0],
        ['deadline', 0],
        ['ok', 1],
        ['not_found', 1],
        ['client_disconnected', 1],
        ['insufficient_balance', 1],
        ['key_disabled', 1],
      ];
      for (const [outcome, used] of outcomes) {
        const { key } = await makeKey(process, { dailyQuota: 1 });
        await (await admit(process, key)).settle(outcome, false);
        assert.equal(await codeOf(admit(process, key)), used === 1 ? 'quota_exceeded:1/1' : 'ok', outcome);
      }
      await assertLedgerBalances(process);
    });

    it('returns the quota to the day of the call', async (t) => {
      const { process, clock } = await begin(t, Date.UTC(2026, 0, 15, 23, 59));
      const { key } = await makeKey(process, { dailyQuota: 1 });
      const yesterday = await admit(process, key);
      clock.advance(120_000);
      await admit(process, key);
      await yesterday.settle('internal_error', false);
      assert.equal(await codeOf(admit(process, key)), 'quota_exceeded:1/1');
      await assertLedgerBalances(process);
    });
  });
}

for (const engine of storeEngines) describe(`the accounts on ${engine.name}`, () => contract(engine));
