import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { until } from '@citewell/simulators/until.ts';
import type { Log } from '../../platform/log.ts';
import { startPostgresProxy } from '../../testing/accounting/postgres-proxy.ts';
import { type Schema, sharedPostgres, startPostgres } from '../../testing/accounting/postgres-server.ts';
import { openPostgresDatabase, type PostgresDatabase, snapshot } from './database.ts';
import { migrations } from './migrations.ts';

const notes = ['CREATE TABLE note (text text NOT NULL UNIQUE)'];
const insert = { name: 'insert_note', text: 'INSERT INTO note VALUES ($1)' };
const ignore: Log = () => {};

async function aSchema(): Promise<Schema> {
  return (await sharedPostgres()).createSchema();
}

async function open(t: TestContext, url: string, scripts = notes, log = ignore): Promise<PostgresDatabase> {
  const database = await openPostgresDatabase(url, scripts, log);
  t.after(() => database.close());
  return database;
}

async function texts(database: PostgresDatabase): Promise<string[]> {
  const rows = await database.run<{ text: string }>({ text: 'SELECT text FROM note ORDER BY text' });
  return rows.map(({ text }) => text);
}

/** Returns the error shown to an operator. */
async function rejection(opening: Promise<PostgresDatabase>): Promise<StorageError> {
  const error = await opening.then(
    () => assert.fail('it was opened'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StorageError);
  return error;
}

describe('a PostgreSQL database', () => {
  it('waits for the disk at every commit and reads committed data, whatever the server’s defaults', async (t) => {
    const { url } = await aSchema();
    const unusual = '%20-c%20synchronous_commit%3Doff%20-c%20default_transaction_isolation%3Dserializable';
    const database = await open(t, url + unusual);
    for (const [name, value] of [
      ['synchronous_commit', 'on'],
      ['transaction_isolation', 'read committed'],
      ['statement_timeout', '10s'],
    ])
      assert.deepEqual(await database.run({ text: `SELECT current_setting('${name}') AS value` }), [
        { value },
      ]);
  });

  it('opens only as many connections as configured', async (t) => {
    const { url } = await aSchema();
    for (const connections of [1, 3]) {
      const database = await openPostgresDatabase(url, notes, ignore, { connections });
      t.after(() => database.close());
      const backend = { text: 'SELECT pg_backend_pid() AS id' };
      const rows = await Promise.all(Array.from({ length: 20 }, () => database.run<{ id: number }>(backend)));
      assert.equal(new Set(rows.map(([row]) => row?.id)).size, connections);
    }
  });

  it('returns integers as numbers, and rejects those beyond the safe range', async (t) => {
    const database = await open(t, (await aSchema()).url);
    const give = (number: string) => database.run({ text: `SELECT ${number}::bigint AS number` });
    assert.deepEqual(await give('9007199254740991'), [{ number: Number.MAX_SAFE_INTEGER }]);
    await assert.rejects(give('9007199254740992'), /beyond 2\^53/);
    assert.deepEqual(await give('-1'), [{ number: -1 }], 'the connection goes on');
  });

  it('rolls back a transaction that throws, and no other', async (t) => {
    const database = await open(t, (await aSchema()).url);
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) =>
        database.transact(async (run) => {
          await run(insert, [text]);
          if (text === 'b') throw new Error('no');
        }),
      ),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await assert.rejects(
      database.transact((run) => run(insert, ['a'])),
      { code: '23505' },
    );
    assert.deepEqual(await texts(database), ['a', 'c']);
  });

  it('reads a consistent snapshot, and writes nothing in it', async (t) => {
    const database = await open(t, (await aSchema()).url);
    await database.transact(async (run) => {
      const count = () => run({ text: 'SELECT count(*) AS count FROM note' });
      assert.deepEqual(await count(), [{ count: 0 }]);
      await database.run(insert, ['a']);
      assert.deepEqual(await count(), [{ count: 0 }]);
    }, snapshot);
    await assert.rejects(
      database.transact((run) => run(insert, ['b']), snapshot),
      { code: '25006' },
    );
    assert.deepEqual(await texts(database), ['a']);
  });

  it('finishes pending requests before it closes, and rejects later ones', async (t) => {
    const { url } = await aSchema();
    const database = await open(t, url);
    const writes = Promise.all(
      Array.from({ length: 50 }, (_, index) => database.run(insert, [`note ${index}`])),
    );
    await database.close();
    await writes;
    await assert.rejects(database.run(insert, ['late']));
    assert.equal((await texts(await open(t, url))).length, 50);
  });

  it('runs each migration once, however many processes start at once', async (t) => {
    const { url } = await aSchema();
    const scripts = [...notes, `INSERT INTO note VALUES ('second migration')`];
    const databases = await Promise.all(Array.from({ length: 4 }, () => open(t, url, scripts)));
    for (const database of databases) assert.deepEqual(await texts(database), ['second migration']);
  });

  it('leaves everything unchanged if a migration fails', async (t) => {
    const { url } = await aSchema();
    await open(t, url);
    const failing = [...notes, `INSERT INTO note VALUES ('x'); CREATE TABLE note (text text)`];
    const { sentence } = await rejection(openPostgresDatabase(url, failing, ignore));
    assert.match(sentence.en, /cannot be used: relation "note" already exists\.$/);
    assert.deepEqual(await texts(await open(t, url)), []);
  });

  it('refuses a database written by a newer version, with a message in both languages', async (t) => {
    const { url, execute } = await aSchema();
    await open(t, url, [...migrations]);
    await execute('UPDATE schema_version SET version = 99');
    const { sentence } = await rejection(openPostgresDatabase(url, migrations, ignore));
    assert.ok(
      sentence.en.includes(`newer version of Citewell (schema 99; this one knows ${migrations.length})`),
    );
    assert.match(sentence.zh, /更新版本/);
  });

  it('refuses a database whose encoding cannot store every script', async (t) => {
    const { url } = await sharedPostgres();
    const admin = await openPostgresDatabase((await aSchema()).url, [], ignore);
    t.after(async () => {
      await admin.run({ text: 'DROP DATABASE latin' });
      await admin.close();
    });
    await admin.run({ text: `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0` });
    const latin = new URL('/latin', url).href;
    const { sentence } = await rejection(openPostgresDatabase(latin, notes, ignore));
    assert.match(sentence.en, /\/latin is encoded in LATIN1\. .*'UTF8'/);
    assert.match(sentence.zh, /LATIN1.*'UTF8'/);
  });

  it('is named without its password if it is unreachable or rejects the login', async () => {
    const { url } = await sharedPostgres();
    const { port, password } = new URL(url);
    for (const [address, said] of [
      ['postgres://me:hunter2@127.0.0.1:1/books?application_name=hunter2', /ECONNREFUSED/],
      [`postgres://me:hunter2@127.0.0.1:${port}/books`, /password authentication failed/],
      [`postgres://postgres@127.0.0.1:${port}/books`, /password authentication failed/],
      [`postgres://postgres:${password}@127.0.0.1:${port}/books`, /"books" does not exist/],
    ] as const) {
      const error = await rejection(openPostgresDatabase(address, notes, ignore));
      assert.match(error.sentence.en, said);
      assert.match(error.sentence.en, /^The database postgres:\/\/127\.0\.0\.1:\d+\/books cannot be used: /);
      assert.match(error.sentence.zh, /^无法使用数据库 postgres:/);
      const everything = `${JSON.stringify(error.sentence)} ${error.stack} ${error.cause}`;
      assert.ok(!everything.includes('hunter2') && !everything.includes(password));
    }
  });

  it('reconnects after an idle connection was cut', async (t) => {
    const { url, execute } = await aSchema();
    const events: string[] = [];
    const database = await open(t, `${url}&application_name=resting`, notes, (_level, event) =>
      events.push(event),
    );
    await execute(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'resting'`,
    );
    await until(() => events.length > 0);
    await database.run(insert, ['a']);
    assert.deepEqual(await texts(database), ['a']);
    assert.deepEqual(new Set(events), new Set(['database_connection_lost']));
  });

  it('fails a transaction whose connection was cut midway, and nothing else', async (t) => {
    const { url, execute } = await aSchema();
    const database = await open(t, url);
    const cut = database.transact(async (run) => {
      await run(insert, ['a']);
      const [own] = await run<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
      await execute(`SELECT pg_terminate_backend(${own?.pid}, 5000)`);
      await run(insert, ['b']);
    });
    await assert.rejects(cut);
    await database.run(insert, ['c']);
    assert.deepEqual(await texts(database), ['c']);
  });

  it('closes silent connections, asks callers to retry, and serves on new ones', async (t) => {
    const { url } = await aSchema();
    await using proxy = await startPostgresProxy(url);
    const database = await openPostgresDatabase(proxy.url, notes, ignore, { statementWithinMs: 100 });
    t.after(() => database.close());
    await Promise.all([database.run(insert, ['a']), database.run(insert, ['b'])]);
    const before = proxy.open();
    assert.ok(before > 0);
    proxy.silence();
    const lost = Array.from({ length: before }, (_, note) => database.run(insert, [`lost ${note}`]));
    for (const result of await Promise.allSettled(lost)) {
      assert.ok(result.status === 'rejected' && result.reason instanceof ServiceError);
      assert.deepEqual([result.reason.code, result.reason.headers], ['overloaded', { 'Retry-After': '5' }]);
    }
    await until(() => proxy.open() === 0);
    await database.run(insert, ['c']);
    assert.deepEqual(await texts(database), ['a', 'b', 'c']);
  });

  it('keeps all acknowledged data after a crash, fails while it is down, and recovers', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const database = await open(t, server.url);
    const acknowledged: string[] = [];
    let writing = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let note = 0; writing; note += 1) {
        const text = `${writer} ${note}`;
        await database.run(insert, [text]).then(
          () => acknowledged.push(text),
          () => {
            writing = false;
          },
        );
      }
    });
    await until(() => acknowledged.length > 100);
    await server.crash();
    await Promise.all(writers);
    await assert.rejects(database.run(insert, ['while it is down']));
    await server.restart();
    const found = new Set(await texts(database));
    assert.deepEqual(
      acknowledged.filter((text) => !found.has(text)),
      [],
    );
    assert.ok(!found.has('while it is down'));
  });
});
