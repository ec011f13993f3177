import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { answerHold } from '../../features/answers/ask.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildTestApp, type TestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';

async function post({ app }: TestApp, path: string, key: string, payload: string, type = 'application/json') {
  const reply = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type, 'x-api-key': key },
    payload,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.body };
}

const good = '{"question":"Does metformin work?"}';

for (const path of answerPaths) {
  it(`at ${path} an exhausted quota returns 429 with used, limit and Retry-After`, {
    tags: ['error.quota_exceeded', 'limit.quota'],
  }, async (t) => {
    const test = await buildTestApp(t);
    const key = await test.createKey({ dailyQuota: 1 });
    assert.equal((await post(test, path, key, good)).status, 200);
    const refused = await post(test, path, key, good);
    assertErrorResponse(refused, 429, 'quota_exceeded:1/1');
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal(test.settled.length, 1);
  });

  it(`at ${path} one of 64 concurrent callers gets the last call of a quota`, {
    tags: ['key.quota'],
  }, async (t) => {
    const test = await buildTestApp(t, { capacity: { callsOfKey: 64 } });
    const key = await test.createKey({ dailyQuota: 1 });
    const replies = await Promise.all(Array.from({ length: 64 }, () => post(test, path, key, good)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    for (const reply of replies)
      if (reply.status !== 200) assertErrorResponse(reply, 429, 'quota_exceeded:1/1');
  });

  it(`at ${path} too low a balance returns 403 with the balance and the cost`, {
    tags: ['key.balance', 'error.insufficient_balance'],
  }, async (t) => {
    const model = scriptedModel({});
    const test = await buildTestApp(t, { services: { model } });
    const key = await test.createKey({ balance: 1_200 });
    const needed = answerHold(test.services);
    assert.ok(needed >= 3_000);
    assertErrorResponse(await post(test, path, key, good), 403, `insufficient_balance:1200/${needed}`);
    assert.deepEqual(test.settled, []);
  });

  it(`at ${path} a call without a model needs no balance`, { tags: ['key.balance'] }, async (t) => {
    const test = await buildTestApp(t);
    const key = await test.createKey({ balance: 0 });
    const { status, headers } = await post(test, path, key, good);
    assert.deepEqual([status, headers['x-tokens-charged']], [200, '0']);
  });

  it(`at ${path} the checks run in the order key, module, body, quota, balance, and a rejected call uses no quota`, {
    tags: ['error.order', 'error.shape', 'limit.tokens.ask'],
  }, async (t) => {
    const test = await buildTestApp(t, { services: { model: scriptedModel({}) } });
    const needed = answerHold(test.services);
    assert.ok(needed >= 3_000, `${needed} tokens`);
    const rejections: [
      key: Parameters<TestApp['createKey']>[0],
      payload: string,
      status: number,
      code: string,
    ][] = [
      [{ status: 'disabled', modules: [], dailyQuota: 0, balance: 0 }, '{', 401, 'key_disabled'],
      [{ modules: [], dailyQuota: 0, balance: 0 }, '{', 403, 'no_permission:ask_agent'],
      [{ dailyQuota: 0, balance: 0 }, '{', 400, 'invalid_request'],
      [{ dailyQuota: 0, balance: 0 }, '{"question":1}', 400, 'invalid_request'],
      [{ dailyQuota: 0, balance: 0 }, good, 429, 'quota_exceeded:0/0'],
      [{ dailyQuota: 5, balance: 0 }, good, 403, `insufficient_balance:0/${needed}`],
    ];
    for (const [input, payload, status, code] of rejections)
      assertErrorResponse(await post(test, path, await test.createKey(input), payload), status, code);

    const key = await test.createKey({ dailyQuota: 1 });
    assertErrorResponse(await post(test, path, key, '{'), 400, 'invalid_request');
    assertErrorResponse(await post(test, path, key, good, 'text/plain'), 400, 'invalid_request');
    assert.equal((await post(test, path, key, good)).status, 200);
  });

  it(`at ${path} every admission decision reports the remaining quota in its headers`, {
    tags: ['header.running'],
  }, async (t) => {
    const clock = manualClock(Date.UTC(2026, 0, 15, 18, 21, 29));
    const test = await buildTestApp(t, { clock, services: { model: scriptedModel({}) } });
    const replyOf = async (key: string, status: number, payload = good) => {
      const { headers, status: got } = await post(test, path, key, payload);
      assert.equal(got, status);
      assert.match(String(headers['x-request-id']), /^req_/);
      return [headers['ratelimit-policy'], headers.ratelimit];
    };
    const key = await test.createKey({ dailyQuota: 2 });
    const policy = '"daily";q=2;w=86400';
    const running = ', "running";q=50;qu="concurrent-requests"';
    assert.deepEqual(await replyOf(key, 200), [policy + running, '"daily";r=1;t=20311, "running";r=49']);
    assert.deepEqual(await replyOf(key, 400, '{'), [undefined, undefined], 'not asked for, so not known');
    clock.advance(311_000);
    assert.deepEqual(await replyOf(key, 200), [policy + running, '"daily";r=0;t=20000, "running";r=49']);
    assert.deepEqual(await replyOf(key, 429), [policy, '"daily";r=0;t=20000']);
    const poor = await test.createKey({ dailyQuota: 9, balance: 1 });
    assert.deepEqual(await replyOf(poor, 403), ['"daily";q=9;w=86400', '"daily";r=9;t=20000']);
    assert.deepEqual(await replyOf(test.key, 200), [running.slice(2), '"running";r=49'], 'without a quota');
    const refused = await post(test, path, key, good);
    assert.deepEqual([refused.headers['retry-after'], refused.headers['x-should-retry']], ['20000', 'false']);
  });

  it(`at ${path} an interrupted call reports the remaining quota`, async (t) => {
    const test = await buildTestApp(t, {
      async answer() {
        throw new ServiceError('upstream_unavailable');
      },
    });
    const { headers } = await post(test, path, await test.createKey({ dailyQuota: 2 }), good);
    assert.match(String(headers.ratelimit), /^"daily";r=1;t=\d+, "running";r=49$/);
  });
}
