import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPasswords, type Passwords } from '../../identity/password.ts';
import { sessionIdlesOutAfterMs } from '../../identity/session.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { openMemoryStore } from '../../testing/accounting/memory-store.ts';
import { type AdminTest, buildAdminTest, testPassword } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { createAdministration } from './administration.ts';

function signIn(
  { request }: AdminTest,
  body: unknown,
  {
    headers = {},
    remoteAddress = '192.0.2.1',
  }: { headers?: Record<string, string>; remoteAddress?: string } = {},
) {
  return request({
    method: 'POST',
    path: '/admin/api/session',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    remoteAddress,
  });
}

async function addMei(test: AdminTest): Promise<void> {
  const mei = { name: 'Mei', role: 'operator', password: testPassword } as const;
  await test.services.administration.administrators.add(mei, { actor: 'test' });
}

const good = { name: 'mei', password: testPassword };

describe('signing in', () => {
  it('sets a cookie that scripts and other sites cannot use, and returns the CSRF token', async (t) => {
    const test = await buildAdminTest(t);
    await addMei(test);
    const reply = await signIn(test, good);
    assert.equal(reply.status, 200);
    const cookie = String(reply.headers['set-cookie']);
    assert.match(
      cookie,
      /^citewell_admin=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    );
    const { csrf_token: csrfToken, ...rest } = JSON.parse(reply.body);
    assert.deepEqual(rest, { name: 'mei', role: 'operator', ends_at: '2026-01-15T20:00:00.000Z' });
    assert.match(csrfToken, /^[A-Za-z0-9_-]{43}$/);
    assert.ok(!cookie.includes(csrfToken));
    const session = await test.request({
      method: 'GET',
      path: '/admin/api/session',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    assert.deepEqual(JSON.parse(session.body), { csrf_token: csrfToken, ...rest });
  });

  it('binds the cookie to host and TLS if TLS is configured', async (t) => {
    const file = (name: string) =>
      fileURLToPath(new URL(`../../../../simulators/src/tls/${name}`, import.meta.url));
    const tls = { certPath: file('test-only-cert.pem'), keyPath: file('test-only-key.pem') };
    const test = await buildAdminTest(t, { tls });
    await addMei(test);
    const reply = await signIn(test, good, { headers: { origin: 'https://localhost:80' } });
    assert.match(
      String(reply.headers['set-cookie']),
      /^__Host-citewell_admin=[^;]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; /,
    );
    assertErrorResponse(
      await signIn(test, good, { headers: { origin: 'http://localhost:80' } }),
      403,
      'forbidden',
    );
  });

  it('ignores case and Unicode form of the name, and Unicode form of the password', async (t) => {
    const test = await buildAdminTest(t);
    const josé = { name: 'JOSÉ', role: 'auditor', password: 'contraseña larga ①' } as const;
    await test.services.administration.administrators.add(josé, { actor: 'test' });
    const decomposed = { name: 'josé'.normalize('NFD'), password: josé.password.normalize('NFD') };
    assert.equal((await signIn(test, decomposed)).status, 200);
  });

  it('rejects a wrong name, a wrong password and a disabled administrator with the same message', async (t) => {
    const test = await buildAdminTest(t);
    await addMei(test);
    const off = { name: 'off', role: 'operator', password: testPassword } as const;
    await test.services.administration.administrators.add(off, { actor: 'test' });
    await test.services.administration.administrators.setStatus('off', 'disabled', { actor: 'test' });
    const rejections = [
      await signIn(test, { ...good, name: 'nobody' }),
      await signIn(test, { ...good, password: `${testPassword}!` }),
      await signIn(test, { ...good, name: 'off' }),
    ];
    for (const reply of rejections) {
      assertErrorResponse(reply, 401, 'sign_in_refused');
      assert.equal(reply.headers['set-cookie'], undefined);
      assert.match(String(reply.headers['www-authenticate']), /^Cookie /);
    }
    assert.equal(new Set(rejections.map(({ body }) => body)).size, 1);
    const chinese = await signIn(
      test,
      { ...good, name: 'nobody' },
      { headers: { 'accept-language': 'zh-CN' } },
    );
    assert.match(chinese.body, /用户名或密码错误/);
  });

  it('hashes the password even if the administrator does not exist', async (t) => {
    const work: (string | undefined)[] = [];
    const passwords: Passwords = {
      hash: async () => 'scrypt$…',
      rejectIfBusy() {},
      verify: async (_password, stored) => {
        work.push(stored);
        return false;
      },
    };
    const clock = manualClock();
    const store = openMemoryStore(clock);
    const administration = createAdministration({ store, clock, passwords });
    const test = await buildAdminTest(t, { store, services: { administration } });
    await addMei(test);
    await signIn(test, good);
    await signIn(test, { ...good, name: 'nobody' });
    assert.deepEqual(work, ['scrypt$…', undefined]);
  });

  it('repeats the password neither in replies nor in the log', async (t) => {
    const test = await buildAdminTest(t);
    for (const password of [12_345_678, ['hunter2hunter2'], '', 'x'.repeat(2_000)]) {
      const reply = await signIn(test, { name: 'mei', password });
      assert.match(
        assertErrorResponse(reply, 400, 'invalid_request'),
        /^"password" must be the password as text/,
      );
      assert.ok(!/12345678|hunter2|xxx/.test(reply.body));
    }
    await addMei(test);
    await signIn(test, good);
    await signIn(test, { ...good, password: 'hunter2hunter2' });
    assert.ok(!/hunter2|马电池|citewell_admin/.test(test.logLines.join('')));
  });

  it('replaces the browser’s previous session and no other', async (t) => {
    const test = await buildAdminTest(t);
    await addMei(test);
    const cookieOf = async (headers = {}) =>
      String((await signIn(test, good, { headers })).headers['set-cookie']).split(';')[0] ?? '';
    const first = await cookieOf();
    const elsewhere = await cookieOf();
    const second = await cookieOf({ cookie: first });
    const status = async (cookie: string) =>
      (await test.request({ method: 'GET', path: '/admin/api/session', headers: { cookie } })).status;
    assert.deepEqual([await status(first), await status(elsewhere), await status(second)], [401, 200, 200]);
  });

  it('signs out only the current session and clears its cookie', async (t) => {
    const test = await buildAdminTest(t);
    const [one, other] = [await test.signIn('auditor'), await test.signIn('auditor')];
    const reply = await one.send('DELETE', '/admin/api/session');
    assert.equal(reply.status, 200);
    assert.match(String(reply.headers['set-cookie']), /^citewell_admin=; .*Max-Age=0$/);
    assert.equal((await one.send('GET', '/admin/api/session')).status, 401);
    assert.equal((await other.send('GET', '/admin/api/session')).status, 200);
    const actions = (await test.store.searchAudit({ target: '审计员', limit: 9 })).items;
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['session.sign_out', 'session.sign_in', 'session.sign_in', 'admin.add'],
    );
  });

  it('keeps a used session alive and expires an idle one to the minute', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    for (let turn = 0; turn < 5; turn += 1) {
      test.clock.advance(sessionIdlesOutAfterMs - 60_000);
      assert.equal((await client.send('GET', '/admin/api/session')).status, 200);
    }
    test.clock.advance(sessionIdlesOutAfterMs);
    assert.equal((await client.send('GET', '/admin/api/session')).status, 401);
  });
});

describe('sign-in attempts', () => {
  async function codes(test: AdminTest, tries: number, body: unknown, remoteAddress?: string) {
    const statuses = [];
    for (let turn = 0; turn < tries; turn += 1)
      statuses.push((await signIn(test, body, remoteAddress ? { remoteAddress } : {})).status);
    return statuses;
  }

  it('are limited to 5 a minute per name and address, even with the right password', async (t) => {
    const test = await buildAdminTest(t);
    await addMei(test);
    assert.deepEqual(
      await codes(test, 5, { ...good, password: 'wrong wrong wrong' }),
      [401, 401, 401, 401, 401],
    );
    const sixth = await signIn(test, good);
    assertErrorResponse(sixth, 429, 'rate_limited');
    assert.equal(sixth.headers['retry-after'], '60');
    assert.equal((await signIn(test, { ...good, name: 'MEI' })).status, 429, 'the same name in another case');
    assert.equal((await signIn(test, good, { remoteAddress: '192.0.2.2' })).status, 200, 'another address');
    test.clock.advance(59_000);
    const early = await signIn(test, good, { headers: { 'accept-language': 'zh' } });
    assert.equal(early.headers['retry-after'], '1');
    assert.match(early.body, /登录尝试过于频繁/);
    test.clock.advance(1_000);
    assert.equal((await signIn(test, good)).status, 200);
  });

  it('are limited to 20 a minute per address for all names', async (t) => {
    const test = await buildAdminTest(t);
    for (let turn = 0; turn < 20; turn += 1)
      assert.equal((await signIn(test, { ...good, name: `name${turn}` })).status, 401);
    assert.equal((await signIn(test, { ...good, name: 'another' })).status, 429);
    assert.equal(
      (await signIn(test, { ...good, name: 'another' }, { remoteAddress: '192.0.2.3' })).status,
      401,
    );
  });

  it('are counted per network, such as an IPv6 /64', async (t) => {
    const test = await buildAdminTest(t);
    await addMei(test);
    const wrong = { ...good, password: 'wrong wrong wrong' };
    for (let turn = 0; turn < 7; turn += 1)
      assert.deepEqual(await codes(test, 1, wrong, `2001:db8:0:1::${turn + 1}`), [turn < 5 ? 401 : 429]);
    for (let turn = 0; turn < 17; turn += 1) {
      const other = { ...wrong, name: `name${turn}` };
      assert.deepEqual(await codes(test, 1, other, `2001:db8:0:1:${turn + 1}::1`), [turn < 15 ? 401 : 429]);
    }
    assert.deepEqual(await codes(test, 1, good, '2001:db8:0:2::1'), [200]);
  });

  it('for one name wait longer after each failure from any address, except where it signed in before', async (t) => {
    const test = await buildAdminTest(t);
    await addMei(test);
    const [home, away] = ['198.51.100.1', '198.51.100.2'];
    assert.deepEqual(await codes(test, 1, good, home), [200]);
    const wrong = { ...good, password: 'wrong wrong wrong' };
    const from = (turn: number) => `203.0.113.${turn}`;
    // The first of the ten is the sign-in from a new network.
    for (let turn = 0; turn < 9; turn += 1) assert.deepEqual(await codes(test, 1, wrong, from(turn)), [401]);
    const waits: string[] = [];
    for (let turn = 9; turn < 20; turn += 1) {
      const refused = await signIn(test, wrong, { remoteAddress: from(turn) });
      assertErrorResponse(refused, 429, 'rate_limited');
      waits.push(String(refused.headers['retry-after']));
      test.clock.advance(Number(refused.headers['retry-after']) * 1_000);
      assert.deepEqual(await codes(test, 1, wrong, from(turn)), [401]);
    }
    assert.deepEqual(waits, ['1', '2', '4', '8', '16', '32', '64', '128', '256', '300', '300']);
    assert.deepEqual(await codes(test, 1, good, away), [429]);
    const chinese = await signIn(test, good, {
      remoteAddress: away,
      headers: { 'accept-language': 'zh' },
    });
    assert.match(chinese.body, /登录尝试过于频繁，请在 300 秒后再试/);
    assert.deepEqual(await codes(test, 1, good, home), [200]);
    assert.deepEqual(await codes(test, 1, wrong, home), [401]);
    assert.deepEqual(await codes(test, 1, { ...good, name: 'li' }, from(0)), [401], 'and nobody else waits');
  });

  it('from one network, 24 at a time, block no other address', async (t) => {
    const clock = manualClock();
    const store = openMemoryStore(clock);
    const passwords = createPasswords({ logN: 14, r: 8, p: 1 });
    const administration = createAdministration({ store, clock, passwords });
    const test = await buildAdminTest(t, { store, services: { administration } });
    await addMei(test);
    let attacking = true;
    const wrong = { ...good, password: 'wrong wrong wrong' };
    const attackers = Array.from({ length: 24 }, async (_, attacker) => {
      for (let turn = 0; attacking; turn += 1) {
        // Protection here does not depend on the limit of tries per minute.
        clock.advance(60_000);
        const [status] = await codes(test, 1, wrong, `2001:db8:0:2::${attacker}:${turn}`);
        assert.ok([401, 429, 503].includes(status ?? 0), String(status));
        await setImmediate();
      }
    });
    for (let turn = 0; turn < 8; turn += 1) {
      clock.advance(10 * 60_000);
      assert.deepEqual(await codes(test, 1, good, '192.0.2.77'), [200]);
    }
    attacking = false;
    await Promise.all(attackers);
  });

  it('are counted by connection, not by forwarded headers', async (t) => {
    const test = await buildAdminTest(t);
    for (let turn = 0; turn < 6; turn += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${turn}`, forwarded: `for=198.51.100.${turn}` };
      const { status } = await signIn(test, good, { headers });
      assert.equal(status, turn < 5 ? 401 : 429);
    }
  });

  it('are counted across processes', async (t: TestContext) => {
    const one = await buildAdminTest(t);
    const two = await buildAdminTest(t, { store: one.store });
    assert.deepEqual(await codes(one, 3, good), [401, 401, 401]);
    assert.deepEqual(await codes(two, 3, good), [401, 401, 429]);
  });
});
