import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { leaseMs } from '../accounting/ledger-store.ts';
import { amounts, assertLedgerBalances, openStep, tokens } from '../testing/accounting/account-amounts.ts';
import {
  admit,
  makeKey,
  manualClock,
  type StoreEngine,
  type StoreHome,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';
import { codeOf } from '../testing/accounting/code-of.ts';

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext, now?: number) {
    const clock = manualClock(now);
    const home = await engine.create(t);
    return { clock, home, process: startProcess(await home.open(clock), clock) };
  }

  describe('a process that dies', () => {
    /** Drops the state of a process, as kill -9 does, and lets another one find what is left. */
    async function crash(home: StoreHome, clock: ReturnType<typeof manualClock>) {
      clock.advance(leaseMs + 1);
      const survivor = startProcess(await home.open(clock), clock, 'survivor');
      await survivor.reap();
      return survivor;
    }

    it('after admission releases the call and returns the quota', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process, { dailyQuota: 1 });
      await admit(process, key);
      const survivor = await crash(home, clock);
      assert.deepEqual(await amounts(survivor, key), { granted: 100_000, charged: 0, held: 0 });
      assert.equal(await codeOf(admit(survivor, key)), 'ok');
      await assertLedgerBalances(survivor);
    });

    it('with an open step and no usage is charged nothing', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process);
      await openStep(await admit(process, key), 5_000);
      const survivor = await crash(home, clock);
      assert.deepEqual(await amounts(survivor, key), { granted: 100_000, charged: 0, held: 0 });
      await assertLedgerBalances(survivor);
    });

    it('in mid-stream is charged the last checkpoint, once a part was delivered', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      const step = await openStep(call, 5_000);
      call.markDelivered();
      step.progress(tokens(700, 50));
      await process.checkpoint();
      step.progress(tokens(700, 60));
      const survivor = await crash(home, clock);
      assert.deepEqual(await amounts(survivor, key), { granted: 100_000, charged: 750, held: 0 });
      await assertLedgerBalances(survivor);
    });

    it('before anything was sent has its usage recorded but not charged', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      const step = await openStep(call, 5_000);
      step.progress(tokens(700, 50));
      await process.checkpoint();
      const survivor = await crash(home, clock);
      assert.deepEqual(await amounts(survivor, key), { granted: 100_000, charged: 0, held: 0 });
      const { charged, unbilled } = await call.settle('ok', true);
      assert.deepEqual([charged, unbilled], [0, 750]);
      await assertLedgerBalances(survivor);
    });

    it('between the last step and the settlement is charged exactly the finished steps', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      call.markDelivered();
      const step = await openStep(call, 5_000);
      await process.checkpoint();
      await step.finish(tokens(1_234, 567), 'provider');
      const survivor = await crash(home, clock);
      assert.equal((await amounts(survivor, key)).charged, 1_801);
      await survivor.reap();
      assert.equal((await amounts(survivor, key)).charged, 1_801);
      await assertLedgerBalances(survivor);
    });
  });

  describe('a process that keeps running', () => {
    it('keeps its calls as long as it renews their leases', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      const other = startProcess(await home.open(clock), clock, 'other');
      for (let elapsed = 0; elapsed < 4 * leaseMs; elapsed += 10_000) {
        clock.advance(10_000);
        await process.checkpoint();
        await other.reap();
      }
      assert.equal((await amounts(process, key)).held, 3_000);
      await (await openStep(call, 100)).finish(tokens(40, 2), 'provider');
      assert.equal((await call.settle('ok', true)).charged, 42);
      await assertLedgerBalances(process);
    });

    it('that was frozen and presumed dead is charged the actual cost beyond the checkpoint once', async (t) => {
      const { process, home, clock } = await begin(t);
      const { key } = await makeKey(process);
      const call = await admit(process, key);
      const step = await openStep(call, 5_000);
      call.markDelivered();
      step.progress(tokens(700, 50));
      await process.checkpoint();
      clock.advance(leaseMs + 1);
      const other = startProcess(await home.open(clock), clock, 'other');
      await other.reap();
      assert.equal((await amounts(other, key)).charged, 750);
      await step.finish(tokens(700, 300), 'provider');
      await step.finish(tokens(700, 300), 'provider');
      assert.deepEqual(await amounts(other, key), { granted: 100_000, charged: 1_000, held: 0 });
      const { charged, tokens: total } = await call.settle('ok', true);
      assert.deepEqual([charged, total], [1_000, 1_000]);
      await assertLedgerBalances(other);
    });

    it('is charged more, but never refunded, when the usage is reported after the caller disconnected', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process);
      for (const [seen, real, charged] of [
        [100, 150, 150],
        [100, 80, 100],
      ] as const) {
        const before = (await amounts(process, key)).charged ?? 0;
        const call = await admit(process, key);
        const step = await openStep(call, 5_000);
        step.progress(tokens(0, seen));
        await call.settle('client_disconnected', true);
        await step.finish(tokens(0, real), 'provider');
        assert.equal(((await amounts(process, key)).charged ?? 0) - before, charged);
      }
      await assertLedgerBalances(process);
    });

    it('is charged what the balance covers beyond other holds when more usage is reported, and the rest is unbilled', async (t) => {
      const { process } = await begin(t);
      const { key } = await makeKey(process, { balance: 5_000 });
      const call = await admit(process, key);
      const step = await openStep(call, 4_000);
      step.progress(tokens(0, 1_000));
      assert.equal((await call.settle('client_disconnected', true)).charged, 1_000);
      await admit(process, key, { hold: 3_500 });
      await step.finish(tokens(0, 4_000), 'provider');
      assert.deepEqual(await amounts(process, key), { granted: 5_000, charged: 1_500, held: 3_500 });
      const again = await call.settle('ok', true);
      assert.deepEqual([again.tokens, again.charged, again.unbilled], [4_000, 1_500, 2_500]);
      await assertLedgerBalances(process);
    });
  });
}

for (const engine of storeEngines)
  describe(`accounts and processes on ${engine.name}`, () => contract(engine));
