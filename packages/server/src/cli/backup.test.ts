import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { until } from '@citewell/simulators/until.ts';
import { openAccounting } from '../accounting/open-accounting.ts';
import { openSqliteAccounts } from '../database/sqlite/store.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../testing/process/terminal.ts';

/** Starts a busy service on the terminal's data folder: calls arrive and are charged until it is stopped. */
async function busyService(t: TestContext, dataDir: string) {
  const store = openSqliteAccounts({
    path: join(dataDir, 'citewell.db'),
    clock: systemClock,
    quotaTimeZone: 'UTC',
  });
  const accounting = openAccounting({ store, clock: systemClock, log: () => {} });
  t.after(() => accounting.close());
  const { key, secret } = await accounting.keys.create({
    ...{ label: '备份', modules: ['ask_agent'], dailyQuota: null, balance: 1_000_000_000 },
    ...{ expiresAt: undefined, status: 'enabled' },
  });
  let stopped = false;
  let settled = 0;
  const working = (async () => {
    while (!stopped) {
      const intent = {
        id: `req_${randomUUID()}`,
        key,
        module: 'ask_agent',
        endpoint: 'ask',
        hold: 100,
      } as const;
      const call = await accounting.accounts.admit(intent);
      const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 100 });
      await step.finish({ promptTokens: 70, completionTokens: 30 }, 'provider');
      await call.settle('ok', true);
      settled += 1;
    }
  })();
  return {
    secret,
    keyId: key.id,
    settled: () => settled,
    async stop() {
      stopped = true;
      await working;
    },
  };
}

describe('citewell backup', () => {
  it('copies a consistent state of the accounts of a running service; after a restore the ledger balances and the keys work', async (t) => {
    const { run, dataDir } = terminal(t);
    const service = await busyService(t, dataDir);
    const target = join(temporaryFolder(t), 'accounts.db');
    await until(() => service.settled() > 20);
    const before = service.settled();
    const { code, out, err } = await run('backup', target);
    const after = service.settled();
    await service.stop();
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /accounts\.db: current accounts, [\d,]+ bytes, verified\.\n$/);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(target, '..')), ['accounts.db'], 'one file, and nothing beside it');

    const restored = terminal(t);
    copyFileSync(target, join(restored.dataDir, 'citewell.db'));
    const verified = JSON.parse((await restored.run('ledger', 'verify', '--json')).out);
    assert.deepEqual([verified.whole, verified.keys], [true, 1]);
    const { charged, held } = JSON.parse((await restored.run('keys', 'show', service.keyId, '--json')).out);
    // The last settlement may be in the copy before its caller knows of it.
    assert.ok(
      charged >= before * 100 && charged <= (after + 1) * 100,
      `${before}–${after} calls, ${charged} tokens`,
    );
    assert.ok(held === 0 || held === 100, 'a call that was running at the moment is running');
    const opened = openSqliteAccounts({
      ...{ path: join(restored.dataDir, 'citewell.db'), clock: systemClock, quotaTimeZone: 'UTC' },
    });
    const accounting = openAccounting({ store: opened, clock: systemClock, log: () => {} });
    t.after(() => accounting.close());
    assert.equal((await accounting.accounts.authenticate(service.secret)).id, service.keyId);
  });

  it('runs no migration: a backup made before an upgrade has the old schema', async (t) => {
    const { run, dataDir } = terminal(t);
    const database = new DatabaseSync(join(dataDir, 'citewell.db'));
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE old (a); PRAGMA user_version = 1');
    database.close();
    const target = join(dataDir, 'old.db');
    assert.equal((await run('backup', target)).code, 0);
    const copy = new DatabaseSync(target);
    t.after(() => copy.close());
    assert.equal(copy.prepare('PRAGMA user_version').get()?.user_version, 1);
  });

  it('overwrites no file, creates no database, and leaves no partial copy', async (t) => {
    const { run, dataDir } = terminal(t);
    const target = join(dataDir, 'accounts.db');
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    const missing = await run('backup', target);
    assert.deepEqual([missing.code, missing.out], [1, '']);
    assert.match(missing.err, /^There is no database .*citewell\.db\.\n$/);
    assert.deepEqual(readdirSync(dataDir), []);

    await run('keys', 'create');
    writeFileSync(target, 'mine');
    const taken = await run('backup', target);
    assert.equal(taken.code, 1);
    assert.match(taken.err, /accounts\.db already exists, and a backup never overwrites a file/);
    const nowhere = await run('backup', join(dataDir, 'no', 'folder.db'));
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.err, /could not be copied to/);

    const broken = join(dataDir, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'citewell.db'), 'no database at all, but long enough to be looked at as one');
    const elsewhere = terminal(t, { CITEWELL_DATA_DIR: broken });
    assert.equal((await elsewhere.run('backup', join(broken, 'copy.db'))).code, 1);
    assert.deepEqual(readdirSync(broken), ['citewell.db']);
    assert.ok(!existsSync(join(broken, 'copy.db')));
  });

  it('refers users of PostgreSQL to pg_dump, in the terminal’s language', async (t) => {
    const postgres = { CITEWELL_DATABASE_URL: 'postgres://citewell:secret@127.0.0.1:1/citewell' };
    const english = await terminal(t, postgres).run('backup', 'x.db');
    assert.equal(english.code, 1);
    assert.match(english.err, /back them up with pg_dump/);
    const { err } = await terminal(t, { ...postgres, ...chinese }).run('backup', 'x.db');
    assert.match(err, /请使用 pg_dump 备份/);
    assert.equal((await terminal(t, chinese).run('backup')).err.split('\n')[0], '缺少 FILE。');
  });
});
