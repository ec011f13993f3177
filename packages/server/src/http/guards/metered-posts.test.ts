import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';

/** Endpoints with a JSON body; guarantees for every endpoint hold for them. */
const endpoints: [path: string, body: Record<string, unknown>, text: string][] = [
  ['/ai/api/polish', { text: 'It works.', insert_refs: false }, 'text'],
  ['/ai/api/avatar_chat', { message: 'Hello' }, 'message'],
];

async function open(t: TestContext, path: string) {
  const test = await buildTestApp(t, {
    services: {
      literature: { remote: [], library: scriptedRetriever('library', []) },
    },
  });
  const post = async (payload: string | Buffer, headers: Record<string, string>) => {
    const reply = await test.app.inject({ method: 'POST', url: path, headers, payload });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };
  return { ...test, post };
}

for (const [path, body, field] of endpoints) {
  const json = { 'content-type': 'application/json' };
  const whole = JSON.stringify(body);

  describe(`the guards of ${path}`, () => {
    it('accept a key in either header, or the same key in both, and nowhere else', async (t) => {
      const { post, key, createKey } = await open(t, path);
      const other = await createKey();
      for (const headers of [
        { 'x-api-key': key },
        { authorization: `Bearer ${key}` },
        { 'x-api-key': key, authorization: `bearer ${key}` },
      ])
        assert.equal((await post(whole, { ...json, ...headers })).status, 200);
      for (const [headers, code] of [
        [{}, 'missing_key'],
        [{ 'x-api-key': ' ' }, 'missing_key'],
        [{ cookie: `key=${key}` }, 'missing_key'],
        [{ 'x-api-key': key, authorization: `Bearer ${other}` }, 'invalid_key'],
        [{ 'x-api-key': `${key}, ${key}` }, 'invalid_key'],
        [{ 'x-api-key': key.slice(0, -1) }, 'invalid_key'],
        [{ authorization: `Basic ${key}` }, 'invalid_key'],
      ] as [Record<string, string>, string][])
        assertErrorResponse(await post(whole, { ...json, ...headers }), 401, code);
    });

    it('reject disabled and expired keys and missing modules, in this order', async (t) => {
      const { post, createKey, settled } = await open(t, path);
      for (const [change, status, code] of [
        [{ status: 'disabled', expiresAt: 1, modules: [] }, 401, 'key_disabled'],
        [{ expiresAt: 1, modules: [] }, 401, 'key_expired'],
        [{ modules: ['expert_agent', 'factcheck'], dailyQuota: 0 }, 403, 'no_permission:ask_agent'],
      ] as const) {
        const secret = await createKey({ ...change, modules: [...change.modules] });
        assertErrorResponse(await post('{', { ...json, 'x-api-key': secret }), status, code);
      }
      assert.deepEqual(settled, []);
    });

    it('accept only one JSON object in UTF-8, and reject others before counting', async (t) => {
      const { post, createKey, settled } = await open(t, path);
      const key = await createKey({ dailyQuota: 0 });
      const headers = { ...json, 'x-api-key': key };
      for (const bad of [
        '',
        'null',
        '[]',
        '"x"',
        '1',
        whole.slice(0, -1),
        `${whole}{}`,
        '{"__proto__":{}}',
        '{"a":NaN}',
      ])
        assertErrorResponse(await post(bad, headers), 400, 'invalid_request');
      assertErrorResponse(
        await post(Buffer.from('{"text":"\xff"}', 'latin1'), headers),
        400,
        'invalid_request',
      );
      for (const type of [
        'text/plain',
        'application/json; charset=gbk',
        'application/json x',
        'application/x-www-form-urlencoded',
      ])
        assertErrorResponse(await post(whole, { ...headers, 'content-type': type }), 400, 'invalid_request');
      assertErrorResponse(
        await post(whole, { ...headers, 'content-encoding': 'gzip' }),
        400,
        'invalid_request',
      );
      for (const wrong of [5, true, null, [], {}, '\u0000\u0001'])
        assert.match(
          assertErrorResponse(
            await post(JSON.stringify({ ...body, [field]: wrong }), headers),
            400,
            'invalid_request',
          ),
          new RegExp(`"${field}"`),
        );
      assertErrorResponse(await post(whole, headers), 429, 'quota_exceeded:0/0');
      assert.deepEqual(settled, []);
    });

    it('match this path and method only', async (t) => {
      const { app, key } = await open(t, path);
      const status = async (method: 'GET' | 'PUT' | 'POST', url: string) =>
        (
          await app.inject({
            method,
            url,
            headers: { ...json, 'x-api-key': key },
            ...(method !== 'GET' && { payload: whole }),
          })
        ).statusCode;
      for (const url of [`${path}/`, `/${path}`, path.toUpperCase(), `${path}s`])
        assert.equal(await status('POST', url), 404);
      for (const method of ['GET', 'PUT'] as const) assert.equal(await status(method, path), 405);
    });

    it('accept any script, emoji, direction marks and unusual line ends', async (t) => {
      const { post, key } = await open(t, path);
      for (const text of ['😀 𠮷', '\u202eabc', 'a\u2028b', 'e\u0301', 'العربية', 'x\r\ny\fz', '((', 'AND "'])
        assert.equal(
          (await post(JSON.stringify({ ...body, [field]: text }), { ...json, 'x-api-key': key })).status,
          200,
          text,
        );
    });
  });
}

it('every endpoint of the API that takes a key checks it, and counts no rejected call', {
  tags: ['key.every-endpoint'],
}, async (t) => {
  const { app, createKey, settled } = await buildTestApp(t);
  const disabled = await createKey({ status: 'disabled' });
  type Paths = Record<string, Record<string, { security?: object[] }>>;
  const { paths } = (await app.inject({ url: '/openapi.json' })).json<{ paths: Paths }>();
  const keyed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security = [] }]) =>
      path.startsWith('/ai/api/') && security.length > 0 ? [[method.toUpperCase(), path] as const] : [],
    ),
  );
  assert.ok(keyed.length >= 11, `${keyed.length} operations`);
  for (const [method, url] of keyed)
    for (const [headers, code] of [
      [{}, 'missing_key'],
      [{ 'x-api-key': disabled }, 'key_disabled'],
    ] as const) {
      const { statusCode: status, ...reply } = await app.inject({
        ...{
          method: method as 'GET' | 'POST',
          url,
          headers: { ...headers, 'content-type': 'application/json' },
        },
        ...(method === 'POST' && { payload: '{}' }),
      });
      assertErrorResponse({ status, headers: reply.headers, body: reply.body }, 401, code);
    }
  assert.deepEqual(settled, []);
});
