import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ServiceError } from '@citewell/core/errors.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { memoryLibrary } from '../../testing/library/memory-library.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { browserPaths, operatorPaths } from './built-pages.ts';

const script = 'export const built = true;';

function builtFolder(t: TestContext): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>pages</title>');
  writeFileSync(join(folder, 'admin.html'), '<!doctype html><title>operators</title>');
  writeFileSync(join(folder, 'assets/index-1a2b.js'), script);
  writeFileSync(join(folder, 'assets/index-1a2b.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'assets/notes.map'), 'not for anybody');
  return folder;
}

describe('the built pages', () => {
  it('are served at each of their addresses without caching, and load nothing from other origins', async (t) => {
    const { app } = await buildTestApp(t, { webFolder: builtFolder(t) });
    for (const url of browserPaths) {
      const { statusCode, headers, body } = await app.inject(url);
      assert.equal(statusCode, 200, url);
      assert.match(body, /pages/);
      assert.equal(headers['cache-control'], 'no-cache');
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    }
  });

  it('have scripts that are cached forever, compressed if the browser accepts it', async (t) => {
    const { app } = await buildTestApp(t, { webFolder: builtFolder(t) });
    const url = '/assets/index-1a2b.js';
    const plain = await app.inject(url);
    assert.equal(plain.body, script);
    assert.match(String(plain.headers['cache-control']), /immutable/);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.headers.vary, 'Accept-Encoding');
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } });
    assert.equal(small.headers['content-encoding'], 'gzip');
    assert.deepEqual(small.rawPayload, gzipSync(script));
  });

  it('include only files of the folder with a known type', async (t) => {
    const { app } = await buildTestApp(t, { webFolder: builtFolder(t) });
    for (const url of [
      '/assets/notes.map',
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/index.html',
      '/assets/',
      '/nothing',
    ])
      assert.equal((await app.inject(url)).statusCode, 404, url);
  });

  it('are replaced by the plain start page if they are not built', async (t) => {
    const { app } = await buildTestApp(t, { webFolder: join(temporaryFolder(t), 'nowhere') });
    assert.match((await app.inject('/')).body, /curl -s/);
    assert.equal((await app.inject('/usage')).statusCode, 404);
  });

  it('for operators are served only on their own listener, and show the sign-in form without a session', async (t) => {
    const webFolder = builtFolder(t);
    const { admin, publicApp } = await buildAdminTest(t, { webFolder, adminOptions: { webFolder } });
    for (const url of operatorPaths) {
      const { statusCode, headers, body } = await admin.inject(url);
      assert.equal(statusCode, 200, url);
      assert.match(body, /operators/);
      assert.match(String(headers['content-security-policy']), /default-src 'self'/);
    }
    assert.doesNotMatch((await publicApp.inject('/')).body, /operators/);
    assert.equal((await publicApp.inject('/keys')).statusCode, 404);
    assert.equal((await admin.inject('/admin/api/installation')).statusCode, 401);
  });
});

it('GET /web/service lists the available features, without secret settings', async (t) => {
  const { app } = await buildTestApp(t);
  const reply = (await app.inject('/web/service')).json();
  assert.equal(typeof reply.engine, 'string');
  assert.equal(reply.images, false);
  assert.ok(reply.categories.length > 5 && reply.categories[0].name.zh);
  assert.deepEqual(Object.keys(reply).sort(), [
    'categories',
    'discussion',
    'engine',
    'images',
    'library',
    'model',
    'polish',
    'quota_timezone',
    'review',
    'sources',
    'version',
  ]);
});

it('GET /web/service counts the library at most once a minute, and keeps the last count if counting fails', async (t) => {
  const clock = manualClock();
  const library = memoryLibrary([]);
  let counts = 0;
  let busy = false;
  const stats: typeof library.stats = async () => {
    counts += 1;
    if (busy) throw new ServiceError('overloaded');
    return { ...(await library.stats()), records: counts };
  };
  const { app } = await buildTestApp(t, { clock, services: { library: { ...library, stats } } });
  const records = async () => (await app.inject('/web/service')).json().library?.records;
  assert.deepEqual([await records(), await records()], [1, 1]);
  clock.advance(60_000);
  assert.equal(await records(), 2);
  busy = true;
  clock.advance(60_000);
  assert.equal(await records(), 2);
});
