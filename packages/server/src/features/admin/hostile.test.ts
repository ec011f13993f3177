import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newSecret } from '../../accounting/keys/secret.ts';
import { sessionEndsAfterMs, sessionIdlesOutAfterMs } from '../../identity/session.ts';
import {
  type AdminClient,
  type AdminRequest,
  type AdminTest,
  buildAdminTest,
  testPassword,
} from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { exchange } from '../../testing/process/raw-http.ts';

type Scene = { test: AdminTest; operator: AdminClient; auditor: AdminClient; keyId: string };
type Hostile = [
  what: string,
  request: (scene: Scene) => AdminRequest | Promise<AdminRequest>,
  status: number,
  code: string,
];

const create = JSON.stringify({ label: 'x', modules: ['ask_agent'], daily_quota: null, balance: 1_000_000 });

/** Request to create a key, with one part invalid. */
function making(
  client: AdminClient | undefined,
  change: Partial<AdminRequest['headers']> = {},
): AdminRequest {
  const headers: Record<string, string | undefined> = {
    'content-type': 'application/json',
    cookie: client?.cookie,
    'x-csrf-token': client?.csrfToken,
    ...change,
  };
  const given = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return { method: 'POST', path: '/admin/api/keys', headers: Object.fromEntries(given), payload: create };
}

const hostileRequests: Hostile[] = [
  ['an anonymous reader', () => ({ method: 'GET', path: '/admin/api/keys' }), 401, 'not_signed_in'],
  ['an anonymous change', () => making(undefined), 401, 'not_signed_in'],
  [
    'an anonymous reader of the OpenAPI document',
    () => ({ method: 'GET', path: '/admin/api/openapi.json' }),
    401,
    'not_signed_in',
  ],
  [
    'a caller’s API key',
    ({ test }) => making(undefined, { 'x-api-key': test.key, authorization: `Bearer ${test.key}` }),
    401,
    'not_signed_in',
  ],
  [
    'an unknown cookie',
    () => making(undefined, { cookie: `citewell_admin=${'A'.repeat(43)}` }),
    401,
    'not_signed_in',
  ],
  [
    'a cookie that is SQL',
    () => making(undefined, { cookie: `citewell_admin=' OR 1=1 --` }),
    401,
    'not_signed_in',
  ],
  [
    'an API key as the cookie',
    () => making(undefined, { cookie: `citewell_admin=${newSecret()}` }),
    401,
    'not_signed_in',
  ],
  [
    'two cookies, one of them valid',
    ({ operator }) => making(operator, { cookie: `citewell_admin=${'A'.repeat(43)}; ${operator.cookie}` }),
    401,
    'not_signed_in',
  ],
  [
    'the cookie under its name for TLS',
    ({ operator }) => making(operator, { cookie: `__Host-${operator.cookie}` }),
    401,
    'not_signed_in',
  ],
  ['no CSRF token', ({ operator }) => making(operator, { 'x-csrf-token': undefined }), 403, 'forbidden'],
  ['an empty CSRF token', ({ operator }) => making(operator, { 'x-csrf-token': '' }), 403, 'forbidden'],
  [
    'the CSRF token of another session',
    ({ operator, auditor }) => making(operator, { 'x-csrf-token': auditor.csrfToken }),
    403,
    'forbidden',
  ],
  [
    'the cookie as the CSRF token',
    ({ operator }) => making(operator, { 'x-csrf-token': operator.cookie.split('=')[1] }),
    403,
    'forbidden',
  ],
  [
    'a foreign Origin',
    ({ operator }) => making(operator, { origin: 'https://evil.example' }),
    403,
    'forbidden',
  ],
  ['the null Origin of a sandbox', ({ operator }) => making(operator, { origin: 'null' }), 403, 'forbidden'],
  [
    'the Origin of another port',
    ({ operator }) => making(operator, { origin: 'http://localhost:81' }),
    403,
    'forbidden',
  ],
  [
    'an Origin with our origin as prefix',
    ({ operator }) => making(operator, { origin: 'http://localhost:80.evil.example' }),
    403,
    'forbidden',
  ],
  [
    'a request marked cross-site by the browser',
    ({ operator }) => making(operator, { 'sec-fetch-site': 'cross-site' }),
    403,
    'forbidden',
  ],
  [
    'a sign-in from another site',
    () => ({
      ...making(undefined, { origin: 'https://evil.example' }),
      path: '/admin/api/session',
      payload: JSON.stringify({ name: 'mei', password: testPassword }),
    }),
    403,
    'forbidden',
  ],
  ['key creation by an auditor', ({ auditor }) => making(auditor), 403, 'forbidden'],
  [
    'key disabling by an auditor',
    ({ auditor, keyId }) => ({ ...making(auditor), path: `/admin/api/keys/${keyId}/disable`, payload: '{}' }),
    403,
    'forbidden',
  ],
  [
    'a key change by an auditor',
    ({ auditor, keyId }) => ({
      ...making(auditor),
      method: 'PATCH',
      path: `/admin/api/keys/${keyId}`,
      payload: '{"daily_quota":null}',
    }),
    403,
    'forbidden',
  ],
  [
    'a method override by an auditor',
    ({ auditor }) => ({
      ...making(auditor, { 'x-http-method-override': 'GET' }),
      path: '/admin/api/keys?_method=GET',
    }),
    403,
    'forbidden',
  ],
  [
    'a method override to a route’s other method',
    ({ operator, keyId }) => ({
      ...making(operator, { 'x-http-method-override': 'PATCH' }),
      path: `/admin/api/keys/${keyId}?_method=PATCH`,
    }),
    405,
    'method_not_allowed',
  ],
  [
    'text/plain, as sent by forms',
    ({ operator }) => making(operator, { 'content-type': 'text/plain' }),
    400,
    'invalid_request',
  ],
  [
    'a form',
    ({ operator }) => ({
      ...making(operator, { 'content-type': 'application/x-www-form-urlencoded' }),
      payload: 'label=x&balance=5',
    }),
    400,
    'invalid_request',
  ],
  [
    'no Content-Type',
    ({ operator }) => making(operator, { 'content-type': undefined }),
    400,
    'invalid_request',
  ],
  [
    'a Content-Type that merely contains JSON',
    ({ operator }) => making(operator, { 'content-type': 'text/plain; application/json' }),
    400,
    'invalid_request',
  ],
  [
    'an oversized body',
    ({ operator }) => ({ ...making(operator), payload: JSON.stringify({ label: 'x'.repeat(70_000) }) }),
    413,
    'payload_too_large',
  ],
  [
    'a deeply nested body',
    ({ operator }) => ({ ...making(operator), payload: `{"a":${'['.repeat(50)}${']'.repeat(50)}}` }),
    400,
    'invalid_request',
  ],
  [
    'a prototype key',
    ({ operator }) => ({ ...making(operator), payload: '{"__proto__":{"role":"operator"}}' }),
    400,
    'invalid_request',
  ],
  [
    'an encoded path',
    ({ operator }) => ({ ...making(operator), path: '/admin%2Fapi%2Fkeys' }),
    404,
    'not_found',
  ],
  [
    'a path with a parameter',
    ({ operator }) => ({ ...making(operator), path: '/admin/api/keys;x=1' }),
    404,
    'not_found',
  ],
  [
    'a path through its parent',
    ({ operator }) => ({ ...making(operator), path: '/admin/api/x/..%2Fkeys' }),
    404,
    'not_found',
  ],
  ['two slashes', ({ operator }) => ({ ...making(operator), path: '//admin/api/keys' }), 404, 'not_found'],
  [
    'a slash too many',
    ({ operator }) => ({ ...making(operator), path: '/admin/api/keys/' }),
    404,
    'not_found',
  ],
  ['capitals', ({ operator }) => ({ ...making(operator), path: '/Admin/api/keys' }), 404, 'not_found'],
  [
    'a key’s id that climbs',
    ({ operator }) => ({
      ...making(operator),
      path: '/admin/api/keys/..%2F..%2Fsession/disable',
      payload: '{}',
    }),
    404,
    'not_found',
  ],
  [
    'a session signed out, replayed',
    async ({ test }) => {
      const gone = await test.signIn('operator', { remoteAddress: '192.0.2.7' });
      await gone.change('DELETE', '/admin/api/session');
      return making(gone);
    },
    401,
    'not_signed_in',
  ],
  [
    'a session nobody used for half an hour',
    async ({ test }) => {
      const idle = await test.signIn('operator', { remoteAddress: '192.0.2.8' });
      test.clock.advance(sessionIdlesOutAfterMs);
      return making(idle);
    },
    401,
    'not_signed_in',
  ],
  [
    'a session of eight busy hours',
    async ({ test }) => {
      const busy = await test.signIn('operator', { remoteAddress: '192.0.2.9' });
      for (let spentMs = 0; spentMs < sessionEndsAfterMs; spentMs += 1_200_000) {
        assert.equal((await busy.send('GET', '/admin/api/session')).status, 200);
        test.clock.advance(1_200_000);
      }
      return making(busy);
    },
    401,
    'not_signed_in',
  ],
  [
    'a session of one who was disabled',
    async ({ test }) => {
      const fired = await test.signIn('operator', { name: '前管理员' });
      await test.store.setAdministratorStatus('前管理员', 'disabled', { actor: 'test' });
      return making(fired);
    },
    401,
    'not_signed_in',
  ],
];

describe('the admin listener', () => {
  for (const [what, request, status, code] of hostileRequests)
    it(`rejects ${what}, without any change`, async (t) => {
      const test = await buildAdminTest(t);
      const operator = await test.signIn('operator');
      const auditor = await test.signIn('auditor');
      const [{ id: keyId } = { id: '' }] = await test.services.keys.list();
      const hostile = await request({ test, operator, auditor, keyId });
      const before = [await test.services.keys.list(), await test.store.verifyAudit()];
      const reply = await test.request(hostile);
      const sentence = assertErrorResponse(reply, status, code);
      assert.equal(reply.headers['set-cookie'], undefined);
      assert.equal(reply.headers['cache-control'], 'no-store');
      assert.deepEqual([await test.services.keys.list(), await test.store.verifyAudit()], before);
      const { headers = {} } = hostile;
      const chinese = await test.request({ ...hostile, headers: { ...headers, 'accept-language': 'zh' } });
      const { error } = JSON.parse(chinese.body) as { error: string };
      assert.match(error, /\p{Script=Han}/u);
      assert.notEqual(error, sentence);
    });

  it('rejects paths that match a route only after normalization', async (t) => {
    const test = await buildAdminTest(t);
    const { cookie } = await test.signIn('operator');
    const port = await test.listen();
    for (const path of [
      '/admin/api/./keys',
      '/admin/api/x/../keys',
      '/x/..//admin/api/keys',
      '/admin/api/keys\\',
    ]) {
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
      assertErrorResponse(await exchange(port, head), 404, 'not_found');
    }
  });

  it('accepts the same requests without their fault', async (t) => {
    const test = await buildAdminTest(t);
    const operator = await test.signIn('operator');
    for (const origin of [undefined, 'http://localhost:80', 'https://localhost:80'])
      assert.equal((await test.request(making(operator, { origin }))).status, 200);
    assert.equal((await test.request(making(operator, { 'sec-fetch-site': 'same-origin' }))).status, 200);
  });
});

describe('the public listener', () => {
  it('serves no admin route', async (t) => {
    const test = await buildAdminTest(t);
    const operator = await test.signIn('operator');
    for (const path of [
      '/admin',
      '/admin/api',
      '/admin/api/session',
      '/admin/api/keys',
      '/admin/api/openapi.json',
    ])
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) {
        const reply = await test.publicApp.inject({
          method,
          url: path,
          headers: { cookie: operator.cookie, 'x-csrf-token': operator.csrfToken, 'x-api-key': test.key },
        });
        assert.equal(reply.statusCode, 404, `${method} ${path}`);
        assert.equal(reply.json().code, 'not_found');
      }
  });

  it('serves routes that the admin listener lacks', async (t) => {
    const test = await buildAdminTest(t);
    for (const path of ['/ai/api/ask', '/ai/api/my_usage', '/openapi.json', '/', '/apply'])
      assertErrorResponse(await test.request({ method: 'GET', path }), 404, 'not_found');
  });
});
