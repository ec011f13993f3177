import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { AccountsDatabase } from '../database/accounts-database.ts';
import {
  admit,
  makeKey,
  manualClock,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';
import { newSecret } from './keys/secret.ts';
import type { Checkpoint } from './ledger-store.ts';
import { openAccounts } from './open-accounts.ts';
import { renewIntervalMs } from './running-calls.ts';

const [engine] = storeEngines;
assert.ok(engine);

/** A store on which the named methods are replaced. */
function instead(store: AccountsDatabase, replaced: Partial<AccountsDatabase>): AccountsDatabase {
  return { ...store, ...replaced };
}

const intent = { kind: 'write', provider: 'test', model: 'm', hold: 500 } as const;

describe('running calls', () => {
  it('write the changes of all running steps at once, and renew leases periodically', async (t) => {
    const clock = manualClock();
    const store = await (await engine.create(t)).open(clock);
    const written: Checkpoint[] = [];
    const process = startProcess(
      instead(store, {
        checkpoint: async (checkpoint) => {
          written.push(checkpoint);
          await store.checkpoint(checkpoint);
        },
      }),
      clock,
    );
    const { key } = await makeKey(process);
    const calls = [await admit(process, key), await admit(process, key)];
    const steps = await Promise.all(calls.map((call) => call.meter.openStep(intent)));
    await process.checkpoint();
    for (const [index, step] of steps.entries()) step.progress({ promptTokens: index, completionTokens: 1 });
    steps[0]?.progress({ promptTokens: 7, completionTokens: 2 });
    calls[0]?.markDelivered();
    await process.checkpoint();
    await process.checkpoint();
    clock.advance(renewIntervalMs);
    await process.checkpoint();
    const ids = calls.map(({ id }) => id);
    const seen = (promptTokens: number, completionTokens: number) => ({ promptTokens, completionTokens });
    assert.deepEqual(
      written.map(({ steps, delivered, renew }) => ({ steps, delivered: delivered.length, renew })),
      [
        { steps: [], delivered: 0, renew: ids },
        {
          steps: [
            { callId: ids[0], seq: 1, seen: seen(7, 2) },
            { callId: ids[1], seq: 1, seen: seen(1, 1) },
          ],
          delivered: 1,
          renew: [],
        },
        { steps: [], delivered: 0, renew: ids },
      ],
    );
  });

  it('write the same figures again after a failed checkpoint', async (t) => {
    const clock = manualClock();
    const store = await (await engine.create(t)).open(clock);
    let failures = 1;
    const process = startProcess(
      instead(store, {
        checkpoint: async (checkpoint) => {
          if (failures-- > 0) throw new Error('the disk is full');
          await store.checkpoint(checkpoint);
        },
      }),
      clock,
    );
    const { key } = await makeKey(process);
    const call = await admit(process, key);
    const step = await call.meter.openStep(intent);
    step.progress({ promptTokens: 30, completionTokens: 3 });
    call.markDelivered();
    await process.checkpoint();
    assert.deepEqual(process.log, ['checkpoint_failed']);
    await process.checkpoint();
    clock.advance(60_000);
    await store.settleExpired(10);
    assert.equal((await process.keys.get(key.id))?.charged, 33);
  });

  it('correct and log impossible token counts', async (t) => {
    const clock = manualClock();
    const process = startProcess(await (await engine.create(t)).open(clock), clock);
    const { key } = await makeKey(process, { balance: 50_000_000 });
    const counts: [given: number, booked: number][] = [
      [-500, 0],
      [Number.NaN, 0],
      [1.2, 2],
      [1e12, 10_000_000],
    ];
    for (const [given, booked] of counts) {
      const call = await admit(process, key);
      const step = await call.meter.openStep({ ...intent, hold: 10_000_000 });
      await step.finish({ promptTokens: given, completionTokens: 0 }, 'provider');
      assert.equal((await call.settle('ok', true)).charged, booked);
    }
    assert.deepEqual(process.log, Array(4).fill('token_count_corrected'));
  });

  it('leave a call whose settlement failed to the cleanup of expired leases', async (t) => {
    const clock = manualClock();
    const store = await (await engine.create(t)).open(clock);
    const process = startProcess(
      instead(store, { settle: () => Promise.reject(new Error('the disk is full')) }),
      clock,
    );
    const { key } = await makeKey(process);
    const call = await admit(process, key);
    await assert.rejects(call.settle('ok', true));
    clock.advance(60_000);
    await process.checkpoint();
    await process.reap();
    assert.deepEqual(process.log, ['expired_calls_settled']);
    assert.equal((await process.keys.get(key.id))?.held, 0);
  });

  it('write their last figures when the process shuts down', async (t) => {
    const clock = manualClock();
    const store = await (await engine.create(t)).open(clock);
    const log: string[] = [];
    const accounts = openAccounts({
      store,
      clock,
      owner: 'closing',
      log: (_level, event) => log.push(event),
      every: () => () => log.push('stopped'),
    });
    const process = startProcess(store, clock);
    const { key } = await makeKey(process);
    const call = await accounts.admit({ id: 'a', key, module: 'ask_agent', endpoint: 'ask', hold: 10 });
    const step = await call.meter.openStep(intent);
    step.progress({ promptTokens: 5, completionTokens: 5 });
    call.markDelivered();
    await accounts.close();
    assert.deepEqual(log, ['stopped', 'stopped', 'stopped']);
    clock.advance(60_000);
    await process.reap();
    assert.equal((await process.keys.get(key.id))?.charged, 10);
  });
});

describe('admission', () => {
  const broken = new Proxy({} as AccountsDatabase, {
    get: (_, method) => () => Promise.reject(new Error(`${String(method)}: the disk is gone`)),
  });

  it('rejects forged keys without a query', async () => {
    const { accounts } = startProcess(broken, manualClock());
    const secret = newSecret();
    for (const forged of ['', 'x', `${secret.slice(0, -6)}000000`, secret.toLowerCase()])
      await assert.rejects(accounts.authenticate(forged), { code: 'invalid_key' });
  });

  it('is refused while the store is unavailable, with Retry-After', async () => {
    const { accounts } = startProcess(broken, manualClock());
    await assert.rejects(
      accounts.authenticate(newSecret()),
      (error) =>
        error instanceof ServiceError &&
        error.code === 'internal_error' &&
        error.headers['Retry-After'] === '5' &&
        !error.body('en').error.includes('disk'),
    );
  });
});
