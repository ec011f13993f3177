import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { seededRandom } from '@citewell/simulators/random.ts';
import type { AdmittedCall } from '../../accounting/accounts.ts';
import { replyRetentionMs, toStoredReply } from '../../accounting/idempotency/idempotency.ts';
import { resultRetentionMs } from '../../accounting/idempotency/stored-results.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { newSecret, secretHash, secretHint } from '../../accounting/keys/secret.ts';
import {
  admit,
  makeKey,
  manualClock,
  startProcess,
  storeEngines,
  type TestProcess,
} from '../../testing/accounting/accounts-databases.ts';
import { aForm, openOffice } from '../../testing/accounting/applicants.ts';
import { sharedPostgres } from '../../testing/accounting/postgres-server.ts';
import { migrations as sqliteMigrations } from '../sqlite/migrations.ts';
import { openPostgresDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { createPostgresAccounts } from './store.ts';

const engine = storeEngines.find(({ name }) => name === 'PostgreSQL') ?? assert.fail();
type Replica = TestProcess;

const by = { actor: 'test' };

async function begin(t: TestContext, handles = 1) {
  const home = await engine.create(t);
  const processes: Replica[] = [];
  for (let handle = 0; handle < handles; handle += 1)
    processes.push(startProcess(await home.open(systemClock), systemClock, `process ${handle}`));
  const [first] = processes;
  assert.ok(first);
  return { home, first, processes };
}

describe('the accounts on PostgreSQL, shared by replicas', () => {
  // Such a plan is chosen for tables of a few rows, depending on their statistics.
  it('clean up and send no more than asked for, even if a plan repeats subqueries', async (t) => {
    const schema = await (await sharedPostgres()).createSchema();
    const off = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan'];
    const url = schema.url + off.map((name) => encodeURIComponent(` -c enable_${name}=off`)).join('');
    const database = await openPostgresDatabase(url, migrations, () => {});
    const clock = manualClock();
    const office = openOffice(createPostgresAccounts({ database, quotaTimeZone: 'UTC', clock }), clock);
    const process = startProcess(office.store, clock);
    t.after(() => office.store.close());
    const { key } = await makeKey(process);
    for (let item = 0; item < 7; item += 1) {
      const call = { name: `job ${item}`, requestHash: hash('sha256', 'a', 'buffer') };
      await process.accounts.storedResults(key, call).store('section', 'text');
      const intent = { id: `call-${item}`, key, module: 'ask_agent', endpoint: 'ask', hold: 0 } as const;
      const admitted = await process.accounts.admitOnce(intent, call);
      assert.ok('settle' in admitted);
      await admitted.settle('ok', true, toStoredReply(call.name, 200, '{}'));
      await office.applications.submit(aForm({ email: `p${item}@example.org` }), `198.51.100.${item}`);
    }
    clock.advance(Math.max(replyRetentionMs, resultRetentionMs));
    const due = { encryptionId: office.encryption.id, limit: 3, leaseMs: 60_000 };
    assert.equal(await office.store.purgeIdempotencyRecords(3), 3);
    assert.equal(await office.store.purgeResults(3), 3);
    assert.equal((await office.store.takeDueMails(due)).length, 3);
  });

  it('have the tables and columns of SQLite, plus those shared by replicas', async (t) => {
    const schema = await (await sharedPostgres()).createSchema();
    const database = await openPostgresDatabase(schema.url, migrations, () => {});
    t.after(() => database.close());
    const rows = await database.run<{ name: string }>({
      text: `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema()`,
    });
    const shared = /^(?:schema_version|cached_search|cached_article|rate_limit)\./;
    const sqlite = new DatabaseSync(':memory:');
    t.after(() => sqlite.close());
    for (const sql of sqliteMigrations) sqlite.exec(sql);
    const expected = sqlite
      .prepare(
        `SELECT t.name || '.' || c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table'`,
      )
      .all();
    assert.deepEqual(
      new Set(rows.map(({ name }) => name).filter((name) => !shared.test(name))),
      new Set(expected.map(({ name }) => name)),
    );
  });

  it('take the time from the database if no clock is given', async (t) => {
    const schema = await (await sharedPostgres()).createSchema();
    const database = await openPostgresDatabase(schema.url, migrations, () => {});
    t.after(() => database.close());
    const process = startProcess(createPostgresAccounts({ database, quotaTimeZone: 'UTC' }), systemClock);
    const read = async () => {
      const [row] = await database.run<{ at: number }>({ text: 'SELECT now_ms(NULL) AS at' });
      return row?.at ?? 0;
    };
    const before = await read();
    const { key } = await makeKey(process);
    const call = await admit(process, key);
    const [running] = (await process.store.runningCalls({ limit: 1 })).items;
    const after = await read();
    assert.ok(running?.id === call.id);
    for (const instant of [key.createdAt, running.startedAt, running.leaseUntil - 30_000])
      assert.ok(before <= instant && instant <= after);
  });

  it('admit the valid calls of a batch with an invalid one', async (t) => {
    const { first, home } = await begin(t);
    const { key } = await makeKey(first);
    const request = (callId: string) => ({
      ...{ callId, keyId: key.id, module: 'ask_agent' as const, endpoint: 'ask' },
      ...{ hold: 100, owner: 'test' },
    });
    const ids = ['a', 'b', 'c', 'd', 'twice', 'e', 'twice', 'f'];
    const store = await home.open(manualClock());
    const results = await Promise.allSettled(ids.map((id) => store.admit(request(id))));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7);
    assert.equal((await first.keys.get(key.id))?.held, 700);
    assert.deepEqual((await store.verifyLedger()).drifts, []);
  });

  it('never deadlock between calls, checkpoints, lease cleanup and operators on the same few keys', async (t) => {
    const { first, processes } = await begin(t, 3);
    const keys: ApiKey[] = [];
    for (let turn = 0; turn < 3; turn += 1) keys.push((await makeKey(first, { balance: 200_000 })).key);
    const failures: unknown[] = [];
    const expectRejection = (error: unknown): undefined => {
      if (!(error instanceof ServiceError) || error.cause !== undefined) failures.push(error);
    };

    const caller = async (process: Replica, seed: number) => {
      const random = seededRandom(seed);
      const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
      for (let turn = 0; turn < 12; turn += 1) {
        const call: AdmittedCall | undefined = await admit(process, pick(keys), { hold: 500 }).catch(
          expectRejection,
        );
        if (!call) continue;
        for (let steps = Math.floor(random() * 3); steps > 0; steps -= 1) {
          const intent = { kind: 'write', provider: 'p', model: pick(['m', 'n']), hold: 800 } as const;
          const step = await call.meter.openStep(intent).catch(expectRejection);
          if (!step) continue;
          step.progress({ promptTokens: 5, completionTokens: Math.floor(random() * 100) });
          call.markDelivered();
          if (random() < 0.7)
            await step.finish({ promptTokens: 90, completionTokens: 9 }, 'provider').catch(expectRejection);
        }
        if (random() < 0.9) await call.settle(pick(['ok', 'client_disconnected', 'internal_error']), true);
      }
    };
    const operator = async ({ store }: Replica, seed: number) => {
      const random = seededRandom(seed);
      for (let turn = 0; turn < 15; turn += 1) {
        const { id } = keys[Math.floor(random() * keys.length)] ?? assert.fail();
        const secret = newSecret();
        const replacement = { secretHash: secretHash(secret), hint: secretHint(secret), graceMs: 1_000 };
        await store.postAdjustment({ keyId: id, kind: 'grant', amount: 100, reason: 'more' }, by);
        await store.updateKey(id, { status: random() < 0.3 ? 'disabled' : 'enabled' }, by);
        await store.reissueKey({ keyId: id, ...replacement }, by);
        await store.updateKey(id, { label: `turn ${turn}` }, by);
        const [running] = (await store.runningCalls({ keyId: id, limit: 1 })).items;
        if (running) await store.stopCall(running.id, by);
        await store.postAdjustment({ keyId: id, kind: 'adjust', amount: -100, reason: 'less' }, by);
        await store.updateKey(id, { status: 'enabled' }, by);
      }
    };
    let busy = true;
    const background = processes.map(async (process) => {
      while (busy) {
        await process.checkpoint();
        await process.store.settleExpired(10);
        await process.store.verifyLedger();
      }
    });
    const work = processes.flatMap((process, index) => [
      ...[1, 2, 3, 4].map((seed) => caller(process, 10 * index + seed)),
      operator(process, 100 + index),
    ]);
    const results = await Promise.allSettled(work);
    busy = false;
    await Promise.all(background);
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
    assert.deepEqual(failures, []);
    assert.deepEqual(
      processes.flatMap(({ log }) => log),
      [],
      'no checkpoint failed',
    );
    const { calls, drifts } = await first.store.verifyLedger();
    assert.ok(calls > 50);
    assert.deepEqual(drifts, []);
    assert.deepEqual((await first.store.verifyAudit()).drifts, []);
  });
});
