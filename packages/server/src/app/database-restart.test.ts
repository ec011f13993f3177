import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountsDatabase } from '../database/accounts-database.ts';
import { openPostgresDatabase } from '../database/postgres/database.ts';
import { migrations } from '../database/postgres/migrations.ts';
import { createPostgresAccounts } from '../database/postgres/store.ts';
import { chunk } from '../pipeline/events.ts';
import { type PostgresServer, startPostgres } from '../testing/accounting/postgres-server.ts';
import { buildTestApp, type TestApp } from '../testing/app/build-test-app.ts';

type Setting = { test: TestApp; server: PostgresServer; store: AccountsDatabase };

/** The service on its own PostgreSQL; every answer requests 300 tokens from a model, once `writing` resolves. */
async function begin(
  t: TestContext,
  { returnWithinMs, writing = () => delay(20) }: { returnWithinMs: number; writing?: () => Promise<unknown> },
): Promise<Setting> {
  const server = await startPostgres();
  t.after(() => server.stop());
  const database = await openPostgresDatabase(server.url, migrations, () => {}, { returnWithinMs });
  const store = createPostgresAccounts({ database, quotaTimeZone: 'UTC' });
  const test = await buildTestApp(t, {
    store,
    async answer(_request, _dependencies, { emit, meter }) {
      const step = await meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 500 });
      await writing();
      await emit(chunk('It works.'));
      await step.finish({ promptTokens: 200, completionTokens: 100 }, 'provider');
      await emit({ event: 'references', data: { refs: [] } });
    },
  });
  return { test, server, store };
}

function request({ test }: Setting, path: string, headers: Record<string, string> = {}) {
  const payload = path.endsWith('search') ? '{"terms":[]}' : '{"question":"Does it work?"}';
  const key = { 'x-api-key': test.key, ...headers };
  return path.endsWith('my_usage')
    ? test.app.inject({ method: 'GET', url: path, headers: key })
    : test.app.inject({
        ...{ method: 'POST', url: path, payload },
        headers: { ...key, 'content-type': 'application/json' },
      });
}

/** Long before the leases of calls that nobody ended expire. */
async function assertNothingHeld({ store }: Setting): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  while ((await store.runningCalls({ limit: 1 })).items.length > 0 && performance.now() < giveUpAt)
    await delay(50);
  const [key] = await store.listKeys();
  assert.equal(key?.held, 0);
  assert.deepEqual((await store.verifyLedger()).drifts, []);
}

const paths = ['/ai/api/ask', '/ai/api/ask_stream', '/ai/api/local_advanced_search', '/ai/api/my_usage'];

it('a database that restarts under load causes no 500 and no ledger error', async (t) => {
  const setting = await begin(t, { returnWithinMs: 500 });
  let asking = true;
  let charged = 0;
  const statuses = new Map<string, number>();
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let turn = 0; asking; turn += 1) {
      const reply = await request(setting, paths[(caller + turn) % paths.length] as string);
      // A stream that has started ends with an event with the same message.
      const failed = reply.body.includes('event: error');
      const status = failed ? 'error' : String(reply.statusCode);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (failed) assert.match(reply.body, /database of this service cannot be reached/);
      else if (reply.statusCode !== 200) {
        assert.deepEqual([reply.statusCode, reply.json().code], [503, 'overloaded'], reply.body);
        assert.equal(reply.headers['retry-after'], '5');
      }
      if (reply.statusCode === 200) charged += Number(reply.headers['x-tokens-charged'] ?? 0);
      // Calls under way at every moment need no core of their own.
      await delay(5);
    }
  });
  for (let round = 0; round < 3; round += 1) {
    await delay(300);
    await setting.server.crash();
    await delay(round * 600);
    await setting.server.restart();
  }
  await delay(300);
  asking = false;
  await Promise.all(callers);
  t.diagnostic(JSON.stringify(Object.fromEntries(statuses)));
  assert.ok((statuses.get('503') ?? 0) > 0 && (statuses.get('200') ?? 0) > 0);
  await assertNothingHeld(setting);
  const [key] = await setting.store.listKeys();
  assert.ok(charged > 0 && (key?.charged ?? 0) >= charged, `${key?.charged} of ${charged}`);
});

it('callers are told in their language that it is unavailable and when to retry', async (t) => {
  const setting = await begin(t, { returnWithinMs: 100 });
  assert.equal((await request(setting, '/ai/api/ask')).statusCode, 200);
  await setting.server.crash();
  for (const path of paths)
    for (const [language, sentence] of [
      ['en', /^The database of this service cannot be reached at the moment/],
      ['zh', /^服务的数据库暂时无法访问/],
    ] as const) {
      const reply = await request(setting, path, { 'accept-language': language });
      assert.deepEqual([reply.statusCode, reply.json().code], [503, 'overloaded'], path);
      assert.match(reply.json().error, sentence);
      assert.equal(reply.headers['retry-after'], '5');
    }
  await setting.server.restart();
  assert.equal((await request(setting, '/ai/api/ask')).statusCode, 200);
  await assertNothingHeld(setting);
});

it('running calls wait for the database, and are answered and charged as usual', async (t) => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  let begun = 0;
  const setting = await begin(t, {
    returnWithinMs: 100,
    writing: () => {
      begun += 1;
      return until;
    },
  });
  const running = Array.from({ length: 4 }, () => request(setting, '/ai/api/ask'));
  while (begun < running.length) await delay(10);
  await setting.server.crash();
  goOn();
  await delay(1_000);
  await setting.server.restart();
  for (const reply of await Promise.all(running))
    assert.deepEqual([reply.statusCode, reply.headers['x-tokens-charged']], [200, '300'], reply.body);
  await assertNothingHeld(setting);
  assert.equal((await setting.store.listKeys())[0]?.charged, 1_200);
});
