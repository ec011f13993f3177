import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { openSqliteDatabase } from './database.ts';
import { migrations } from './migrations.ts';

function temporaryPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deeper', 'citewell.db');
}

const notes = ['CREATE TABLE note (text TEXT NOT NULL UNIQUE) STRICT'];

describe('an SQLite database', () => {
  it('is created with its folders, readable only by its owner', async (t) => {
    const path = temporaryPath(t);
    const database = openSqliteDatabase(path, notes);
    await database.transact(() => database.connection.exec(`INSERT INTO note VALUES ('a')`));
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      assert.equal(statSync(file).mode & 0o777, 0o600, file);
    await database.close();
  });

  it('rejects with 503 in both languages while the disk is full, alone and in a group, and recovers', async (t) => {
    const database = openSqliteDatabase(temporaryPath(t), notes);
    const insert = database.connection.prepare('INSERT INTO note VALUES (?)');
    const write = (text: string) => database.transact(() => insert.run(text.padEnd(100_000, '.')));
    const limit = (pages: number) => database.connection.exec(`PRAGMA max_page_count = ${pages}`);
    await write('before');
    limit(1);
    for (const attempts of [[write('alone')], [write('one'), write('two')]])
      for (const { status, reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
        assert.equal(status, 'rejected');
        assert.ok(reason instanceof ServiceError);
        assert.deepEqual(
          [reason.status, reason.code, reason.headers['Retry-After']],
          [503, 'overloaded', '30'],
        );
        assert.match(reason.body('en').error, /disk of this service is full/);
        assert.match(reason.body('zh').error, /磁盘空间已满/);
      }
    await database.probeWrite();
    assert.equal(database.writeFailure, 'disk_full');
    limit(1_000_000);
    await database.probeWrite();
    assert.equal(database.writeFailure, undefined);
    await write('after');
    assert.equal(database.connection.prepare('SELECT count(*) n FROM note').get()?.n, 2);
    await database.close();
  });

  it('rejects with 503 in both languages after a disk error, until a probe succeeds', async (t) => {
    const database = openSqliteDatabase(temporaryPath(t), notes);
    // SQLITE_IOERR_WRITE, as SQLite reports an EIO of the system.
    const failing = () => {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 778 });
    };
    const reason = await database.transact(failing).catch((error: unknown) => error);
    assert.ok(reason instanceof ServiceError);
    assert.equal(reason.status, 503);
    assert.match(reason.body('en').error, /disk of this service is failing/);
    assert.match(reason.body('zh').error, /磁盘发生故障/);
    assert.equal(database.writeFailure, 'io_error');
    await database.probeWrite();
    assert.equal(database.writeFailure, undefined);
    await database.close();
  });

  it('flushes its log itself, and waits ten seconds for other writers', async (t) => {
    const database = openSqliteDatabase(temporaryPath(t), notes);
    const pragma = (name: string) =>
      Object.values(database.connection.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    assert.deepEqual(['journal_mode', 'synchronous', 'busy_timeout', 'foreign_keys'].map(pragma), [
      'wal',
      1,
      10_000,
      1,
    ]);
    await database.close();
  });

  it('flushes the log of the file behind a symbolic link', async (t) => {
    const path = temporaryPath(t);
    await openSqliteDatabase(path, notes).close();
    const link = join(path, '..', 'elsewhere', 'citewell.db');
    mkdirSync(join(link, '..'));
    symlinkSync(path, link);
    const database = openSqliteDatabase(link, notes);
    await database.transact(() => database.connection.exec(`INSERT INTO note VALUES ('a')`));
    assert.ok(statSync(`${path}-wal`).size > 0);
    void database.close();
    assert.throws(() => statSync(`${path}-wal`), /ENOENT/, 'it is closed at once where nothing is under way');
  });

  it('rolls back a transaction that throws, and none of those committed with it', async (t) => {
    const database = openSqliteDatabase(temporaryPath(t), notes);
    const insert = database.connection.prepare('INSERT INTO note VALUES (?)');
    const texts = ['a', 'b', 'a', 'c'];
    const results = await Promise.allSettled(
      texts.map((text) => database.transact(() => insert.run(text).changes)),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    const stored = database.connection.prepare('SELECT text FROM note ORDER BY text').all();
    assert.deepEqual(
      stored.map(({ text }) => text),
      ['a', 'b', 'c'],
    );
    await database.close();
  });

  it('finishes pending requests before it closes, and rejects later ones', async (t) => {
    const path = temporaryPath(t);
    const database = openSqliteDatabase(path, notes);
    const insert = database.connection.prepare('INSERT INTO note VALUES (?)');
    const writes = Promise.all(
      Array.from({ length: 200 }, (_, index) => database.transact(() => insert.run(`note ${index}`))),
    );
    await database.close();
    await writes;
    await assert.rejects(database.transact(() => 1));
    const again = openSqliteDatabase(path, notes);
    assert.equal(again.connection.prepare('SELECT count(*) AS count FROM note').get()?.count, 200);
    await again.close();
  });

  it('runs each migration once', async (t) => {
    const path = temporaryPath(t);
    await openSqliteDatabase(path, notes).close();
    const both = [...notes, `INSERT INTO note VALUES ('second migration')`];
    for (let turn = 0; turn < 2; turn += 1) await openSqliteDatabase(path, both).close();
    const { connection } = openSqliteDatabase(path, both);
    assert.equal(connection.prepare('SELECT count(*) AS count FROM note').get()?.count, 1);
    connection.close();
  });

  it('leaves the file unchanged if a migration fails', async (t) => {
    const path = temporaryPath(t);
    await openSqliteDatabase(path, notes).close();
    assert.throws(
      () => openSqliteDatabase(path, [...notes, 'CREATE TABLE one (a); CREATE TABLE one (a);']),
      StorageError,
    );
    const { connection } = openSqliteDatabase(path, notes);
    assert.deepEqual(
      connection
        .prepare('SELECT name FROM sqlite_schema WHERE type = ?')
        .all('table')
        .map(({ name }) => name),
      ['note'],
    );
    connection.close();
  });

  it('refuses a file written by a newer version, with a message in both languages', async (t) => {
    const path = temporaryPath(t);
    await openSqliteDatabase(path, migrations).close();
    const raw = new DatabaseSync(path);
    raw.exec('PRAGMA user_version = 99');
    raw.close();
    assert.throws(
      () => openSqliteDatabase(path, migrations),
      (error) =>
        error instanceof StorageError &&
        error.sentence.en.includes(
          `newer version of Citewell (schema 99; this one knows ${migrations.length})`,
        ) &&
        /更新版本/.test(error.sentence.zh),
    );
  });

  it('refuses a file that is no SQLite database, and leaves it unchanged', (t) => {
    const path = join(mkdtempSync(join(tmpdir(), 'citewell-test-')), 'notes.txt');
    t.after(() => rmSync(join(path, '..'), { recursive: true, force: true }));
    const text = 'My notes on statins, which are no database at all.\n'.repeat(100);
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    assert.throws(() => openSqliteDatabase(path, migrations), StorageError);
    assert.equal(readFileSync(path, 'utf8'), text);
  });
});
