import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programEnvironment, serviceEnvironment } from '../testing/process/program-environment.ts';

const bin = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));

/**
 * Runs `serve` in each of these environments, one after another in one process: loading the service takes longer than
 * rejecting them.
 */
function serveInTurn(
  t: TestContext,
  environments: readonly Record<string, string>[],
): { code: number; said: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = `
    import { writeFileSync } from 'node:fs';
    import { serve } from ${JSON.stringify(new URL('../app/main.ts', import.meta.url).href)};
    const own = { ...process.env };
    const ends = [];
    let said = '';
    for (const stream of [process.stdout, process.stderr])
      stream.write = (text) => { said += text; return true; };
    for (const environment of ${JSON.stringify(environments)}) {
      process.env = { ...own, ...environment };
      said = '';
      await new Promise((ended) => {
        process.exit = (code) => { ends.push({ code, said }); ended(); return new Promise(() => {}); };
        void serve();
      });
    }
    writeFileSync('ends.json', JSON.stringify(ends));
    process.reallyExit(0);`;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: serviceEnvironment(folder),
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.equal(child.status, 0, child.stderr);
  const ends: { code: number; said: string }[] = JSON.parse(readFileSync(join(folder, 'ends.json'), 'utf8'));
  assert.equal(ends.length, environments.length);
  for (const { said } of ends) assert.doesNotMatch(said, /\n\s+at /, 'no stack');
  return ends;
}

describe('a refused start', () => {
  it('names unreadable TLS files and exits 78', (t) => {
    const [unread, notPem] = serveInTurn(t, [
      { CITEWELL_TLS_CERT: '/nowhere/cert', CITEWELL_TLS_KEY: '/nowhere/key' },
      { CITEWELL_TLS_CERT: bin, CITEWELL_TLS_KEY: bin },
    ]);
    assert.deepEqual([unread?.code, notPem?.code], [78, 78]);
    assert.match(
      unread?.said ?? '',
      /CITEWELL_TLS_CERT.*cannot be read[\s\S]*CITEWELL_TLS_KEY.*cannot be read/,
    );
    assert.match(
      notPem?.said ?? '',
      /CITEWELL_TLS_CERT.*not a PEM certificate[\s\S]*CITEWELL_TLS_KEY.*not a PEM private key/,
    );
  });

  it('exits 78 with a message in both languages for an unusable path, and never retries forever', (t) => {
    const file = join(tmpdir(), `citewell-test-${process.pid}-not-a-folder`);
    writeFileSync(file, '');
    t.after(() => rmSync(file));
    const loop = join(tmpdir(), `citewell-test-${process.pid}-loop`);
    symlinkSync(loop, loop);
    t.after(() => rmSync(loop));
    const unusable: Record<string, string>[] = [
      { CITEWELL_DATA_DIR: file },
      { CITEWELL_DATA_DIR: join(file, 'below') },
      // If a folder is reported to exist but does not, mkdir with `recursive` never returns.
      { CITEWELL_DATA_DIR: '/proc/nope' },
      { CITEWELL_DATA_DIR: '/proc/nope/below' },
      { CITEWELL_DATA_DIR: loop },
      { CITEWELL_DATA_DIR: join(tmpdir(), 'x'.repeat(300)) },
      { CITEWELL_LIBRARY_INCOMING: loop },
      { CITEWELL_DATABASE_URL: '/proc/nope/citewell.db' },
      { CITEWELL_DATABASE_URL: tmpdir() },
      { CITEWELL_LIBRARY_INCOMING: file },
      { CITEWELL_CATEGORIES: '/proc/nope/categories.json' },
      { CITEWELL_PERSONAS: tmpdir() },
      { CITEWELL_TLS_CERT: '/proc/nope/cert.pem', CITEWELL_TLS_KEY: tmpdir() },
      { CITEWELL_LIBRARY_URL: 'https://me:p%ss@localhost:1/a' },
      { CITEWELL_LIBRARY_CA: '/proc/nope/ca.pem', CITEWELL_LIBRARY_URL: 'https://localhost:1/a' },
      { CITEWELL_LIBRARY_CA: bin, CITEWELL_LIBRARY_URL: 'https://localhost:1/a' },
      { CITEWELL_LIBRARY_CA: bin },
      { CITEWELL_LIBRARY_API_KEY: 'abc' },
    ];
    const ends = serveInTurn(t, unusable);
    for (const [index, environment] of unusable.entries()) {
      const { code, said = '' } = ends[index] ?? {};
      assert.equal(code, 78, JSON.stringify(environment));
      const [name = ''] = Object.keys(environment);
      assert.match(said, new RegExp(name));
      assert.match(said, /DATA/.test(name) ? /无法创建或写入/ : /设置无效/);
    }
    const started = spawnSync(process.execPath, [bin, 'serve'], {
      env: { ...programEnvironment(), ...unusable[0] },
      encoding: 'utf8',
    });
    assert.equal(started.status, 78);
    assert.match(started.stderr, /CITEWELL_DATA_DIR[\s\S]*无法创建或写入/);
  });

  it('names the damaged file in both languages, without a stack trace', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const ofTables = (sql: string) => (path: string) => {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    };
    const damages = [
      (path: string) => writeFileSync(path, 'no database at all'),
      ofTables('CREATE TABLE chunk (place); PRAGMA user_version = 3'),
      ofTables('CREATE TABLE chunk (place); PRAGMA user_version = 4'),
      ofTables('CREATE TABLE chunk (place); PRAGMA user_version = 5'),
      ofTables('CREATE TABLE chunk (place); PRAGMA user_version = 6'),
      ofTables('CREATE TABLE chunk (place); PRAGMA user_version = 7'),
      ofTables('CREATE TABLE document (text); PRAGMA user_version = 1'),
    ];
    const environments = damages.map((make, index) => {
      const dataDir = join(folder, String(index));
      mkdirSync(dataDir);
      make(join(dataDir, 'library.db'));
      return { CITEWELL_DATA_DIR: dataDir };
    });
    const ends = serveInTurn(t, environments);
    for (const { code, said } of ends) {
      assert.equal(code, 1);
      assert.match(said, /library\.db is damaged[\s\S]*library\.db 已损坏/);
      assert.doesNotMatch(said, /data folder/);
    }
  });
});
