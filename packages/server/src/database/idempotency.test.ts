import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import fc from 'fast-check';
import type { AdmittedCall, Answered } from '../accounting/accounts.ts';
import { replyRetentionMs, storedReplyLimits, toStoredReply } from '../accounting/idempotency/idempotency.ts';
import { purgeIntervalMs } from '../accounting/idempotency/purge-records.ts';
import type { ApiKey } from '../accounting/keys/api-key.ts';
import { leaseMs } from '../accounting/ledger-store.ts';
import { openAccounts } from '../accounting/open-accounts.ts';
import type { Outcome } from '../accounting/settlement.ts';
import {
  admit,
  makeKey,
  manualClock,
  type StoreEngine,
  startProcess,
  storeEngines,
  type TestProcess,
} from '../testing/accounting/accounts-databases.ts';

const body = JSON.stringify({ answer: '二甲双胍有效 [1]。\u2028 𠮷 \u0000 "\\', references: [] });

let lastCall = 0;

/** Requests a call that must run only once. */
function once(
  { accounts }: TestProcess,
  key: ApiKey,
  { name = 'job 1', request = 'a', hold = 3_000, id = '' } = {},
): Promise<AdmittedCall | Answered> {
  lastCall += 1;
  const intent = { id: id || `once-${lastCall}`, key, module: 'ask_agent', endpoint: 'ask', hold } as const;
  return accounts.admitOnce(intent, { name, requestHash: hash('sha256', request, 'buffer') });
}

async function run(process: TestProcess, key: ApiKey, options: Parameters<typeof once>[2] = {}) {
  const call = await once(process, key, options);
  assert.ok('settle' in call, 'it should have been let in');
  return call;
}

/** A complete call that used 30 tokens; its reply is stored if it has one. */
async function answer(process: TestProcess, key: ApiKey, options: Parameters<typeof once>[2] = {}) {
  const call = await run(process, key, options);
  await spend(call);
  await call.settle('ok', true, toStoredReply(options.name ?? 'job 1', 200, body));
  return call;
}

async function spend(call: AdmittedCall): Promise<void> {
  const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 100 });
  await step.finish({ promptTokens: 10, completionTokens: 20 }, 'provider');
}

/** 'run', 'replay', 'other request', or the code of the rejection. */
async function whatOf(admitted: Promise<AdmittedCall | Answered>): Promise<string> {
  try {
    return 'replay' in (await admitted) ? 'replay' : 'run';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return /was already used with another/.test(error.body('en').error) ? 'other request' : error.message;
  }
}

async function rejectionOf(admitted: Promise<unknown>): Promise<ServiceError> {
  const error = await admitted.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, 'it should have been refused');
  return error;
}

async function assertLedgerBalances({ store }: TestProcess): Promise<void> {
  assert.deepEqual((await store.verifyLedger()).drifts, []);
}

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext) {
    const clock = manualClock();
    const home = await engine.create(t);
    const process = startProcess(await home.open(clock), clock);
    const second = async () => startProcess(await home.open(clock), clock, 'second');
    return { clock, home, process, second };
  }

  it('runs once; a repetition gets the reply byte for byte, unbilled, on any handle, even without balance', async (t) => {
    const { process, second } = await begin(t);
    const { key } = await makeKey(process, { dailyQuota: 1, balance: 3_000 });
    const call = await answer(process, key);
    await process.keys.adjust({ id: key.id, amount: -2_970, reason: 'taken' });
    const before = await process.keys.get(key.id);
    for (const handle of [process, await second(), process]) {
      const again = await once(handle, key);
      assert.ok('replay' in again);
      assert.deepEqual(again.replay, { callId: call.id, status: 200, body });
      assert.deepEqual(again.quota, { limit: 1, remaining: 0, resetsInSeconds: 43_200 });
    }
    assert.deepEqual(await process.keys.get(key.id), before);
    assert.equal((await process.store.verifyLedger()).calls, 1);
    assert.equal(await whatOf(once(process, key, { name: 'job 2' })), 'quota_exceeded:1/1');
    await assertLedgerBalances(process);
  });

  it('asks a caller who repeats a running call to retry later, in both languages', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process, { dailyQuota: 9 });
    await run(process, key);
    const rejection = await rejectionOf(once(process, key));
    assert.deepEqual([rejection.message, rejection.status], ['conflict', 409]);
    assert.deepEqual(rejection.headers, {
      'RateLimit-Policy': '"daily";q=9;w=86400',
      RateLimit: '"daily";r=8;t=43200',
      'Retry-After': '5',
    });
    assert.match(rejection.body('en').error, /Idempotency-Key is still running/);
    assert.match(rejection.body('zh').error, /Idempotency-Key 的调用仍在进行中/);
  });

  it('rejects a different request with its key, during the call and afterwards', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process);
    const call = await run(process, key);
    const refused = async () => {
      const rejection = await rejectionOf(once(process, key, { request: 'b' }));
      assert.deepEqual([rejection.message, rejection.status], ['conflict', 409]);
      assert.match(rejection.body('en').error, /This Idempotency-Key was already used with another request/);
      assert.match(rejection.body('zh').error, /此 Idempotency-Key 已用于另一请求/);
    };
    await refused();
    await call.settle('ok', true, toStoredReply('job 1', 200, body));
    await refused();
    assert.equal(await whatOf(once(process, key)), 'replay');
  });

  it('can be retried if it ended without an answer, even as a different request', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process);
    const failures: Outcome[] = [
      'internal_error',
      'upstream_error',
      'deadline',
      'client_disconnected',
      'insufficient_balance',
      'key_disabled',
    ];
    for (const [index, outcome] of failures.entries()) {
      const call = await run(process, key, { request: `${index}` });
      await spend(call);
      await call.settle(outcome, false);
    }
    await answer(process, key, { request: 'last' });
    assert.equal(await whatOf(once(process, key, { request: 'last' })), 'replay');
    await assertLedgerBalances(process);
  });

  it('does not use up its key if it was not admitted', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process, { dailyQuota: 0, balance: 0 });
    assert.equal(await whatOf(once(process, key)), 'quota_exceeded:0/0');
    await process.keys.update(key.id, { dailyQuota: null });
    assert.equal(await whatOf(once(process, key)), 'insufficient_balance:0/3000');
    await process.keys.topUp({ id: key.id, amount: 3_000, reason: 'paid' });
    assert.equal(await whatOf(once(process, key, { request: 'b' })), 'run');
  });

  it('never runs twice, even if its reply was too large to store', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process);
    const large = '字'.repeat(1024 * 1024);
    await (await run(process, key)).settle('ok', true, toStoredReply('job 1', 200, large));
    const rejection = await rejectionOf(once(process, key));
    assert.deepEqual([rejection.message, rejection.status], ['conflict', 409]);
    assert.deepEqual(rejection.headers, { 'x-should-retry': 'false' });
    assert.match(rejection.body('en').error, /its reply is no longer stored: it was too large/);
    assert.match(rejection.body('zh').error, /其回复未保留/);
    assert.equal(await whatOf(once(process, key, { request: 'b' })), 'other request');
  });

  it('stores a limited number of bytes per key, and drops the oldest replies of that key only', async (t) => {
    const { process, clock } = await begin(t);
    const [{ key }, { key: other }] = [await makeKey(process), await makeKey(process)];
    await answer(process, other);
    const large = 'x'.repeat(1024 * 1024);
    const fitting = storedReplyLimits.bytes / large.length;
    for (let nth = 0; nth <= fitting; nth += 1) {
      const name = `job ${nth}`;
      await (await run(process, key, { name })).settle('ok', true, toStoredReply(name, 200, large));
      clock.advance(1_000);
    }
    const rejection = await rejectionOf(once(process, key, { name: 'job 0' }));
    assert.equal(rejection.message, 'conflict');
    assert.match(rejection.body('en').error, /displaced by newer ones/);
    for (const name of ['job 1', `job ${fitting}`])
      assert.equal(await whatOf(once(process, key, { name })), 'replay');
    assert.equal(await whatOf(once(process, other)), 'replay');
  });

  it('stores a limited number of replies per key, and drops the oldest', async (t) => {
    const { process, clock } = await begin(t);
    const { key } = await makeKey(process, { balance: 10_000_000 });
    for (const name of ['first', 'second']) {
      await (await run(process, key, { name })).settle('ok', true, toStoredReply(name, 200, body));
      clock.advance(1_000);
    }
    // Simultaneous calls that end at once do not see each other's replies; the next one does.
    const names = Array.from({ length: storedReplyLimits.atMost - 2 }, (_, nth) => `job ${nth}`);
    const calls = await Promise.all(names.map((name) => run(process, key, { name })));
    await Promise.all(
      calls.map((call, at) => call.settle('ok', true, toStoredReply(names[at] as string, 200, body))),
    );
    await answer(process, key, { name: 'last' });
    assert.equal(await whatOf(once(process, key, { name: 'first' })), 'conflict');
    assert.equal(await whatOf(once(process, key, { name: 'second' })), 'replay');
  });

  it('admits exactly one of many concurrent calls over two handles while other calls run', async (t) => {
    const { process, second } = await begin(t);
    const { key } = await makeKey(process, { balance: 10_000_000 });
    const handles = [process, await second()] as const;
    const ask = (turn: number) => {
      const handle = handles[turn % 2] ?? process;
      const running = turn % 5 === 0 ? admit(handle, key) : once(handle, key, { name: `job ${turn % 3}` });
      return running.then(
        (admitted) => ({ turn, admitted }),
        (error: unknown) => ({ turn, error }),
      );
    };
    const results = await Promise.all(Array.from({ length: 90 }, (_, turn) => ask(turn)));
    const named = results.filter(({ turn }) => turn % 5 !== 0);
    const admitted = named.flatMap((result) => ('admitted' in result ? [result] : []));
    assert.deepEqual(new Set(admitted.map(({ turn }) => turn % 3)), new Set([0, 1, 2]));
    assert.equal(admitted.length, 3);
    for (const result of named)
      if ('error' in result)
        assert.equal(result.error instanceof ServiceError && result.error.code, 'conflict');
    assert.equal(results.filter(({ turn, ...result }) => turn % 5 === 0 && 'admitted' in result).length, 18);
    assert.equal((await process.keys.get(key.id))?.held, 21 * 3_000);
    await assertLedgerBalances(process);
  });

  it('belongs to its API key and not to the secret: a reissued key gets the reply, another key runs its own call', async (t) => {
    const { process } = await begin(t);
    const { key, secret } = await makeKey(process);
    await answer(process, await process.accounts.authenticate(secret));
    const reissued = await process.keys.reissue({ id: key.id, graceMs: null });
    const renewed = await process.accounts.authenticate(reissued?.secret ?? '');
    assert.equal(await whatOf(once(process, renewed)), 'replay');
    const { key: other } = await makeKey(process);
    assert.equal(await whatOf(once(process, other)), 'run');
  });

  it('returns no reply to a key that has been disabled, expired, replaced or stripped of the module', async (t) => {
    const { process, clock } = await begin(t);
    const { key, secret } = await makeKey(process);
    const opened = await process.accounts.authenticate(secret);
    await answer(process, opened);
    await process.keys.update(key.id, { modules: ['factcheck'] });
    assert.equal(await whatOf(once(process, opened)), 'no_permission:ask_agent');
    await process.keys.update(key.id, { modules: ['ask_agent'], expiresAt: clock.now() });
    assert.equal(await whatOf(once(process, opened)), 'key_expired');
    await process.keys.update(key.id, { expiresAt: null, status: 'disabled' });
    assert.equal(await whatOf(once(process, opened)), 'key_disabled');
    await process.keys.setStatus(key.id, 'enabled');
    assert.equal(await whatOf(once(process, opened)), 'replay');
    await process.keys.reissue({ id: key.id, graceMs: null });
    assert.equal(await whatOf(once(process, opened)), 'invalid_key');
  });

  it('runs again after a crash before settlement once its lease is cleaned up, and is charged once', async (t) => {
    const { process, second, clock } = await begin(t);
    const { key } = await makeKey(process);
    await spend(await run(process, key));
    const survivor = await second();
    clock.advance(leaseMs);
    assert.equal(await whatOf(once(survivor, key)), 'conflict');
    clock.advance(1);
    await survivor.reap();
    await answer(survivor, key);
    assert.equal((await survivor.keys.get(key.id))?.charged, 30);
    assert.equal(await whatOf(once(survivor, key)), 'replay');
    await assertLedgerBalances(survivor);
  });

  it('ignores the reply of a process presumed dead if the call runs elsewhere', async (t) => {
    const { process, second, clock } = await begin(t);
    const { key } = await makeKey(process);
    const frozen = await run(process, key);
    clock.advance(leaseMs + 1);
    const other = await second();
    await other.reap();
    const running = await run(other, key);
    await frozen.settle('ok', true, toStoredReply('job 1', 200, '"frozen"'));
    assert.equal(await whatOf(once(other, key)), 'conflict');
    await running.settle('ok', true, toStoredReply('job 1', 200, body));
    await frozen.settle('ok', true, toStoredReply('job 1', 200, '"frozen"'));
    const again = await once(other, key);
    assert.ok('replay' in again);
    assert.deepEqual(again.replay, { callId: running.id, status: 200, body });
  });

  it('keeps the reply of the first settlement, whatever is reported later', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process);
    const call = await answer(process, key);
    await call.settle('ok', true, toStoredReply('job 1', 200, '"later"'));
    const again = await once(process, key);
    assert.equal('replay' in again && again.replay.body, body);
  });

  it('can be retried after an operator released it', async (t) => {
    const { process } = await begin(t);
    const { key } = await makeKey(process);
    const call = await run(process, key);
    await process.store.stopCall(call.id, { actor: 'test' });
    assert.equal(await whatOf(once(process, key)), 'run');
  });

  it('expires 24 hours after its admission, deleted or not', async (t) => {
    const { process, clock } = await begin(t);
    const { key } = await makeKey(process);
    await answer(process, key);
    clock.advance(replyRetentionMs - 1);
    assert.equal(await process.store.purgeIdempotencyRecords(10), 0);
    assert.equal(await whatOf(once(process, key)), 'replay');
    clock.advance(1);
    assert.equal(await whatOf(once(process, key, { request: 'b' })), 'run');
    assert.equal(await process.store.purgeIdempotencyRecords(10), 0, 'the old one was replaced');
  });

  it('is deleted in the background, in any number, and nothing else is', async (t) => {
    const { process, clock, home } = await begin(t);
    const { key } = await makeKey(process, { balance: 10_000_000 });
    for (let turn = 0; turn < 7; turn += 1) await answer(process, key, { name: `old ${turn}` });
    clock.advance(replyRetentionMs);
    await answer(process, key, { name: 'new' });
    assert.equal(await process.store.purgeIdempotencyRecords(3), 3, 'not more at once than asked for');
    const tasks = new Map<number, () => Promise<void>>();
    const accounts = openAccounts({
      ...{ store: await home.open(clock), clock, owner: 'another', log: () => {} },
      every: (intervalMs, task) => {
        tasks.set(intervalMs, task);
        return () => tasks.delete(intervalMs);
      },
    });
    await tasks.get(purgeIntervalMs)?.();
    assert.equal(await process.store.purgeIdempotencyRecords(10), 0);
    assert.equal(await whatOf(once(process, key, { name: 'new' })), 'replay');
    await accounts.close();
    assert.equal(tasks.size, 0);
    assert.equal((await process.store.verifyLedger()).calls, 8);
  });

  it('agrees with a simple model for any sequence of requests, outcomes and days', async (t) => {
    const { process, clock } = await begin(t);
    const hourMs = 3_600_000;
    const operation = fc.oneof(
      { weight: 5, arbitrary: fc.record({ name: fc.nat({ max: 2 }), request: fc.nat({ max: 1 }) }) },
      { weight: 3, arbitrary: fc.record({ end: fc.nat({ max: 5 }), ok: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 13 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40, size: 'max' }), async (list) => {
        const { key } = await makeKey(process, { balance: 10_000_000 });
        type Entry = { request: number; at: number; call: AdmittedCall; state: 'running' | 'ok' | 'failed' };
        const names = new Map<number, Entry>();
        const running: Entry[] = [];
        for (const next of list) {
          if ('hours' in next) {
            clock.advance(next.hours * hourMs);
            continue;
          }
          if ('end' in next) {
            const [entry] = running.splice(next.end, 1);
            if (!entry) continue;
            const name = [...names].find(([, of]) => of === entry)?.[0];
            entry.state = next.ok ? 'ok' : 'failed';
            await entry.call.settle(
              next.ok ? 'ok' : 'internal_error',
              next.ok,
              next.ok ? toStoredReply(`${name}`, 200, entry.call.id) : undefined,
            );
            continue;
          }
          const { name, request } = next;
          const entry = names.get(name);
          const known = entry && entry.at > clock.now() - replyRetentionMs && entry.state !== 'failed';
          const expected = !known
            ? 'run'
            : entry.request !== request
              ? 'other request'
              : entry.state === 'running'
                ? 'conflict'
                : 'replay';
          const admission = once(process, key, { name: `${name}`, request: `${request}`, hold: 1 });
          assert.equal(await whatOf(admission), expected);
          if (expected === 'replay') {
            const again = await admission;
            assert.equal('replay' in again && again.replay.body, entry?.call.id);
          }
          if (expected !== 'run') continue;
          const call = (await admission) as AdmittedCall;
          const admitted: Entry = { request, at: clock.now(), call, state: 'running' };
          names.set(name, admitted);
          running.push(admitted);
        }
        for (const { call } of running) await call.settle('ok', true);
      }),
      { numRuns: 60 },
    );
    await assertLedgerBalances(process);
  });
}

for (const engine of storeEngines) describe(`an idempotent call, on ${engine.name}`, () => contract(engine));

for (const engine of storeEngines)
  describe(`other results of admission, on ${engine.name}`, () => {
    it('report the remaining quota of a call, before and after a limit was lowered, and nothing without a limit', async (t) => {
      const clock = manualClock(Date.UTC(2026, 0, 15, 23, 59, 30));
      const process = startProcess(await (await engine.create(t)).open(clock), clock);
      const { key } = await makeKey(process, { dailyQuota: 3 });
      const quota = async () => (await admit(process, key)).quota;
      assert.deepEqual(await quota(), { limit: 3, remaining: 2, resetsInSeconds: 30 });
      clock.advance(500);
      const crowd = await Promise.all([quota(), quota()]);
      assert.deepEqual(new Set(crowd.map((status) => status?.remaining)), new Set([1, 0]));
      assert.equal(crowd[0]?.resetsInSeconds, 30);
      await process.keys.update(key.id, { dailyQuota: 1 });
      assert.equal((await rejectionOf(quota())).headers.RateLimit, '"daily";r=0;t=30');
      await process.keys.update(key.id, { dailyQuota: null });
      assert.equal(await quota(), undefined);
      const { key: poor } = await makeKey(process, { dailyQuota: 5, balance: 1 });
      assert.deepEqual((await rejectionOf(admit(process, poor))).headers, {
        'RateLimit-Policy': '"daily";q=5;w=86400',
        RateLimit: '"daily";r=5;t=30',
      });
    });

    it('record the requested mode', async (t) => {
      const clock = manualClock();
      const process = startProcess(await (await engine.create(t)).open(clock), clock);
      const { key } = await makeKey(process);
      const intent = { key, module: 'ask_agent', endpoint: 'ask_stream', hold: 1 } as const;
      for (const mode of ['discussion', 'answer', undefined])
        await process.accounts.admit({ ...intent, id: `in ${mode}`, mode });
      const today = { from: '2026-01-15', to: '2026-01-15' };
      const filter = { keyId: key.id, ...today, endpoint: undefined, outcome: undefined };
      const calls = await process.store.listCalls(filter, { after: undefined, limit: 9 });
      const modes = Object.fromEntries(calls.map(({ id, mode }) => [id, mode]));
      assert.deepEqual(modes, { 'in discussion': 'discussion', 'in answer': 'answer', 'in undefined': null });
    });

    it('stop only calls whose secret was revoked, at their next step', async (t) => {
      const clock = manualClock();
      const process = startProcess(await (await engine.create(t)).open(clock), clock);
      const { key, secret } = await makeKey(process);
      const intent = { kind: 'write', provider: 'p', model: 'm', hold: 500 } as const;
      const before = await admit(process, await process.accounts.authenticate(secret));
      await spend(before);
      await process.keys.reissue({ id: key.id, graceMs: 60_000 });
      await spend(before);
      const within = await admit(process, await process.accounts.authenticate(secret));
      const reissued = await process.keys.reissue({ id: key.id, graceMs: null });
      clock.advance(1);
      const renewed = await process.accounts.authenticate(reissued?.secret ?? '');
      const after = await admit(process, renewed);
      for (const call of [before, within]) {
        const rejection = await rejectionOf(call.meter.openStep(intent));
        assert.equal(rejection.message, 'invalid_key');
        assert.match(rejection.body('en').error, /revoked, which ended the call/);
        assert.match(rejection.body('zh').error, /已被吊销/);
      }
      await spend(after);
      const { key: other } = await makeKey(process);
      await spend(await admit(process, other));
      const { charged, unbilled } = await before.settle('key_disabled', false);
      assert.deepEqual([charged, unbilled], [60, 0]);
      await assertLedgerBalances(process);
    });
  });
