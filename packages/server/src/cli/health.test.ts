import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { chinese, terminal } from '../testing/process/terminal.ts';

const pem = (name: string) =>
  fileURLToPath(new URL(`../../../simulators/src/tls/test-only-${name}.pem`, import.meta.url));
const tls = { certPath: pem('cert'), keyPath: pem('key') };

describe('citewell health', () => {
  it('asks the service at the configured port, on the loopback address if it listens on a wildcard', async (t) => {
    const port = await (await buildTestApp(t)).listen();
    for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
      const { run } = terminal(t, { CITEWELL_PORT: String(port), CITEWELL_HOST: host });
      const { code, out, err } = await run('health');
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^The service at http:\/\/(?:127\.0\.0\.1|localhost):\d+ is ready\.\n$/);
    }
    const { out } = await terminal(t, chinese).run('health', '--url', `http://127.0.0.1:${port}/`);
    assert.match(out, /的服务已就绪。\n$/);
  });

  it('asks over TLS without checking the certificate’s name', async (t) => {
    const port = await (await buildTestApp(t, { tls })).listen();
    const { run } = terminal(t, {
      ...{ CITEWELL_PORT: String(port), CITEWELL_HOST: '127.0.0.1' },
      ...{ CITEWELL_TLS_CERT: tls.certPath, CITEWELL_TLS_KEY: tls.keyPath },
    });
    const { code, out } = await run('health');
    assert.deepEqual([code, out.startsWith('The service at https://127.0.0.1:')], [0, true]);
  });

  it('exits 1 with the reason while the service accepts no requests', async (t) => {
    const lost = { en: 'The data folder is gone.', zh: '数据文件夹已消失。' };
    const dataFiles = {
      ...{ lost: () => '/data', writeFailure: () => undefined, unwritable: () => undefined, close() {} },
      filesLostMessage: () => lost,
    };
    const port = await (await buildTestApp(t, { services: { dataFiles } })).listen();
    const url = `http://127.0.0.1:${port}`;
    const { code, out, err } = await terminal(t).run('health', '--url', url);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^The service at http:\S+ is not ready \(503\): .*The data folder is gone\.\n$/);
    const inChinese = await terminal(t, chinese).run('health', '--url', url);
    assert.match(inChinese.err, /的服务尚未就绪（503）：.*数据文件夹已消失。\n$/);
  });

  it('exits 1 if nothing listens, and 2 for an invalid address', async (t) => {
    const { run } = terminal(t, { CITEWELL_PORT: '1' });
    const { code, err } = await run('health');
    assert.deepEqual(
      [code, err],
      [1, 'The service at http://127.0.0.1:1 cannot be reached (ECONNREFUSED).\n'],
    );
    for (const url of ['ftp://x', 'nothing'])
      assert.deepEqual((await run('health', '--url', url)).code, 2, url);
    const unknown = await terminal(t, { CITEWELL_PORT: '0' }).run('health');
    assert.deepEqual([unknown.code, /CITEWELL_PORT is 0/.test(unknown.err)], [2, true]);
  });
});
