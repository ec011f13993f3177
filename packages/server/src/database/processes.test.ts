import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@citewell/core/clock.ts';
import { leaseMs } from '../accounting/ledger-store.ts';
import {
  admit,
  makeKey,
  type OwnStoreHome,
  ownStoreEngines,
  type StoreEngine,
  startProcess,
} from '../testing/accounting/accounts-databases.ts';

const program = fileURLToPath(new URL('../testing/accounting/account-process.ts', import.meta.url));

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

function contract(engine: StoreEngine<OwnStoreHome>): void {
  async function begin(t: TestContext) {
    const home = await engine.create(t);
    return { home, parent: startProcess(await home.open(systemClock), systemClock, 'parent') };
  }

  it('are created once, with one demo key, when several processes start at once', async (t) => {
    const { url } = await engine.create(t);
    const children = Array.from({ length: 4 }, () => startChild(t, url, 'start'));
    for (const child of children) assert.equal(await child.line(), 'ready');
    for (const child of children) child.process.stdin.write('go\n');
    const said = await Promise.all(children.map((child) => child.line()));
    assert.deepEqual(said.sort(), ['found', 'found', 'found', 'made']);
  });

  it('charge the observed part of a stream whose process is killed with -9, and free the rest of its hold', async (t) => {
    const { home, parent } = await begin(t);
    const { key, secret } = await makeKey(parent);
    const child = startChild(t, home.url, 'stream', secret);
    assert.equal(await child.line(), 'ready');
    child.process.stdin.write('go\n');
    assert.equal(await child.line(), 'streaming');
    child.process.kill('SIGKILL');
    await new Promise((resolve) => child.process.once('exit', resolve));
    await parent.reap();
    assert.equal((await parent.keys.get(key.id))?.held, 5_000, 'the lease still runs');
    const later = await home.open({ now: () => Date.now() + leaseMs + 1_000 });
    await later.settleExpired(100);
    const { charged, held } = (await parent.keys.get(key.id)) ?? {};
    assert.deepEqual([charged, held], [1_000, 0]);
    assert.deepEqual((await parent.store.verifyLedger()).drifts, []);
  });

  it('never store a key’s secret in a data, log or index file', async (t) => {
    const { home, parent } = await begin(t);
    const { key, secret } = await makeKey(parent);
    await (await admit(parent, key)).settle('ok', true);
    const files = readdirSync(home.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const log = engine.name === 'SQLite' ? /-wal$/ : /pg_wal$/;
    assert.ok(files.some(({ parentPath, name }) => log.test(name) || log.test(parentPath)));
    const found = { id: 0, secret: 0 };
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      if (bytes.includes(key.id)) found.id += 1;
      if (bytes.includes(secret.slice('cw_'.length, -6))) found.secret += 1;
    }
    assert.ok(found.id > 0, 'the search finds what is there');
    assert.equal(found.secret, 0);
  });
}

for (const engine of ownStoreEngines)
  describe(`the accounts on one ${engine.name} database, shared by processes`, () => contract(engine));
