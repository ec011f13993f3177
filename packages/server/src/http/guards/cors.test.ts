import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Services } from '../../features/services.ts';
import { readConfig } from '../../platform/config.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';

const intranet = 'https://intranet.example.org';
const preflight = (path: string, origin: string) => ({
  method: 'OPTIONS' as const,
  url: path,
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  },
});

describe('cross-origin pages', () => {
  it('may call the API with a key if the operator lists their origin, including streams and errors, never with cookies', async (t) => {
    const { app, key } = await openTo(t, intranet);
    const asked = await app.inject(preflight('/ai/api/ask', intranet));
    assert.equal(asked.statusCode, 204);
    assert.equal(asked.headers['access-control-allow-origin'], intranet);
    assert.equal(asked.headers['access-control-allow-headers'], 'authorization');
    assert.equal(asked.headers['access-control-allow-credentials'], undefined);
    for (const [path, presented, status] of [
      ['/ai/api/ask', key, 200],
      ['/ai/api/ask_stream', key, 200],
      ['/ai/api/ask', 'unknown', 401],
    ] as const) {
      const reply = await app.inject({
        method: 'POST',
        url: path,
        headers: { origin: intranet, authorization: `Bearer ${presented}` },
        payload: { question: '二甲双胍能降低HbA1c吗？' },
      });
      assert.equal(reply.statusCode, status, path);
      assert.equal(reply.headers['access-control-allow-origin'], intranet, path);
      assert.match(String(reply.headers['access-control-expose-headers']), /X-Tokens-Charged/);
    }
  });

  it('are rejected from other origins, without the setting, and at pages and sessions', async (t) => {
    const { app } = await openTo(t, intranet);
    for (const { url, origin } of [
      { url: '/ai/api/ask', origin: 'https://evil.example' },
      { url: '/ai/api/ask', origin: `${intranet}.evil.example` },
      { url: '/web/session', origin: intranet },
    ]) {
      const reply = await app.inject(preflight(url, origin));
      assert.equal(reply.headers['access-control-allow-origin'], undefined, `${url} from ${origin}`);
    }
    const closed = await buildTestApp(t);
    const reply = await closed.app.inject(preflight('/ai/api/ask', intranet));
    assert.equal(reply.statusCode, 405);
    assert.equal(reply.headers['access-control-allow-origin'], undefined);
  });

  it('can read the reason for a 503, and get JSON for an OPTIONS that is no preflight', async (t) => {
    const lost = { en: 'The data folder is gone.', zh: '数据文件夹已消失。' };
    const dataFiles = {
      ...{ lost: () => '/data', writeFailure: () => undefined, unwritable: () => undefined, close() {} },
      filesLostMessage: () => lost,
    };
    const { app } = await openTo(t, intranet, { dataFiles });
    const refused = await app.inject({ method: 'POST', url: '/ai/api/ask', headers: { origin: intranet } });
    assert.equal(refused.statusCode, 503);
    assert.equal(refused.headers['access-control-allow-origin'], intranet);
    for (const headers of [{}, { origin: intranet }, { 'access-control-request-method': 'POST' }]) {
      const reply = await (await openTo(t, intranet)).app.inject({
        ...{ method: 'OPTIONS', url: '/ai/api/ask', headers },
      });
      assert.equal(reply.statusCode, 405);
      assert.deepEqual(Object.keys(reply.json()), ['error', 'code']);
    }
  });

  it('may come from any origin with *, and unknown paths are still 404', async (t) => {
    const { app } = await openTo(t, '*');
    const reply = await app.inject(preflight('/ai/api/ask', 'https://any.example'));
    assert.equal(reply.headers['access-control-allow-origin'], '*');
    assert.equal((await app.inject({ url: '/ai/api/nothing' })).statusCode, 404);
    assert.equal((await app.inject({ url: '/ai/api/ask' })).statusCode, 405);
  });
});

function openTo(t: TestContext, origin: string, services: Partial<Services> = {}) {
  const config = readConfig({
    CITEWELL_DATA_DIR: join(tmpdir(), 'citewell-no-such-folder'),
    CITEWELL_CORS_ORIGINS: origin,
  });
  return buildTestApp(t, { services: { config, ...services } });
}
