import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { UnknownKeys } from './unknown-keys.ts';

it('delays rejections for a minute for an address that tries many keys, and for no other', async () => {
  let now = 0;
  const waits: number[] = [];
  const keys = new UnknownKeys(
    () => now,
    async (ms) => waits.push(ms),
  );
  for (let count = 0; count < 60; count += 1) await keys.refuse('2001:db8::1');
  assert.deepEqual(waits, []);
  await keys.refuse('2001:db8::2');
  assert.deepEqual(waits, [1_000], 'one of the same /64');
  await keys.refuse('192.0.2.1');
  assert.equal(waits.length, 1);
  now += 60_000;
  await keys.refuse('2001:db8::1');
  assert.equal(waits.length, 1);
});

it('rejects any number of unknown keys with 401, delayed after 60, and serves a known key at once', async (t) => {
  const { app, key } = await buildTestApp(t);
  const ask = (presented: string) =>
    app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': presented } });
  const unknown = `${key.slice(0, 5)}${key[5] === 'a' ? 'b' : 'a'}${key.slice(6)}`;
  for (let count = 0; count < 60; count += 1) assert.equal((await ask(unknown)).statusCode, 401);
  const begin = performance.now();
  const refused = await ask(unknown);
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.json().code, 'invalid_key');
  assert.ok(performance.now() - begin > 900, 'a second later');
  assert.equal((await ask(key)).statusCode, 200);
});

it('sends nosniff, and HSTS when it serves TLS itself', async (t) => {
  const file = (name: string) =>
    fileURLToPath(new URL(`../../../../simulators/src/tls/${name}`, import.meta.url));
  const tls = { certPath: file('test-only-cert.pem'), keyPath: file('test-only-key.pem') };
  for (const test of [await buildTestApp(t), await buildTestApp(t, { tls })]) {
    const replies = [
      await test.app.inject('/livez'),
      await test.app.inject('/nothing'),
      await test.app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': test.key } }),
      await test.app.inject({
        method: 'POST',
        url: '/ai/api/ask_stream',
        headers: { 'x-api-key': test.key, 'content-type': 'application/json' },
        payload: '{"question":"Does it work?"}',
      }),
    ];
    const isSecure = test.services.config.tls !== undefined;
    for (const { headers } of replies) {
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['strict-transport-security'], isSecure ? 'max-age=31536000' : undefined);
    }
  }
});
