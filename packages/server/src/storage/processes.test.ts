import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { leaseMs } from '../accounts/store.ts';
import { systemClock } from '../clock.ts';
import { admit, makeKey, startProcess, type TestProcess } from '../testing/account-stores.ts';
import { openSqliteStore } from './sqlite/store.ts';

const program = fileURLToPath(new URL('../testing/account-process.ts', import.meta.url));

type Child = { process: ChildProcessByStdio<Writable, Readable, null>; line(): Promise<string> };

function startChild(t: TestContext, ...argv: string[]): Child {
  const child = spawn(process.execPath, [program, ...argv], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const { value, done } = await lines.next();
      assert.ok(!done, 'the process ended before its time');
      return value;
    },
  };
}

function begin(t: TestContext): { path: string; folder: string; parent: TestProcess } {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  const path = join(folder, 'citewell.db');
  const store = openSqliteStore({ path, clock: systemClock, quotaTimeZone: 'UTC' });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { path, folder, parent: startProcess(store, systemClock, 'parent') };
}

describe('the accounts on one SQLite file, shared by processes', () => {
  it('are created once, with one demo key, when several processes start at once', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const children = Array.from({ length: 4 }, () => startChild(t, join(folder, 'citewell.db'), 'start'));
    for (const child of children) assert.equal(await child.line(), 'ready');
    for (const child of children) child.process.stdin.write('go\n');
    const said = await Promise.all(children.map((child) => child.line()));
    assert.deepEqual(said.sort(), ['found', 'found', 'found', 'made']);
  });

  it('admit exactly what the balance carries when two processes burst at once', async (t) => {
    const { path, parent } = begin(t);
    const { key, secret } = await makeKey(parent, { balance: 100_000 });
    const children = [0, 1].map(() => startChild(t, path, 'burst', secret, '200'));
    for (const child of children) assert.equal(await child.line(), 'ready');
    for (const child of children) child.process.stdin.write('go\n');
    const counts = await Promise.all(children.map(async (child) => JSON.parse(await child.line())));
    const total = (code: string) => counts.reduce((sum, count) => sum + (count[code] ?? 0), 0);
    assert.deepEqual([total('ok'), total('insufficient_balance')], [33, 367]);
    assert.equal((await parent.keys.get(key.id))?.held, 99_000);
    assert.deepEqual((await parent.store.verifyLedger()).drifts, []);
  });

  it('charge what was seen of a stream whose process is killed with -9, and free the rest of its hold', async (t) => {
    const { path, parent } = begin(t);
    const { key, secret } = await makeKey(parent);
    const child = startChild(t, path, 'stream', secret);
    assert.equal(await child.line(), 'ready');
    child.process.stdin.write('go\n');
    assert.equal(await child.line(), 'streaming');
    child.process.kill('SIGKILL');
    await new Promise((resolve) => child.process.once('exit', resolve));
    await parent.reap();
    assert.equal((await parent.keys.get(key.id))?.held, 5_000, 'the lease still runs');
    const later = { now: () => Date.now() + leaseMs + 1_000 };
    const store = openSqliteStore({ path, clock: later, quotaTimeZone: 'UTC' });
    await store.settleExpired(100);
    await store.close();
    const { charged, held } = (await parent.keys.get(key.id)) ?? {};
    assert.deepEqual([charged, held], [1_000, 0]);
    assert.deepEqual((await parent.store.verifyLedger()).drifts, []);
  });

  it('never hold a key’s secret in the file, its log or its index', async (t) => {
    const { folder, parent } = begin(t);
    const { key, secret } = await makeKey(parent);
    await (await admit(parent, key)).settle('ok', true);
    const files = readdirSync(folder);
    assert.ok(files.some((name) => name.endsWith('-wal')));
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(folder, name))));
    assert.ok(bytes.includes(key.id), 'the search finds what is there');
    assert.ok(!bytes.includes(secret));
    assert.ok(!bytes.includes(secret.slice('cw_'.length, -6)));
  });
});
