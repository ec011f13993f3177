import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { AdmitRequest } from '../../accounting/ledger-store.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { openSqliteDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { openSqliteAccounts } from './store.ts';

it('computes the daily usage by outcome of an older database from its calls', async (t) => {
  const path = join(temporaryFolder(t), 'citewell.db');
  const old = openSqliteDatabase(path, migrations.slice(0, 2));
  old.connection.exec(`
    INSERT INTO api_key (id, label, status, modules, granted, charged, held, ledger_hash, created_at)
    VALUES ('k', '', 'enabled', '[]', 900, 115, 10, x'', 0);
    INSERT INTO key_secret (hash, key_id, hint, created_at) VALUES (x'', 'k', 'cw_', 0);
    INSERT INTO call (id, key_id, endpoint, module, state, held, tokens, charged, unbilled, quota_day, outcome, owner,
      lease_until, started_at, ended_at)
    VALUES ('one', 'k', 'ask', 'ask_agent', 'settled', 0, 105, 105, 0, '2026-01-15', 'ok', '', 0, 1, 2),
      ('two', 'k', 'ask', 'ask_agent', 'settled', 0, 30, 10, 20, '2026-01-15', 'client_gone', '', 0, 2, 3),
      ('three', 'k', 'ask', 'ask_agent', 'released', 0, 0, 0, 0, '2026-01-15', 'ok', '', 0, 3, 4),
      ('four', 'k', 'ask', 'ask_agent', 'held', 10, 0, 0, 0, '2026-01-15', NULL, '', 0, 4, NULL);
    INSERT INTO call_step VALUES ('one', 1, 'plan', 'p', 'small', 9, 3, 2, 'provider'),
      ('one', 2, 'write', 'p', 'large', 99, 60, 40, 'provider'), ('two', 1, 'write', 'p', 'large', 99, 20, 10, 'seen'),
      ('four', 1, 'write', 'p', 'large', 99, 7, 7, 'open');
    INSERT INTO usage_day VALUES ('k', '2026-01-15', 'ask', '*', 3, 83, 52, 115, 20);
  `);
  await old.close();
  const store = openSqliteAccounts({ path, clock: manualClock(), quotaTimeZone: 'UTC' });
  t.after(() => store.close());
  const { drifts } = await store.verifyLedger();
  assert.deepEqual(
    drifts.filter(({ invariant }) => invariant === 'I5'),
    [],
  );
  const filter = { keyId: 'k', from: '2026-01-15', to: '2026-01-15', endpoint: undefined };
  const sums = async (outcome: 'ok' | 'client_disconnected') => {
    const page = { after: undefined, limit: 9 };
    const usage = await store.reportUsage({ ...filter, outcome }, 'model', page);
    const byEndpoint = usage?.byEndpoint.map(({ requests, charged, unbilled }) => [
      requests,
      charged,
      unbilled,
    ]);
    return [byEndpoint, usage?.trend.map(({ key, requests, promptTokens }) => [key, requests, promptTokens])];
  };
  assert.deepEqual(await sums('ok'), [
    [[2, 105, 0]],
    [
      ['large', 1, 60],
      ['small', 1, 3],
    ],
  ]);
  assert.deepEqual(await sums('client_disconnected'), [[[1, 10, 20]], [['large', 1, 20]]]);
});

it('drops unused columns of an older database, keeps its calls, and adds idempotency keys', async (t) => {
  const path = join(temporaryFolder(t), 'citewell.db');
  const old = openSqliteDatabase(path, migrations.slice(0, 4));
  old.connection.exec(`
    INSERT INTO api_key (id, label, status, modules, granted, held, ledger_hash, created_at)
    VALUES ('k', '', 'enabled', '["ask_agent"]', 9000, 10, x'', 0);
    INSERT INTO call (id, key_id, endpoint, module, state, held, quota_day, owner, lease_until, started_at)
    VALUES ('one', 'k', 'ask', 'ask_agent', 'held', 10, '2026-01-15', '', 0, 4);
  `);
  await old.close();
  const store = openSqliteAccounts({ path, clock: manualClock(), quotaTimeZone: 'UTC' });
  t.after(() => store.close());
  assert.equal(await store.settleExpired(9), 1);
  const request: Omit<AdmitRequest, 'callId'> = {
    ...{ keyId: 'k', module: 'ask_agent', endpoint: 'ask', hold: 1, owner: 'test' },
    idempotency: { name: 'job 1', requestHash: Buffer.of(1) },
  };
  assert.equal((await store.admit({ ...request, callId: 'two' })).decision, 'admitted');
  assert.equal((await store.admit({ ...request, callId: 'three' })).decision, 'rejected');
});

it('keeps what the steps of an older database hold, and counts it for the next step of their calls', async (t) => {
  const path = join(temporaryFolder(t), 'citewell.db');
  const old = openSqliteDatabase(path, migrations.slice(0, 12));
  old.connection.exec(`
    INSERT INTO api_key (id, label, status, modules, granted, held, ledger_hash, created_at)
    VALUES ('k', '', 'enabled', '["ask_agent"]', 9000, 400, x'', 0);
    INSERT INTO call (id, key_id, endpoint, module, state, held, quota_day, owner, lease_until, started_at)
    VALUES ('one', 'k', 'ask', 'ask_agent', 'held', 400, '2026-01-15', '', 0, 4);
    INSERT INTO call_step (call_id, seq, kind, provider, model, bound, prompt, completion, src, cached)
    VALUES ('one', 1, 'plan', 'p', 'small', 50, 3, 2, 'provider', 1),
      ('one', 2, 'write', 'p', 'large', 350, 60, 40, 'open', NULL);
  `);
  await old.close();
  const store = openSqliteAccounts({ path, clock: manualClock(), quotaTimeZone: 'UTC' });
  t.after(() => store.close());
  const step = { kind: 'write', provider: 'p', model: 'large', hold: 300 } as const;
  assert.equal(await store.openStep({ callId: 'one', seq: 3 }, step), undefined);
  const [call] = (await store.runningCalls({ limit: 1 })).items;
  assert.equal(call?.held, 5 + 350 + 300);
  const reader = new DatabaseSync(path, { readOnly: true });
  t.after(() => reader.close());
  assert.deepEqual(
    reader
      .prepare('SELECT hold, prompt, completion, src, cached FROM call_step ORDER BY seq')
      .all()
      .map(Object.values),
    [
      [50, 3, 2, 'provider', 1],
      [350, 60, 40, 'open', null],
      [300, 0, 0, 'open', null],
    ],
  );
});
