import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { KeyChange } from '../../accounting/keys/key-change.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerPaths, assertErrorResponse } from '../../testing/app/error-response.ts';
import { exchange, postBytes } from '../../testing/process/raw-http.ts';

const body = '{"question":"Does it work?"}';

/** Header lines as sent, with KEY in place of the valid key, and the expected reply. */
const presented: [name: string, lines: string[], expected: 200 | 'missing_key' | 'invalid_key'][] = [
  ['no key', [], 'missing_key'],
  ['a blank X-API-Key', ['X-API-Key:   '], 'missing_key'],
  ['a blank Authorization', ['Authorization: '], 'missing_key'],
  ['X-API-Key', ['X-API-Key: KEY'], 200],
  ['Bearer', ['Authorization: Bearer KEY'], 200],
  ['bearer in lower case', ['authorization: bearer KEY'], 200],
  ['an unknown key', ['X-API-Key: cw_nobody'], 'invalid_key'],
  ['Basic', ['Authorization: Basic KEY'], 'invalid_key'],
  ['Bearer without a key', ['Authorization: Bearer'], 'invalid_key'],
  ['Bearer with two', ['Authorization: Bearer KEY KEY'], 'invalid_key'],
  ['the bare key as Authorization', ['Authorization: KEY'], 'invalid_key'],
  ['two X-API-Key lines', ['X-API-Key: KEY', 'X-API-Key: KEY'], 'invalid_key'],
  ['two Authorization lines', ['Authorization: Bearer KEY', 'Authorization: Bearer KEY'], 'invalid_key'],
  ['both forms, the same key', ['X-API-Key: KEY', 'Authorization: Bearer KEY'], 200],
  ['both forms, different keys', ['X-API-Key: KEY', 'Authorization: Bearer cw_other'], 'invalid_key'],
  ['both forms, an empty Bearer', ['X-API-Key: KEY', 'Authorization: Bearer'], 'invalid_key'],
  ['X-API-Key behind a proxy with Basic', ['X-API-Key: KEY', 'Authorization: Basic dTpw'], 200],
  ['the key in a cookie', ['Cookie: X-API-Key=KEY'], 'missing_key'],
  ['8 KB of key', [`X-API-Key: ${'k'.repeat(8_192)}`], 'invalid_key'],
  ['Latin-1 bytes', ['X-API-Key: cw_\u00e9\u00ff'], 'invalid_key'],
];

describe('a key is accepted from one of two headers only', { tags: ['key.headers'] }, () => {
  for (const path of answerPaths)
    for (const [name, lines, expected] of presented)
      it(`${name} at ${path}: ${expected}`, async (t) => {
        const test = await buildTestApp(t);
        const port = await test.listen();
        const head = lines.map((line) => `${line.replaceAll('KEY', test.key)}\r\n`).join('');
        const bytes = postBytes(path, { Connection: 'close' }, body).replace('\r\n', `\r\n${head}`);
        const reply = await exchange(port, Buffer.from(bytes, 'latin1'));
        if (expected === 200) assert.equal(reply.status, 200, reply.body);
        else assertErrorResponse(reply, 401, expected);
        assert.equal(test.settled.length, expected === 200 ? 1 : 0);
      });
});

describe('a key must be complete, enabled, not expired and authorized for the module', () => {
  for (const path of answerPaths) {
    const post = async (test: Awaited<ReturnType<typeof buildTestApp>>, key: string, url: string = path) => {
      const { statusCode: status, ...reply } = await test.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        payload: JSON.stringify({ question: 'x', 'X-API-Key': key }),
      });
      return { status, headers: reply.headers, body: reply.body };
    };

    it(`at ${path}: a truncated key or one in another case is invalid_key`, {
      tags: ['error.invalid_key'],
    }, async (t) => {
      const test = await buildTestApp(t);
      const swapped = test.key.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
      assert.notEqual(swapped, test.key);
      assertErrorResponse(await post(test, swapped), 401, 'invalid_key');
      assertErrorResponse(await post(test, test.key.slice(0, -1)), 401, 'invalid_key');
    });

    it(`at ${path}: a key in the query or the body is missing_key`, {
      tags: ['error.missing_key'],
    }, async (t) => {
      const test = await buildTestApp(t);
      assertErrorResponse(
        await post(test, '', `${path}?X-API-Key=${test.key}&api_key=${test.key}`),
        401,
        'missing_key',
      );
    });

    it(`at ${path}: disabled takes precedence over expired, and a key expires at the exact instant`, {
      tags: ['key.status', 'key.expiry', 'error.key_disabled', 'error.key_expired'],
    }, async (t) => {
      const clock = manualClock();
      const test = await buildTestApp(t, { clock });
      const now = clock.now();
      const gone = await test.createKey({ status: 'disabled', expiresAt: now });
      assertErrorResponse(await post(test, gone), 401, 'key_disabled');
      const ending = await test.createKey({ expiresAt: now + 1 });
      assert.equal((await post(test, ending)).status, 200);
      clock.advance(1);
      assertErrorResponse(await post(test, ending), 401, 'key_expired');
    });

    it(`at ${path}: a key without the module is no_permission with the module's name`, {
      tags: ['key.modules', 'error.no_permission'],
    }, async (t) => {
      const test = await buildTestApp(t);
      const key = await test.createKey({ modules: ['factcheck', 'expert_agent'] });
      assertErrorResponse(await post(test, key), 403, 'no_permission:ask_agent');
    });
  }
});

describe('a cached key is checked against its current state', () => {
  const good = JSON.stringify({ question: 'x' });
  const bodies = { 'a good body': good, 'a bad one': '{"question":7}', 'no JSON': '{' };
  const changes: [name: string, status: number, code: string, change: KeyChange][] = [
    ['disabled', 401, 'key_disabled', { status: 'disabled' }],
    ['expired', 401, 'key_expired', { expiresAt: 1 }],
    ['without the module', 403, 'no_permission:ask_agent', { modules: ['factcheck'] }],
  ];
  async function served(t: TestContext, path: string) {
    const test = await buildTestApp(t);
    const post = async (payload: string, secret = test.key) => {
      const {
        statusCode: status,
        headers,
        body,
      } = await test.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': secret },
        payload,
      });
      return { status, headers, body };
    };
    assert.equal((await post(good)).status, 200);
    const [key] = await test.services.keys.list();
    return { ...test, post, keyId: key?.id as string };
  }

  for (const path of answerPaths) {
    for (const [name, status, code, change] of changes)
      for (const [body, payload] of Object.entries(bodies))
        it(`at ${path}: ${name} since, it is ${code} with ${body}`, async (t) => {
          const { post, services, keyId, settled } = await served(t, path);
          await services.keys.update(keyId, change);
          for (let time = 1; time <= 2; time += 1) assertErrorResponse(await post(payload), status, code);
          assert.equal(settled.length, 1);
        });

    for (const [body, payload] of Object.entries(bodies))
      it(`at ${path}: reissued after a leak, it is invalid_key with ${body}, and the new one works`, async (t) => {
        const { post, services, keyId } = await served(t, path);
        const reissued = await services.keys.reissue({ id: keyId, graceMs: null });
        assertErrorResponse(await post(payload), 401, 'invalid_key');
        assert.equal((await post(good, reissued?.secret)).status, 200);
      });

    it(`at ${path}: enabled again, it works again, and errors of a body are reported`, async (t) => {
      const { post, services, keyId } = await served(t, path);
      await services.keys.setStatus(keyId, 'disabled');
      assertErrorResponse(await post(good), 401, 'key_disabled');
      await services.keys.setStatus(keyId, 'enabled');
      assert.equal((await post(good)).status, 200);
      assertErrorResponse(await post('{"question":7}'), 400, 'invalid_request');
    });
  }
});
