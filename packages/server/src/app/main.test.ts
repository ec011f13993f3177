import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { programEnvironment, serviceEnvironment } from '../testing/process/program-environment.ts';
import { eventually } from '../testing/process/raw-http.ts';

const bin = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));

type Environment = Record<string, string | undefined>;

/** Settings for tests to which neither records nor the number of threads matter: each takes time to start. */
const quick: Environment = { CITEWELL_SAMPLE: 'off', CITEWELL_LANGUAGE_THREADS: '1' };
/** Takes these settings back. */
const usual: Environment = { CITEWELL_SAMPLE: undefined, CITEWELL_LANGUAGE_THREADS: undefined };

/** Runs the program as a user starts it, without network access and without the user's settings. */
function start(t: TestContext, environment: Environment = {}, preload?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  const args = preload
    ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, bin, 'serve']
    : [bin, 'serve'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...serviceEnvironment(folder), ...quick, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  let exitCode: number | null | undefined;
  child.on('close', (code) => {
    exitCode = code;
  });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const exit = async () => {
    await eventually(() => exitCode !== undefined, 'the process ends');
    return exitCode;
  };
  return { child, folder, exit, said: () => text };
}

/** Waits for the banner; returns its address and demo key. */
async function listening({ said }: { said(): string }) {
  await eventually(() => said().includes('"listening"'), 'it listens');
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(said()) ?? [];
  const [key = ''] = /cw_\w+/.exec(said()) ?? [];
  return { url, key };
}

function ask(url: string, key: string) {
  return fetch(`${url}/ai/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"question":"Does metformin lower HbA1c?"}',
  });
}

/** The call that costs the least, without the threads that answer a question; it writes to the ledger like any other. */
function search(url: string, key: string) {
  return fetch(`${url}/ai/api/local_advanced_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ terms: [{ field: 'title', value: 'quokka' }], limit: 1 }),
  });
}

describe('serve', () => {
  it('starts without settings, network or key, accepts its demo key, exits 0 on SIGTERM, and shows no key when it starts again', async (t) => {
    const service = start(t, usual);
    const { url, key } = await listening(service);
    const reply = await ask(url, key);
    assert.equal(reply.status, 200);
    const { answer, references } = (await reply.json()) as { answer: string; references: unknown[] };
    assert.match(answer, /\[1\]/);
    assert.ok(references.length > 0);
    service.child.kill('SIGTERM');
    assert.equal(await service.exit(), 0);
    assert.equal(
      service.said().split(key).length - 1,
      2,
      'the key is shown in the banner and in no log line',
    );
    const again = start(t, { ...usual, CITEWELL_DATA_DIR: join(service.folder, 'data') });
    assert.equal((await listening(again)).key, '');
    again.child.kill('SIGINT');
    assert.equal(await again.exit(), 0);
  });

  it('rejects a schedule that never matches before it listens', async (t) => {
    const service = start(t, { CITEWELL_LIBRARY_SYNC: '0 0 30 2 *' });
    assert.equal(await service.exit(), 78);
    assert.match(service.said(), /CITEWELL_LIBRARY_SYNC \("0 0 30 2 \*"\): no time matches it/);
  });

  it('finds records that the CLI ingests meanwhile, and stays ready', async (t) => {
    const service = start(t, { CITEWELL_LIBRARY_SYNC: '0 5 * * *' });
    const { url, key } = await listening(service);
    const records = Array.from({ length: 3_000 }, (_, i) => ({
      pmid: `${i + 1}`,
      title: `Quokka study ${i}`,
    }));
    writeFileSync(
      join(service.folder, 'a.jsonl'),
      records.map((record) => JSON.stringify(record)).join('\n'),
    );
    const ingest = spawn(process.execPath, [bin, 'library', 'ingest', 'a.jsonl'], {
      cwd: service.folder,
      env: { ...programEnvironment(), CITEWELL_DATA_DIR: join(service.folder, 'data') },
      stdio: 'ignore',
    });
    let ended: number | null | undefined;
    ingest.once('close', (code) => {
      ended = code;
    });
    do {
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      await sleep(20);
    } while (ended === undefined);
    assert.equal(ended, 0);
    const reply = await search(url, key);
    assert.equal(((await reply.json()) as { total: number }).total, 3_000);
  });

  it('serves operators only on their own port, accepts one that the CLI adds meanwhile, verifies its ledger while it serves, and drains both ports together', async (t) => {
    const service = start(t, { CITEWELL_ADMIN_PORT: '0' });
    const { url, key } = await listening(service);
    const [adminUrl = ''] = /http:\/\/[\d.]+:\d+(?=\/\n)/.exec(service.said()) ?? [];
    assert.notEqual(adminUrl, url);
    assert.equal((await fetch(`${adminUrl}/admin/api/keys`)).status, 401);
    assert.equal((await fetch(`${url}/admin/api/keys`)).status, 404);
    assert.equal((await ask(adminUrl, key)).status, 404);

    const password = '正确的马电池订书钉不太容易猜到';
    const added = spawnSync(
      process.execPath,
      [bin, 'admin', 'add', '张三', '--role', 'operator', '--password-stdin'],
      { env: { CITEWELL_DATA_DIR: join(service.folder, 'data') }, input: password },
    );
    assert.equal(added.status, 0);
    const accounts = new DatabaseSync(join(service.folder, 'data', 'citewell.db'), { readOnly: true });
    const stored = accounts.prepare('SELECT * FROM admin').get();
    accounts.close();
    assert.match(JSON.stringify(stored), /"scrypt\$17\$8\$1\$/, 'at the usual cost');
    const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${adminUrl}/admin/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signedIn = await send('session', { name: '张三', password });
    assert.equal(signedIn.status, 200);
    const { csrf_token: csrfToken } = (await signedIn.json()) as { csrf_token: string };
    const [cookie = ''] = signedIn.headers.getSetCookie()[0]?.split(';') ?? [];
    const report = await send('ledger/verify', {}, { cookie, 'x-csrf-token': csrfToken });
    const { whole, keys, drifts } = (await report.json()) as Record<string, unknown>;
    assert.deepEqual([whole, keys, drifts], [true, 1, []]);
    assert.ok(!service.said().includes(csrfToken) && !service.said().includes(password));

    service.child.kill('SIGTERM');
    assert.equal(await service.exit(), 0);
    await assert.rejects(fetch(`${adminUrl}/admin/api/keys`));
  });

  it('names the setting of a port in use', async (t) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => other.close());
    const { port } = other.address() as AddressInfo;
    const service = start(t, { CITEWELL_ADMIN_PORT: String(port) });
    assert.equal(await service.exit(), 1);
    assert.match(service.said(), /set CITEWELL_ADMIN_PORT to another port[\s\S]*CITEWELL_ADMIN_PORT 设为/);
  });

  it('reports all invalid settings at once and exits 78', async (t) => {
    const service = start(t, { CITEWELL_PORT: 'x', CITEWELL_SOURCES: 'y', CITEWELL_TLS_CERT: '/nowhere' });
    assert.equal(await service.exit(), 78);
    for (const name of ['CITEWELL_PORT', 'CITEWELL_SOURCES', 'CITEWELL_TLS_KEY'])
      assert.match(service.said(), new RegExp(name));
    assert.doesNotMatch(service.said(), /\n\s+at /);
  });

  it('reports a port in use in both languages without a stack trace, and keeps the demo key for the next start', async (t) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    t.after(() => other.close());
    const { port } = other.address() as AddressInfo;
    const service = start(t, { CITEWELL_PORT: String(port) });
    assert.equal(await service.exit(), 1);
    assert.match(service.said(), /already in use[\s\S]*CITEWELL_PORT[\s\S]*已被占用/);
    assert.doesNotMatch(service.said(), /\n\s+at |cw_/);
    const next = start(t, { CITEWELL_DATA_DIR: join(service.folder, 'data') });
    assert.match((await listening(next)).key, /^cw_/);
  });

  it('detects that its data folder is gone: it becomes unready, rejects calls, logs it and creates no replacement', async (t) => {
    const service = start(t);
    const { url, key } = await listening(service);
    const dataDir = join(service.folder, 'data');
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    const becomes = async (status: number) => {
      for (let tries = 0; tries < 600 && (await ready()) !== status; tries += 1) await sleep(50);
      assert.equal(await ready(), status);
    };
    assert.equal(await ready(), 200);
    renameSync(dataDir, `${dataDir}.away`);
    await becomes(503);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    const refused = await ask(url, key);
    assert.equal(refused.status, 503);
    const body = (await refused.json()) as { error: string; code: string };
    assert.deepEqual([body.code, /lost its data folder/.test(body.error)], ['overloaded', true]);
    const chinese = await fetch(`${url}/readyz`, { headers: { 'accept-language': 'zh' } });
    assert.match(((await chinese.json()) as { error: string }).error, /数据目录/);
    await eventually(() => service.said().includes('"event":"data_file_lost"'), 'the log reports it');
    const environment = { ...programEnvironment(), CITEWELL_DATA_DIR: dataDir };
    const listed = spawnSync(process.execPath, [bin, 'keys', 'list'], { env: environment, encoding: 'utf8' });
    assert.equal(listed.status, 1);
    assert.match(listed.stderr, /There is no database/);
    assert.ok(!existsSync(dataDir));
    renameSync(`${dataDir}.away`, dataDir);
    await becomes(200);
    assert.equal((await search(url, key)).status, 200);
  });

  it('exits 1 after an uncaught error, and logs its place without its message', async (t) => {
    for (const fault of ["throw new Error('a secret')", "Promise.reject(new Error('a secret'))"]) {
      const service = start(t, {}, `process.on('SIGUSR2', () => { ${fault} })`);
      await listening(service);
      service.child.kill('SIGUSR2');
      assert.equal(await service.exit(), 1);
      assert.match(service.said(), /"event":"(?:uncaughtException|unhandledRejection)"/);
      assert.doesNotMatch(service.said(), /a secret/);
    }
  });

  it('keeps running after a late rejection of an ended call, and logs a count', async (t) => {
    const errors = import.meta.resolve('@citewell/core/errors.ts');
    const retriever = new URL('../literature/sources/retriever.ts', import.meta.url).href;
    const service = start(
      t,
      {},
      `process.on('SIGUSR2', async () => {
        const { ServiceError } = await import(${JSON.stringify(errors)});
        const { SourceError } = await import(${JSON.stringify(retriever)});
        Promise.reject(new ServiceError('request_timeout'));
        Promise.reject(new SourceError('pubmed', 'timeout'));
        Promise.reject(new DOMException('', 'AbortError'));
      })`,
    );
    const { url, key } = await listening(service);
    service.child.kill('SIGUSR2');
    const abandoned = () => service.said().split('"event":"call_abandoned"').length - 1;
    await eventually(() => abandoned() === 3, 'all three are in the log');
    assert.equal((await search(url, key)).status, 200);
    assert.doesNotMatch(service.said(), /unhandledRejection/);
    service.child.kill('SIGTERM');
    assert.equal(await service.exit(), 0);
  });

  it('rejects new calls after an uncaught error, and finishes the running ones first', async (t) => {
    const model = await startLlmSimulator();
    t.after(() => model.close());
    model.setScript({ text: 'Zelparin prevents stroke [E1].' });
    // The answer is still running when the process is notified of the error.
    const answers = Promise.withResolvers<void>();
    model.onRequest(({ role }) => (role === 'write' ? answers.promise : undefined));
    const service = start(
      t,
      { CITEWELL_SAMPLE: 'on', CITEWELL_LLM_BASE_URL: model.url, CITEWELL_LLM_MODEL: 'simulated' },
      `process.on('SIGUSR2', () => { Promise.reject(new Error('a bug')) })`,
    );
    const { url, key } = await listening(service);
    const running = await fetch(`${url}/ai/api/ask_stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"question":"Does metformin lower HbA1c?"}',
    });
    await eventually(() => model.requests().some(({ role }) => role === 'write'), 'the model writes');
    service.child.kill('SIGUSR2');
    await eventually(() => service.said().includes('"unhandledRejection"'), 'it has heard of it');
    // 503 while it still listens, a connection refused afterwards.
    const late = await ask(url, key).catch(() => undefined);
    assert.ok(late === undefined || late.status === 503, 'nobody else is let in');
    answers.resolve();
    const events = await running.text();
    assert.match(events, /event: references[\s\S]*event: done\n/);
    assert.doesNotMatch(events, /event: error/);
    assert.equal(await service.exit(), 1);
    const environment = { ...programEnvironment(), CITEWELL_DATA_DIR: join(service.folder, 'data') };
    const verified = spawnSync(process.execPath, [bin, 'ledger', 'verify'], { env: environment });
    const calls = spawnSync(process.execPath, [bin, 'calls', 'list', '--json'], { env: environment });
    assert.equal(verified.status, 0);
    assert.doesNotMatch(calls.stdout.toString(), /req_/);
    assert.match(service.said(), /"route":"\/ai\/api\/ask_stream"[^\n]*"outcome":"ok"/);
  });

  it('becomes unready while its disk is full, names the part, serves reads, and recovers by itself', async (t) => {
    // SQLite's own limit on the file's size simulates a full disk.
    const service = start(
      t,
      { CITEWELL_ADMIN_PORT: '0' },
      `import { DatabaseSync } from 'node:sqlite';
       const opened = new Set();
       const { prepare } = DatabaseSync.prototype;
       DatabaseSync.prototype.prepare = function (...words) { opened.add(this); return prepare.apply(this, words); };
       const limit = (pages) => { for (const each of opened) if (each.isOpen) each.exec('PRAGMA max_page_count = ' + pages); };
       process.on('SIGUSR2', () => limit(1));
       process.on('SIGHUP', () => limit(1000000));`,
    );
    const { url, key } = await listening(service);
    const ready = async (language = 'en') => {
      const reply = await fetch(`${url}/readyz`, { headers: { 'accept-language': language } });
      return { status: reply.status, text: await reply.text(), retryAfter: reply.headers.get('retry-after') };
    };
    const usage = () => fetch(`${url}/ai/api/my_usage`, { headers: { 'x-api-key': key } });
    service.child.kill('SIGUSR2');
    let status = 200;
    for (let calls = 0; status === 200 && calls < 200; calls += 1) status = (await search(url, key)).status;
    assert.equal(status, 503);
    const en = await ready();
    assert.deepEqual([en.status, en.retryAfter], [503, '5']);
    assert.match(en.text, /accounts database cannot be written to: the disk is full/);
    assert.match((await ready('zh')).text, /账户数据库无法写入：磁盘空间已满/);
    assert.equal((await usage()).status, 200);
    await eventually(() => service.said().includes('"database_unwritable"'), 'it is logged');
    await sleep(2_500);
    assert.equal((await ready()).status, 503, 'a probe is refused as well');
    service.child.kill('SIGHUP');
    await eventually(() => service.said().includes('"database_writable"'), 'a probe succeeds');
    assert.equal((await ready()).status, 200);
    assert.equal((await search(url, key)).status, 200);
    assert.equal(existsSync(join(service.folder, 'data', 'citewell.db.probe')), false);
  });
});
