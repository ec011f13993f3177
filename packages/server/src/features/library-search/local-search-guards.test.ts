import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { UsageResponse } from '@citewell/sdk';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { open, path, term } from '../../testing/app/library-search-app.ts';
import { memoryLibrary } from '../../testing/library/memory-library.ts';

describe(`the guards of ${path}`, () => {
  const headersOf = (key: string) => ({ 'content-type': 'application/json', 'x-api-key': key });

  it('accept a key in either header, or the same key in both', async (t) => {
    const { app, key } = await open(t);
    const code = async (headers: object) => {
      const reply = await app.inject({
        ...{ method: 'POST', url: path, payload: '{}' },
        headers: { 'content-type': 'application/json', ...headers },
      });
      return reply.statusCode === 200 ? 200 : reply.json<{ code: string }>().code;
    };
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const cases: [headers: object, expected: number | string][] = [
      [{}, 'missing_key'],
      [{ 'x-api-key': ' ' }, 'missing_key'],
      [{ cookie: `x-api-key=${key}` }, 'missing_key'],
      [{ 'x-api-key': wrong }, 'invalid_key'],
      [{ 'x-api-key': key.toUpperCase() }, 'invalid_key'],
      [{ authorization: `Basic ${key}` }, 'invalid_key'],
      [{ authorization: `Bearer ${key} x` }, 'invalid_key'],
      [{ 'x-api-key': key, authorization: `Bearer ${wrong}` }, 'invalid_key'],
      [{ 'x-api-key': key, authorization: `Bearer ${key}` }, 200],
      [{ authorization: `Bearer ${key}` }, 200],
      [{ 'x-api-key': key }, 200],
    ];
    for (const [headers, expected] of cases) assert.equal(await code(headers), expected);
  });

  it('reject disabled and expired keys', async (t) => {
    const { post, createKey } = await open(t);
    const with401 = async (key: Parameters<typeof createKey>[0], code: string) =>
      assertErrorResponse(await post({}, { 'x-api-key': await createKey(key) }), 401, code);
    await with401({ status: 'disabled', expiresAt: 1 }, 'key_disabled');
    await with401({ expiresAt: 1 }, 'key_expired');
  });

  it('match this path and method only', async (t) => {
    const { app, key } = await open(t);
    const status = async (method: 'GET' | 'PUT' | 'POST', url: string) =>
      (await app.inject({ method, url, headers: headersOf(key), payload: '{}' })).statusCode;
    for (const method of ['GET', 'PUT'] as const) assert.equal(await status(method, path), 405);
    for (const url of [`${path}/`, `/${path}`, path.toUpperCase(), '/ai/api/local-advanced-search'])
      assert.equal(await status('POST', url), 404, url);
    assert.equal(await status('POST', `${path}?limit=0&key=x`), 200, 'a query is nothing to it');
  });

  it('accept only JSON in UTF-8', async (t) => {
    const { app, key, settled } = await open(t);
    const send = async (payload: string | Buffer, headers: object = {}) => {
      const reply = await app.inject({
        ...{ method: 'POST', url: path, payload },
        headers: { ...headersOf(key), ...headers },
      });
      const { statusCode: status, body } = reply;
      if (status !== 200)
        assertErrorResponse({ status, headers: reply.headers, body }, 400, 'invalid_request');
      return status;
    };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json x', ''])
      assert.equal(await send('{}', { 'content-type': type }), 400, type);
    assert.equal(await send('{}', { 'content-type': 'application/json; charset=gbk' }), 400);
    assert.equal(await send('{}', { 'content-encoding': 'gzip' }), 400);
    for (const body of ['', 'null', '[]', '"x"', '1', '{', '{"limit":5,}', '{"limit":NaN}', '{}{}', '{} x'])
      assert.equal(await send(body), 400, body);
    assert.equal(await send(Buffer.from('7b22736f7274223a22ff227d', 'hex')), 400, 'no UTF-8');
    assert.equal(await send('{"limit":5,"limit":"x"}'), 400, 'the last of two counts');
    assert.equal(await send('{"__proto__":{"limit":5}}'), 400);
    assert.equal(await send('{"constructor":{"prototype":{"limit":5}}}'), 400);
    assert.equal(await send(`{"more":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), 400);
    assert.deepEqual(settled, []);
    assert.equal(await send('{}', { 'content-type': 'application/json; charset=utf-8' }), 200);
  });
});

describe(`the price of ${path}`, () => {
  const chargeOf = async (test: Awaited<ReturnType<typeof open>>, body: unknown) =>
    Number((await test.post(body)).headers['x-tokens-charged']);

  it('is 200 to 500 tokens, by the conditions and the returned titles', {
    tags: ['search.tokens'],
  }, async (t) => {
    const test = await open(t);
    assert.equal(await chargeOf(test, term('title', 'nothing has this')), 200);
    assert.equal(await chargeOf(test, term('title', 'metformin')), 200);
    assert.equal(await chargeOf(test, {}), 500);
    const [twenty, thirty] = [await chargeOf(test, { limit: 20 }), await chargeOf(test, { limit: 30 })];
    assert.ok(200 < twenty && twenty < thirty && thirty < 500, `${twenty} ${thirty}`);
    const terms = Array.from({ length: 20 }, () => ({
      field: 'title',
      value: 'nothing has this '.repeat(29),
    }));
    assert.equal(await chargeOf(test, { terms }), 500);
  });

  it('appears in my_usage as a search with its conditions as prompt', async (t) => {
    const test = await open(t);
    const reply = await test.post({ ...term('title', 'paper'), limit: 20 });
    const charged = Number(reply.headers['x-tokens-charged']);
    const usage = await test.app.inject({
      url: '/ai/api/my_usage?group_by=model',
      headers: { 'x-api-key': test.key },
    });
    const { records, trend, totals, balance } = usage.json<UsageResponse>();
    const [record] = records;
    assert.equal(record?.request_id, reply.headers['x-request-id']);
    assert.deepEqual(
      [record?.endpoint, record?.outcome, record?.state, record?.estimated, record?.unbilled],
      ['local_advanced_search', 'ok', 'settled', false, 0],
    );
    assert.deepEqual(
      [record?.charged, record?.total_tokens, totals.charged, balance.held],
      [...[charged, charged, charged, 0]],
    );
    assert.equal(record?.prompt_tokens, Math.ceil(estimateTokens('paper')));
    assert.deepEqual(
      trend.map(({ key, total_tokens }) => [key, total_tokens]),
      [['local-search', charged]],
    );
  });

  it('is nothing for a failed search, which returns its place in the quota', async (t) => {
    const library = {
      ...memoryLibrary([]),
      async search(): Promise<never> {
        throw new ServiceError('overloaded', { headers: { 'Retry-After': '5' } });
      },
    };
    const test = await open(t, { services: { library } });
    const key = await test.createKey({ dailyQuota: 1 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const reply = await test.post({}, { 'x-api-key': key });
      assertErrorResponse(reply, 503, 'overloaded');
      assert.equal(reply.headers['retry-after'], '5');
      assert.equal(reply.headers['x-tokens-charged'], '0');
    }
    const usage = await test.app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } });
    const { quota, balance, totals } = usage.json<UsageResponse>();
    assert.deepEqual([quota.used, balance.held, balance.charged, totals.requests], [0, 0, 0, 2]);
  });

  it('is charged once under an Idempotency-Key, which replays the same bytes', async (t) => {
    const test = await open(t);
    const named = { 'idempotency-key': 'page 1' };
    const first = await test.post({ limit: 3 }, named);
    const again = await test.post({ limit: 3 }, named);
    assert.equal(again.body, first.body);
    assert.deepEqual([first.headers['x-tokens-charged'], again.headers['x-tokens-charged']], ['200', '0']);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(test.library.queries.length, 1);
    assertErrorResponse(await test.post({ limit: 4 }, named), 409, 'conflict');
  });
});
