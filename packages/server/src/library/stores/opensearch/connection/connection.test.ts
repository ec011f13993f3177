import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StorageError } from '@citewell/core/storage-error.ts';
import { ConfigError } from '../../../../platform/config.ts';
import { readOpenSearchAddress } from '../../../../platform/opensearch-address.ts';
import { temporaryFolder } from '../../../../testing/process/temporary-folder.ts';
import { openOpenSearchLibrary, openOpenSearchWriter } from '../open-opensearch.ts';

const pem = (name: string) =>
  fileURLToPath(new URL(`../../../../../../simulators/src/tls/test-only-${name}.pem`, import.meta.url));

async function portOf(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts a server that always replies with this status. */
function answering(status: number, type?: string): RequestListener {
  const body = JSON.stringify(type === undefined ? {} : { error: { type } });
  return (_request, response) => response.writeHead(status).end(body);
}

async function closedPort(t: TestContext): Promise<number> {
  const server = createServer();
  const port = await portOf(t, server);
  server.close();
  await once(server, 'close');
  return port;
}

type Secrets = { apiKey?: string; caPath?: string };

/** Returns the error of a start with this address, for reading; that for writing must be the same. */
async function failureOf(url: string, secrets: Secrets = {}): Promise<StorageError | ConfigError> {
  const address = readOpenSearchAddress(url, secrets) ?? assert.fail(url);
  const failures: (StorageError | ConfigError)[] = [];
  const openings = [
    () => openOpenSearchLibrary({ address }, { timeoutMs: 2_000 }),
    () => openOpenSearchWriter({ address }, undefined, { retryMs: 0 }),
  ];
  for (const open of openings)
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof StorageError || error instanceof ConfigError, String(error));
      failures.push(error);
      return true;
    });
  const [one, other] = failures;
  assert.ok(one && other);
  assert.equal(one.sentence.en, other.sentence.en);
  return one;
}

describe('an OpenSearch that cannot be used', () => {
  it('is reported with its address, the cause and the setting', async (t) => {
    const material = { cert: readFileSync(pem('cert')), key: readFileSync(pem('key')) };
    const secure = await portOf(t, createTlsServer(material, answering(200)));
    const plain = await portOf(t, createServer(answering(200)));
    const withStatus = async (status: number, type?: string) =>
      portOf(t, createServer(answering(status, type)));
    const full = await withStatus(403, 'index_create_block_exception');
    const cases: [url: string, en: RegExp, zh: RegExp, secrets?: Secrets][] = [
      [`http://127.0.0.1:${await closedPort(t)}/a`, /refuses connections/, /拒绝连接/],
      ['http://nowhere.invalid:9200/a', /cannot be resolved/, /无法解析/],
      [`https://localhost:${secure}/a`, /not trusted \(\w*CERT\).*CITEWELL_LIBRARY_CA/, /不受信任/],
      [`https://127.0.0.1:${plain}/a`, /another protocol/, /其他协议/],
      [`http://127.0.0.1:${await withStatus(401)}/a`, /requires credentials/, /要求身份验证/],
      [`http://me:no@127.0.0.1:${await withStatus(401)}/a`, /rejected.*user and password/, /拒绝了.*用户名/],
      [`http://127.0.0.1:${await withStatus(401)}/a`, /API_KEY.*since 3\.7/, /自 3\.7 起/, { apiKey: 'k' }],
      [`http://me:no@127.0.0.1:${await withStatus(403)}/a`, /status 403.*indices a-records\*/, /权限/],
      [`http://127.0.0.1:${full}/a`, /is read-only.*index_create_block/, /不接受更改/],
      [`http://127.0.0.1:${await withStatus(503)}/a`, /status 503/, /状态 503/],
    ];
    for (const [url, en, zh, secrets] of cases) {
      const { sentence } = await failureOf(url, secrets);
      assert.match(sentence.en, en, url);
      assert.match(sentence.zh, zh, url);
      const { origin } = new URL(url);
      assert.ok(sentence.en.includes(`${origin} (CITEWELL_LIBRARY_URL)`), sentence.en);
      assert.ok(sentence.zh.includes(`${origin} `), sentence.zh);
      assert.ok(!sentence.en.includes('me:no'));
    }
  });

  it('is not asked again by a writer if only another setting can help', async (t) => {
    const material = { cert: readFileSync(pem('cert')), key: readFileSync(pem('key')) };
    const server = createTlsServer(material, answering(200));
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const address = readOpenSearchAddress(`https://localhost:${await portOf(t, server)}/a`) ?? assert.fail();
    await assert.rejects(openOpenSearchWriter({ address }), /not trusted/);
    assert.equal(connections, 1);
  });

  it('is reported as an invalid setting if the file of its authority cannot be used', async (t) => {
    const folder = temporaryFolder(t);
    const junk = join(folder, 'junk.pem');
    writeFileSync(junk, 'no certificate');
    for (const [caPath, en, zh] of [
      [join(folder, 'none.pem'), /cannot be read.*no such file/, /无法读取/],
      [folder, /cannot be read.*no regular file/, /无法读取/],
      [junk, /not a PEM certificate/, /不是 PEM 证书/],
    ] as const) {
      const failure = await failureOf('https://127.0.0.1:1/a', { caPath });
      assert.ok(failure instanceof ConfigError);
      assert.ok(failure.sentence.en.includes(`CITEWELL_LIBRARY_CA (${JSON.stringify(caPath)})`));
      assert.match(failure.sentence.en, en);
      assert.match(failure.sentence.zh, zh);
    }
  });
});
