import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { overallUsage } from './responses.ts';

it('GET /admin/api/usage returns the usage of all keys by day and key, to auditors too', async (t) => {
  const test = await buildAdminTest(t);
  const client = await test.signIn();
  const [key] = await test.services.keys.list();
  assert.ok(key);
  const call = await test.services.accounts.admit({
    ...{ id: 'req_1', key, module: 'ask_agent', endpoint: 'ask', hold: 3_000 },
  });
  const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 2_000 });
  await step.finish({ promptTokens: 1_200, completionTokens: 34 }, 'provider');
  await call.settle('ok', true);

  const usage = await client.get<z.output<typeof overallUsage>>('/admin/api/usage');
  z.strictObject(overallUsage.shape).parse(usage);
  assert.equal(usage.trend.length, 30);
  assert.equal(usage.trend.at(-1)?.total_tokens, 1_234);
  const { id, label } = key;
  const group = {
    requests: 1,
    prompt_tokens: 1_200,
    completion_tokens: 34,
    total_tokens: 1_234,
    charged: 1_234,
  };
  assert.deepEqual(usage.keys, [{ key: id, label, ...group }]);
  assert.deepEqual(usage.totals, { ...group, unbilled: 0 });
  const auditor = await test.signIn('auditor');
  assert.deepEqual(await auditor.get('/admin/api/usage'), usage);
  const { to } = usage.window;
  assert.equal((await client.get<typeof usage>(`/admin/api/usage?from=${to}&to=${to}`)).trend.length, 1);
  for (const query of ['from=2026-02-30', 'from=2027-01-01&to=2026-01-01', 'from=2020-01-01&to=2026-01-01'])
    assertErrorResponse(await client.send('GET', `/admin/api/usage?${query}`), 400, 'invalid_request');
});
