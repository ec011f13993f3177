import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { type AdminClient, type AdminTest, buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';
import { adjustmentResponse, keyPage, keyResponse, keyWithSecret, reissuedKey } from './responses.ts';

type Key = z.output<typeof keyResponse>;
type WithSecret = z.output<typeof keyWithSecret>;
type PostedEntry = z.output<typeof adjustmentResponse>;

const hourMs = 3_600_000;

async function ask({ publicApp }: AdminTest, key: string): Promise<number> {
  const reply = await publicApp.inject({
    method: 'POST',
    url: '/ai/api/ask',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: '{"question":"metformin"}',
  });
  return reply.statusCode;
}

function create(client: AdminClient, input: Record<string, unknown> = {}): Promise<WithSecret> {
  return client.change('POST', '/admin/api/keys', {
    label: '三病区',
    modules: ['ask_agent'],
    daily_quota: null,
    balance: 100_000,
    ...input,
  });
}

describe('keys over HTTP', () => {
  it('are created with a secret that is shown once and works at once', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const made = await create(client, {
      owner_email: 'li@hospital.example',
      daily_quota: 7,
      max_running_calls: 120,
      expires_at: '2026-02-01T08:00:00+08:00',
      reason: '电话申请',
    });
    z.strictObject(keyWithSecret.shape).parse(made);
    assert.equal(await ask(test, made.secret), 200);
    const key = await client.get<Key>(`/admin/api/keys/${made.key.id}`);
    z.strictObject(keyResponse.shape).parse(key);
    assert.equal(key.owner_email, 'li@hospital.example');
    assert.equal(key.max_running_calls, 120);
    assert.equal(key.expires_at, '2026-02-01T00:00:00.000Z');
    const everywhere = [
      await client.send('GET', '/admin/api/keys'),
      await client.send('GET', `/admin/api/keys/${key.id}`),
      await client.send('GET', '/admin/api/audit'),
      await client.send('GET', '/admin/api/audit?format=csv'),
    ];
    for (const { body } of everywhere) assert.ok(body.includes(key.id) && !body.includes(made.secret));
    assert.ok(!test.logLines.join('').includes(made.secret));
  });

  it('are listed page by page for any signed-in role', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    for (let turn = 0; turn < 5; turn += 1) {
      test.clock.advance(1);
      await create(client, { label: `病区 ${turn}` });
    }
    const auditor = await test.signIn('auditor');
    const labels: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `search=${encodeURIComponent('病区')}&limit=2${cursor && `&cursor=${cursor}`}`;
      const page: z.output<typeof keyPage> = await auditor.get(`/admin/api/keys?${query}`);
      z.strictObject(keyPage.shape).parse(page);
      labels.push(...page.keys.map(({ label }) => label));
      cursor = page.next_cursor;
    }
    assert.deepEqual(labels, ['病区 4', '病区 3', '病区 2', '病区 1', '病区 0']);
  });

  it('apply every change to the next request and audit it', async (t) => {
    // Without a model, no balance is needed.
    const test = await buildAdminTest(t, { services: { model: scriptedModel({}) } });
    const client = await test.signIn();
    const { key, secret } = await create(client);
    const path = `/admin/api/keys/${key.id}`;
    const steps: [method: string, path: string, body: unknown, action: string, status: number][] = [
      ['POST', `${path}/disable`, { reason: '欠费' }, 'key.disable', 401],
      ['POST', `${path}/enable`, {}, 'key.enable', 200],
      ['PATCH', path, { modules: ['factcheck'] }, 'key.update', 403],
      ['PATCH', path, { modules: ['factcheck', 'ask_agent'] }, 'key.update', 200],
      ['PATCH', path, { daily_quota: 0, reason: 'pause' }, 'key.update', 429],
      ['PATCH', path, { daily_quota: null }, 'key.update', 200],
      ['PATCH', path, { max_running_calls: 7 }, 'key.update', 200],
      ['PATCH', path, { max_running_calls: null }, 'key.update', 200],
      ['PATCH', path, { expires_at: '2026-01-15' }, 'key.update', 401],
      ['PATCH', path, { expires_at: null, label: 'ward 3', owner_email: 'a@b.example' }, 'key.update', 200],
      ['PATCH', path, { owner_email: null }, 'key.update', 200],
      ['POST', `${path}/adjust`, { amount: -100_000, reason: '更正' }, 'key.adjust', 403],
      ['POST', `${path}/top_up`, { amount: 50_000, reason: 'paid' }, 'key.top_up', 200],
    ];
    for (const [method, url, body, action, status] of steps) {
      await client.change(method, url, body);
      assert.equal(await ask(test, secret), status, `${action} ${JSON.stringify(body)}`);
      const [entry] = (await test.store.searchAudit({ target: key.id, limit: 1 })).items;
      assert.equal(entry?.action, action);
      assert.deepEqual([entry?.actor, entry?.ip], ['admin:mei', '127.0.0.1']);
      assert.match(entry?.correlationId ?? '', /^req_/);
      assert.equal(entry?.reason, (body as { reason?: string }).reason ?? null);
    }
  });

  it('are reissued: the old secret works until its grace ends, or not at all after a leak', {
    tags: ['key.reissue'],
  }, async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const { key, secret } = await create(client);
    const reissue = (body: Record<string, unknown>) =>
      client.change<WithSecret>('POST', `/admin/api/keys/${key.id}/reissue`, { reason: '遗失', ...body });
    const first = await reissue({ grace_hours: 24 });
    z.strictObject(reissuedKey.shape).parse(first);
    const second = first.secret;
    assert.deepEqual([await ask(test, secret), await ask(test, second)], [200, 200]);
    test.clock.advance(24 * hourMs);
    assert.deepEqual([await ask(test, secret), await ask(test, second)], [401, 200]);
    const again = await test.signIn();
    const third = await again.change<WithSecret>('POST', `/admin/api/keys/${key.id}/reissue`, {
      leaked: true,
      reason: 'found on GitHub',
    });
    assert.deepEqual([await ask(test, second), await ask(test, third.secret)], [401, 200]);
    const fourth = await again.change<WithSecret>('POST', `/admin/api/keys/${key.id}/reissue`, {
      reason: 'x',
    });
    assert.deepEqual([await ask(test, third.secret), await ask(test, fourth.secret)], [401, 200]);
    const revoked = fourth.key.secrets.filter(({ revoked_at: at }) => at !== null);
    assert.deepEqual([fourth.key.secrets.length, revoked.length], [4, 2]);
  });

  it('are adjusted once per operation key, and a repeated request gets the first reply', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const { key } = await create(client, { balance: 0 });
    const topUp = () =>
      client.change<PostedEntry>('POST', `/admin/api/keys/${key.id}/top_up`, {
        amount: 500,
        reason: '付款',
        operation_key: 'invoice 1',
      });
    const replies = await Promise.all(Array.from({ length: 20 }, topUp));
    z.strictObject(adjustmentResponse.shape).parse(replies[0]);
    assert.equal(replies.filter(({ repeated }) => !repeated).length, 1);
    for (const { entry } of replies) assert.deepEqual(entry, replies[0]?.entry);
    assert.equal((await client.get<Key>(`/admin/api/keys/${key.id}`)).granted, 500);
    const other = { amount: 501, reason: '付款', operation_key: 'invoice 1' };
    assertErrorResponse(
      await client.send('POST', `/admin/api/keys/${key.id}/top_up`, other),
      409,
      'conflict',
    );
  });

  it('keep charged and held tokens when a balance is reduced', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const { key } = await create(client, { balance: 1_000 });
    const adjust = { amount: -1_001, reason: 'x' };
    const english = await client.send('POST', `/admin/api/keys/${key.id}/adjust`, adjust);
    assert.match(assertErrorResponse(english, 409, 'conflict'), /^Only 1,000 tokens/);
    const chinese = await client.send('POST', `/admin/api/keys/${key.id}/adjust`, adjust, {
      'accept-language': 'zh',
    });
    assert.match(assertErrorResponse(chinese, 409, 'conflict'), /未计费且未预留的 Token 仅有 1,000 个/);
    await client.change('POST', `/admin/api/keys/${key.id}/adjust`, { amount: -1_000, reason: 'x' });
  });

  it('show the same usage as my_usage', async (t) => {
    const test = await buildAdminTest(t);
    const auditor = await test.signIn('auditor');
    const { key, secret } = await create(await test.signIn());
    await ask(test, secret);
    const own = await test.publicApp.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': secret } });
    assert.equal(own.statusCode, 200);
    assert.deepEqual(await auditor.get(`/admin/api/keys/${key.id}/usage`), own.json());
    const csv = await auditor.send('GET', `/admin/api/keys/${key.id}/usage?format=csv`);
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(csv.body.trim().split('\n').length, 2);
    assertErrorResponse(await auditor.send('GET', '/admin/api/keys/none/usage'), 404, 'not_found');
  });

  it('reject invalid changes by field, in both languages, and remain unchanged', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const { key } = await create(client);
    const path = `/admin/api/keys/${key.id}`;
    const before = await client.get(path);
    const wrong: [method: string, path: string, body: unknown, field: string][] = [
      ['POST', '/admin/api/keys', { modules: ['ask_agent'], daily_quota: 1, balance: 1 }, 'label'],
      ['POST', '/admin/api/keys', { label: 'x', modules: ['ask_agent'], daily_quota: 1 }, 'balance'],
      ['POST', '/admin/api/keys', { label: 'x', modules: ['ask_agent'], balance: 1 }, 'daily_quota'],
      ['PATCH', path, { label: '' }, 'label'],
      ['PATCH', path, { label: ' \t ' }, 'label'],
      ['PATCH', path, { label: 'a\nb' }, 'label'],
      ['PATCH', path, { label: '字'.repeat(201) }, 'label'],
      ['PATCH', path, { label: 'half \ud800' }, 'label'],
      ['PATCH', path, { label: 7 }, 'label'],
      ['PATCH', path, { owner_email: 'a@b.example, c@d.example' }, 'owner_email'],
      ['PATCH', path, { owner_email: 'a@b.example\r\nBcc: x@y.example' }, 'owner_email'],
      ['PATCH', path, { owner_email: `${'a'.repeat(250)}@b.example` }, 'owner_email'],
      ['PATCH', path, { modules: [] }, 'modules'],
      ['PATCH', path, { modules: 'ask_agent' }, 'modules'],
      ['PATCH', path, { modules: ['admin'] }, 'modules[0]'],
      ['PATCH', path, { daily_quota: -1 }, 'daily_quota'],
      ['PATCH', path, { daily_quota: 1.5 }, 'daily_quota'],
      ['PATCH', path, { daily_quota: '5' }, 'daily_quota'],
      ['PATCH', path, { max_running_calls: 0 }, 'max_running_calls'],
      ['PATCH', path, { max_running_calls: 100_001 }, 'max_running_calls'],
      ['PATCH', path, { expires_at: '2026-02-30' }, 'expires_at'],
      ['PATCH', path, { expires_at: 'tomorrow' }, 'expires_at'],
      ['PATCH', path, { expires_at: 1_800_000_000 }, 'expires_at'],
      ['POST', `${path}/top_up`, { amount: 0, reason: 'x' }, 'amount'],
      ['POST', `${path}/top_up`, { amount: -5, reason: 'x' }, 'amount'],
      ['POST', `${path}/top_up`, { amount: 1e15, reason: 'x' }, 'amount'],
      ['POST', `${path}/top_up`, { amount: '5', reason: 'x' }, 'amount'],
      ['POST', `${path}/top_up`, { amount: 5 }, 'reason'],
      ['POST', `${path}/adjust`, { amount: 0, reason: 'x' }, 'amount'],
      ['POST', `${path}/adjust`, { amount: -5, reason: '' }, 'reason'],
      ['POST', `${path}/adjust`, { amount: -5, reason: 'x', operation_key: '' }, 'operation_key'],
      ['POST', `${path}/reissue`, { grace_hours: 169, reason: 'x' }, 'grace_hours'],
      ['POST', `${path}/reissue`, { grace_hours: -1, reason: 'x' }, 'grace_hours'],
      ['POST', `${path}/reissue`, { leaked: 'yes', reason: 'x' }, 'leaked'],
      ['POST', `${path}/reissue`, { leaked: true, grace_hours: 1, reason: 'x' }, 'grace_hours'],
      ['POST', `${path}/reissue`, {}, 'reason'],
      ['GET', '/admin/api/keys?limit=0', undefined, 'limit'],
      ['GET', '/admin/api/keys?limit=201', undefined, 'limit'],
      ['GET', '/admin/api/keys?status=gone', undefined, 'status'],
      ['GET', '/admin/api/keys?cursor=%27', undefined, 'cursor'],
      ['GET', '/admin/api/keys?cursor=key_none', undefined, 'cursor'],
      ['GET', '/admin/api/keys?search=a&search=b', undefined, 'search'],
    ];
    for (const [method, url, body, field] of wrong) {
      const english = assertErrorResponse(await client.send(method, url, body), 400, 'invalid_request');
      assert.ok(english.startsWith(`"${field}" `), `${JSON.stringify(body)}: ${english}`);
      const zh = await client.send(method, url, body, { 'accept-language': 'zh' });
      assert.match(assertErrorResponse(zh, 400, 'invalid_request'), /\p{Script=Han}/u);
    }
    assert.deepEqual(await client.get(path), before);
  });

  it('that do not exist are answered with 404', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { label: 'x' }],
      ['POST', '/enable', {}],
      ['POST', '/disable', {}],
      ['POST', '/reissue', { reason: 'x' }],
      ['POST', '/top_up', { amount: 1, reason: 'x' }],
      ['POST', '/adjust', { amount: 1, reason: 'x' }],
    ] as const) {
      const reply = await client.send(method, `/admin/api/keys/key_none${path}`, body);
      assertErrorResponse(reply, 404, 'not_found');
    }
  });
});
