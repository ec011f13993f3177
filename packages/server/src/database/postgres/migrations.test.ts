import assert from 'node:assert/strict';
import { it } from 'node:test';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { sharedPostgres } from '../../testing/accounting/postgres-server.ts';
import { openPostgresDatabase } from './database.ts';
import { migrations } from './migrations.ts';
import { createPostgresAccounts } from './store.ts';

it('keeps what the steps of an older database hold, and counts it for the next step of their calls', async (t) => {
  const { url, execute } = await (await sharedPostgres()).createSchema();
  await (await openPostgresDatabase(url, migrations.slice(0, 14), () => {})).close();
  await execute(`
    INSERT INTO api_key (id, label, status, modules, granted, held, ledger_hash, created_at)
    VALUES ('k', '', 'enabled', '{ask_agent}', 9000, 400, '', 0);
    INSERT INTO call (id, key_id, endpoint, module, state, held, quota_day, owner, lease_until, started_at)
    VALUES ('one', 'k', 'ask', 'ask_agent', 'held', 400, '2026-01-15', '', 0, 4);
    INSERT INTO call_step (call_id, seq, kind, provider, model, bound, prompt, completion, src, cached)
    VALUES ('one', 1, 'plan', 'p', 'small', 50, 3, 2, 'provider', 1),
      ('one', 2, 'write', 'p', 'large', 350, 60, 40, 'open', NULL);
  `);
  const database = await openPostgresDatabase(url, migrations, () => {});
  const store = createPostgresAccounts({ database, clock: manualClock(), quotaTimeZone: 'UTC' });
  t.after(() => store.close());
  const step = { kind: 'write', provider: 'p', model: 'large', hold: 300 } as const;
  assert.equal(await store.openStep({ callId: 'one', seq: 3 }, step), undefined);
  const [call] = (await store.runningCalls({ limit: 1 })).items;
  assert.equal(call?.held, 5 + 350 + 300);
  assert.deepEqual(
    (
      await database.run({
        text: 'SELECT hold, prompt, completion, src, cached FROM call_step ORDER BY seq',
      })
    ).map(Object.values),
    [
      [50, 3, 2, 'provider', 1],
      [350, 60, 40, 'open', null],
      [300, 0, 0, 'open', null],
    ],
  );
});
