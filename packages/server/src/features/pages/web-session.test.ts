import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { newSecret } from '../../accounting/keys/secret.ts';
import { createEncryption } from '../../identity/encryption.ts';
import { createPageSessions, pageSessionMs } from '../../identity/page-session.ts';
import { readConfig } from '../../platform/config.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildTestApp, type TestApp } from '../../testing/app/build-test-app.ts';

const ofPage = { 'x-citewell-page': '1' };
const json = { 'content-type': 'application/json' };

async function signIn({ app, key }: Pick<TestApp, 'app' | 'key'>, body: object = { key }): Promise<string> {
  const {
    statusCode,
    headers,
    body: text,
  } = await app.inject({
    method: 'POST',
    url: '/web/session',
    headers: { ...ofPage, ...json },
    payload: JSON.stringify(body),
  });
  assert.equal(statusCode, 200, text);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const usage = (headers: Record<string, string>) => ({ url: '/ai/api/my_usage', headers });

describe('a page session', () => {
  it('is a cookie hidden from scripts and other sites, without any part of the key', async (t) => {
    const { app, key } = await buildTestApp(t);
    const reply = await app.inject({
      method: 'POST',
      url: '/web/session',
      headers: { ...ofPage, ...json },
      payload: JSON.stringify({ key: ` ${key}\n` }),
    });
    const cookie = String(reply.headers['set-cookie']);
    assert.match(cookie, /^citewell_page=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const value = /=([\w-]+)/.exec(cookie)?.[1] ?? '';
    assert.ok(!Buffer.from(value, 'base64url').toString('latin1').includes(key.slice(3, 12)));
    assert.ok(!reply.body.includes(key));
    assert.deepEqual(Object.keys(reply.json().session).sort(), [
      'expires_at',
      'guest',
      'hint',
      'label',
      'modules',
    ]);
  });

  it('authenticates calls of our pages, streams included, and charges the key', async (t) => {
    const test = await buildTestApp(t);
    const cookie = await signIn(test);
    const asked = await test.app.inject({
      method: 'POST',
      url: '/ai/api/ask_stream',
      headers: { cookie, ...ofPage, ...json },
      payload: JSON.stringify({ question: 'Does it work?' }),
    });
    assert.match(asked.body, /event: answer_chunk/);
    const { records } = (await test.app.inject(usage({ 'x-api-key': test.key }))).json();
    assert.equal(records[0].request_id, asked.headers['x-request-id']);
  });

  it('is rejected without our pages’ header, from another origin, or beside a key', async (t) => {
    const test = await buildTestApp(t);
    const cookie = await signIn(test);
    const other = await test.createKey({ label: 'other' });
    const status = async (headers: Record<string, string>) => {
      const { statusCode, body } = await test.app.inject(usage({ cookie, host: 'cite.example', ...headers }));
      return [statusCode, JSON.parse(body).code ?? JSON.parse(body).key.label];
    };
    assert.deepEqual(
      await status({ ...ofPage, origin: 'http://cite.example', 'sec-fetch-site': 'same-origin' }),
      [200, 'test'],
    );
    assert.deepEqual(await status({}), [401, 'missing_key']);
    assert.deepEqual(await status({ ...ofPage, origin: 'https://evil.example' }), [403, 'forbidden']);
    assert.deepEqual(await status({ ...ofPage, 'sec-fetch-site': 'cross-site' }), [403, 'forbidden']);
    assert.deepEqual(await status({ ...ofPage, 'sec-fetch-site': 'same-site' }), [403, 'forbidden']);
    assert.deepEqual(await status({ ...ofPage, 'x-api-key': other }), [200, 'other']);
    assert.deepEqual(await status({ ...ofPage, cookie: 'citewell_page=forged' }), [401, 'not_signed_in']);
    assert.deepEqual(await status({ ...ofPage, cookie: `${cookie}; ${cookie}` }), [401, 'not_signed_in']);
  });

  it('begins and ends only on request of our own page, with a known key', async (t) => {
    const test = await buildTestApp(t);
    const send = (
      method: 'POST' | 'DELETE',
      headers: Record<string, string>,
      body: object = { key: test.key },
    ) =>
      test.app.inject({
        method,
        url: '/web/session',
        headers: { host: 'cite.example', ...json, ...headers },
        payload: JSON.stringify(body),
      });
    assert.equal((await send('POST', {})).statusCode, 403);
    assert.equal((await send('POST', { ...ofPage, origin: 'https://evil.example' })).statusCode, 403);
    assert.equal((await send('POST', ofPage, { key: `${test.key}x` })).json().code, 'invalid_key');
    assert.equal((await send('POST', ofPage, { key: 5 })).json().code, 'invalid_request');
    assert.equal(
      (await send('POST', { ...ofPage, 'accept-language': 'zh' }, { guest: true })).json().error,
      '本服务未开放访客使用，请用 API 密钥登录。',
    );
    const out = await test.app.inject({ method: 'DELETE', url: '/web/session', headers: ofPage });
    assert.match(String(out.headers['set-cookie']), /^citewell_page=; .*Max-Age=0$/);
  });

  it('is bound to host and TLS behind a trusted TLS proxy, and only there', async (t) => {
    const config = { ...readConfig({ CITEWELL_DATA_DIR: '/nowhere' }), trustedProxies: ['10.0.0.0/8'] };
    const { app, key } = await buildTestApp(t, { services: { config } });
    const send = (remoteAddress: string, headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/web/session',
        remoteAddress,
        headers: { ...ofPage, ...json, 'x-forwarded-proto': 'https', ...headers },
        payload: JSON.stringify({ key }),
      });
    const bound = String((await send('10.0.0.1', {})).headers['set-cookie']);
    assert.match(bound, /^__Host-citewell_page=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; /);
    assert.match(String((await send('10.9.9.9', {})).headers['set-cookie']), /^__Host-/);
    assert.match(String((await send('192.0.2.1', {})).headers['set-cookie']), /^citewell_page=/);
    const cookie = bound.split(';')[0] ?? '';
    const session = (headers: Record<string, string>) =>
      app.inject({ url: '/web/session', remoteAddress: '10.0.0.1', headers: { cookie, ...headers } });
    assert.equal((await session({ 'x-forwarded-proto': 'https' })).json().session.label, 'test');
    assert.equal((await session({})).json().session, null);
  });

  it('ends when its key is disabled', async (t) => {
    const test = await buildTestApp(t);
    const cookie = await signIn(test);
    const headers = { cookie, ...ofPage };
    const { key } = (await test.app.inject(usage(headers))).json();
    await test.services.keys.setStatus(key.id, 'disabled');
    assert.equal((await test.app.inject(usage(headers))).json().code, 'key_disabled');
    assert.deepEqual((await test.app.inject({ url: '/web/session', headers })).json(), {
      session: null,
      guest: false,
    });
  });

  it('of a guest uses the operator’s key, which is in no cookie', async (t) => {
    const encryption = createEncryption(randomBytes(32));
    const first = await buildTestApp(t);
    const sessions = createPageSessions({ encryption, clock: first.services.clock, guestKey: first.key });
    first.services.pageSessions = sessions;
    const test = await buildTestApp(t, { services: { ...first.services } });
    const cookie = await signIn(test, { guest: true });
    const { key } = (await test.app.inject(usage({ cookie, ...ofPage }))).json();
    assert.equal(key.label, 'test');
    const opened = encryption.decrypt(Buffer.from(cookie.split('=')[1] ?? '', 'base64url'), 'page session');
    assert.ok(!opened.includes(first.key.slice(3)));
  });
});

describe('an encrypted session', () => {
  const secret = newSecret();

  it('decrypts until it expires, with its own encryption only', () => {
    const clock = manualClock();
    const encryption = createEncryption(randomBytes(32));
    const sessions = createPageSessions({ encryption, clock, guestKey: undefined });
    const value = sessions.close({ secret, guest: false });
    assert.equal(sessions.open(value)?.secret, secret);
    const others = createPageSessions({
      encryption: createEncryption(randomBytes(32)),
      clock,
      guestKey: undefined,
    });
    assert.equal(others.open(value), undefined);
    assert.equal(sessions.open(`${value.slice(0, -2)}AA`), undefined);
    clock.advance(pageSessionMs);
    assert.equal(sessions.open(value), undefined);
  });

  it('rejects an invalid guest key', () => {
    const given = { encryption: createEncryption(randomBytes(32)), clock: manualClock() };
    assert.throws(() => createPageSessions({ ...given, guestKey: `cw_${'a'.repeat(38)}` }), {
      name: 'GuestKeyError',
    });
  });
});
