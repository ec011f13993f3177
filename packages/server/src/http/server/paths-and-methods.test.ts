import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';

it('answers a path close to an existing one with 404, and a malformed one with 400', async (t) => {
  const { app, key } = await buildTestApp(t);
  const expectations: [url: string, status: number, code: string][] = answerPaths.flatMap((path) => [
    [`${path}/`, 404, 'not_found'],
    [`/${path}`, 404, 'not_found'],
    [path.replace('/ai/', '/AI/'), 404, 'not_found'],
    [`${path}x`, 404, 'not_found'],
    [`${path}%ZZ`, 400, 'invalid_request'],
    [`${path}%00`, 404, 'not_found'],
  ]);
  expectations.push(['/../etc/passwd', 404, 'not_found']);
  for (const [url, status, code] of expectations)
    for (const method of ['GET', 'POST'] as const) {
      const reply = await app.inject({ method, url, headers: { 'x-api-key': key } });
      assertErrorResponse(
        { status: reply.statusCode, headers: reply.headers, body: reply.body },
        status,
        code,
      );
    }
});

it('answers every other method with 405 and Allow, before checking a key or a body', async (t) => {
  const { app } = await buildTestApp(t);
  for (const url of answerPaths)
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const) {
      const reply = await app.inject({ method: method as 'GET', url });
      assertErrorResponse(
        { status: reply.statusCode, headers: reply.headers, body: reply.body },
        405,
        'method_not_allowed',
      );
      assert.equal(reply.headers.allow, 'POST', method);
    }
  const head = await app.inject({ method: 'HEAD', url: answerPaths[0] });
  assert.equal(head.statusCode, 405);
  const post = await app.inject({ method: 'POST', url: '/livez', payload: 'not even JSON' });
  assert.equal(post.statusCode, 405);
  assert.equal(post.headers.allow, 'GET, HEAD');
});

it('sends no CORS headers by default', async (t) => {
  const { app, key } = await buildTestApp(t);
  for (const method of ['OPTIONS', 'POST'] as const) {
    const reply = await app.inject({
      method,
      url: answerPaths[0],
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'x-api-key': key,
      },
    });
    assert.deepEqual(
      Object.keys(reply.headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  }
});

it('reports alive and ready without a key, with a request id', async (t) => {
  const { app } = await buildTestApp(t);
  for (const [url, status] of [
    ['/livez', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const reply = await app.inject({ url });
    assert.deepEqual(reply.json(), { status });
    assert.match(String(reply.headers['x-request-id']), /^req_/);
    assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200);
  }
});

it("makes a new request id for each request and ignores the caller's", async (t) => {
  const { app } = await buildTestApp(t);
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const reply = await app.inject({ url: '/livez', headers: { 'x-request-id': 'mine' } });
      return reply.headers['x-request-id'];
    }),
  );
  assert.equal(new Set(ids).size, 20);
  assert.ok(!ids.includes('mine'));
});
