import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { until } from '@citewell/simulators/until.ts';
import { queryPostgres } from '../../../testing/accounting/connect-postgres.ts';
import { startPostgresProxy } from '../../../testing/accounting/postgres-proxy.ts';
import { sharedPostgres, startPostgres } from '../../../testing/accounting/postgres-server.ts';
import { openConnection, type Query } from './connection.ts';
import { ConnectionError, DatabaseError } from './errors.ts';

const withinMs = 20_000;

async function open(
  t: TestContext,
  url: string,
  options: { withinMs?: number; settings?: Record<string, string>; onClose?: () => void } = {},
) {
  const connection = await openConnection(url, { script: 'SELECT 1', withinMs, ...options });
  t.after(() => connection.close());
  const all = (query: Partial<Query> & Pick<Query, 'text'>) =>
    connection.query<Record<string, unknown>>({ withinMs, ...query });
  return { connection, all };
}

const url = async () => (await sharedPostgres()).url;

describe('a connection to PostgreSQL', () => {
  it('returns every type of value unchanged, prepared or not, and each NULL', async (t) => {
    const { all } = await open(t, await url());
    const hostile = '"\\{},\' NULL\n患者 \u{1F9EC} \\x00 $1';
    const bytes = Buffer.from([0, 1, 92, 120, 255]);
    const kinds: [type: string, value: unknown, expected?: unknown][] = [
      ['text', hostile],
      ['text', ''],
      ['boolean', true],
      ['boolean', false],
      ['smallint', -32_768],
      ['integer', 2_147_483_647],
      ['bigint', Number.MAX_SAFE_INTEGER],
      ['bigint', Number.MIN_SAFE_INTEGER],
      ['double precision', 0.1],
      ['double precision', 5e-324],
      ['numeric', '12345678901234567890.123456789'],
      ['bytea', bytes],
      ['bytea', new Uint8Array(bytes.buffer, bytes.byteOffset + 1, 3), bytes.subarray(1, 4)],
      ['bytea', Buffer.alloc(0)],
      ['jsonb', { a: [1, null, hostile], b: { c: false } }],
      ['json', { text: 'already JSON' }],
      ['timestamptz', '2026-03-01 12:00:00.123456+00'],
      ['text[]', [hostile, '', null, 'NULL', 'null', ' ', 'a,b', '{}']],
      ['text[]', []],
      ['bigint[]', [1, null, -9_007_199_254_740_991]],
      ['integer[]', [1, 2, 3]],
      ['smallint[]', [7]],
      ['boolean[]', [true, false, null]],
      ['double precision[]', [0.5, 1e300]],
      ['bytea[]', [bytes, null, Buffer.alloc(0)]],
    ];
    await all({ text: `SET timezone = 'UTC'` });
    for (const prepared of [false, true, true])
      for (const [type, value, expected = value] of kinds) {
        const text = `SELECT $1::${type} AS value, $1 IS NULL AS missing`;
        assert.deepEqual(await all({ text, values: [value], prepared }), [
          { value: expected, missing: false },
        ]);
        for (const missing of [null, undefined])
          assert.deepEqual(await all({ text, values: [missing], prepared }), [
            { value: null, missing: true },
          ]);
      }
    assert.deepEqual(await all({ text: 'SELECT $1::text[] AS value', values: [['a', undefined]] }), [
      { value: ['a', null] },
    ]);
  });

  it('rejects a number beyond the safe range, and stays usable', async (t) => {
    const { all, connection } = await open(t, await url());
    for (const text of ['SELECT 9007199254740992::bigint', `SELECT '{1,-9007199254740992}'::bigint[]`])
      for (const prepared of [false, true]) await assert.rejects(all({ text, prepared }), /beyond 2\^53/);
    assert.deepEqual(await all({ text: 'SELECT 1 AS one' }), [{ one: 1 }]);
    assert.equal(connection.closedBy, undefined);
  });

  it('reports the SQLSTATE of an error without any values, and stays usable', async (t) => {
    const { all } = await open(t, await url());
    const refused: [code: string, query: Partial<Query> & { text: string }][] = [
      ['42601', { text: 'SELEC 1' }],
      ['22P02', { text: 'SELECT $1::integer', values: ['hunter2'] }],
      ['22012', { text: 'SELECT 1 / $1::integer', values: [0], prepared: true }],
      ['22021', { text: 'SELECT $1::text', values: ['\0'] }],
      ['42P01', { text: 'SELECT * FROM no_such_table', prepared: true }],
    ];
    for (const [code, query] of refused) {
      const error = await all(query).then(
        () => assert.fail(query.text),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof DatabaseError);
      assert.equal(error.code, code);
      assert.deepEqual(Object.keys(error).toSorted(), ['code', 'name']);
      assert.equal(error.cause, undefined);
      assert.deepEqual(await all({ text: 'SELECT $1::text AS value', values: ['on'] }), [{ value: 'on' }]);
    }
  });

  it('runs a script, a stale prepared statement, and concurrent statements', async (t) => {
    const { all } = await open(t, (await (await sharedPostgres()).createSchema()).url);
    assert.deepEqual(
      await all({ text: 'CREATE TABLE note (a integer); INSERT INTO note VALUES (1), (2)' }),
      [],
    );
    const select = { text: 'SELECT * FROM note ORDER BY a', prepared: true };
    assert.deepEqual(await all(select), [{ a: 1 }, { a: 2 }]);
    await all({ text: 'ALTER TABLE note ADD COLUMN b text' });
    assert.deepEqual(await all(select), [
      { a: 1, b: null },
      { a: 2, b: null },
    ]);
    const rows = await Promise.all(
      Array.from({ length: 300 }, (_, place) =>
        all({ text: 'SELECT $1::integer AS place', values: [place], prepared: place % 2 === 0 }),
      ),
    );
    assert.deepEqual(
      rows.flat().map(({ place }) => place),
      Array.from({ length: 300 }, (_, place) => place),
    );
  });

  it('reads long values and rows in pieces', async (t) => {
    const { all } = await open(t, await url());
    const bytes = Buffer.alloc(3_000_000, 'médecine 医学');
    const [row] = await all({
      text: 'SELECT $1::bytea AS bytes, $2::text AS text',
      values: [bytes, bytes.toString()],
    });
    assert.ok(bytes.equals(row?.bytes as Buffer));
    assert.equal(row?.text, bytes.toString());
  });

  it('prefers the settings of its address to those it is given, and has a name', async (t) => {
    const address = `${await url()}?application_name=mine&options=-c%20work_mem%3D5MB&statement_timeout=7000&unknown=x`;
    const settings = { statement_timeout: '1000', idle_in_transaction_session_timeout: '9000' };
    const { all } = await open(t, address, { settings });
    const names = [
      'application_name',
      'work_mem',
      'statement_timeout',
      'idle_in_transaction_session_timeout',
    ];
    const rows = await Promise.all(
      names.map((name) => all({ text: `SELECT current_setting('${name}') AS value` })),
    );
    assert.deepEqual(
      rows.map(([row]) => row?.value),
      ['mine', '5MB', '7s', '9s'],
    );
  });

  it('fails pending work when it is cut, reports it once, and never reconnects', async (t) => {
    let closes = 0;
    const { connection, all } = await open(t, await url(), {
      onClose: () => {
        closes += 1;
      },
    });
    const [own] = await all({ text: 'SELECT pg_backend_pid() AS pid' });
    const asleep = assert.rejects(all({ text: 'SELECT pg_sleep(60)' }), ConnectionError);
    await queryPostgres(await url(), `SELECT pg_terminate_backend(${own?.pid})`);
    await asleep;
    for (let turn = 0; turn < 3; turn += 1) await assert.rejects(all({ text: 'SELECT 1' }), ConnectionError);
    assert.ok(connection.closedBy);
    assert.equal(closes, 1);
  });

  it('reports the code of a reset without the values in transit', async (t) => {
    await using proxy = await startPostgresProxy(await url());
    for (const prepared of [false, true]) {
      const { all } = await open(t, proxy.url);
      const asleep = all({ text: 'SELECT pg_sleep(60), $1::text', values: ['a secret'], prepared });
      const refused = assert.rejects(asleep, (error) => {
        assert.ok(error instanceof ConnectionError);
        assert.equal(error.code, 'ECONNRESET');
        assert.doesNotMatch(inspect(error, { depth: null, showHidden: true }), /a secret/);
        return true;
      });
      proxy.reset();
      await refused;
    }
  });

  it('is presumed dead if a reply does not arrive, and leaves a dead server without waiting', async (t) => {
    await using proxy = await startPostgresProxy(await url());
    const { connection: asked } = await open(t, proxy.url);
    const { connection: left } = await open(t, proxy.url);
    await until(() => proxy.open() === 2);
    proxy.silence();
    await assert.rejects(asked.query({ text: 'SELECT 1', withinMs: 100 }), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.match(error.message, /no answer within 100 ms/);
      return true;
    });
    await left.close();
    await until(() => proxy.open() === 0);
  });

  it('stops waiting at its timeout, whether nobody listens or the server stays silent', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    for (const query of ['', '?sslmode=verify-full'])
      await assert.rejects(
        openConnection(`postgres://me@127.0.0.1:${port}/x${query}`, { script: 'SELECT 1', withinMs: 100 }),
        (error) => error instanceof ConnectionError && /within \d/.test(error.message),
      );
    await assert.rejects(
      openConnection('postgres://me@127.0.0.1:1/x', { script: 'SELECT 1', withinMs }),
      (error) => error instanceof ConnectionError && error.code === 'ECONNREFUSED',
    );
  });

  it('fails if the server disconnects at any moment of the handshake', async (t) => {
    const moments: ((socket: Socket) => void)[] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.destroy(),
      (socket) => setImmediate(() => socket.resetAndDestroy()),
      (socket) => setTimeout(() => socket.resetAndDestroy(), 1),
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      (socket) => socket.once('data', () => socket.end()),
    ];
    for (const leave of moments) {
      const server = createServer((socket) => leave(socket.on('error', () => {}))).listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      for (let turn = 0; turn < 20; turn += 1)
        await assert.rejects(
          openConnection(`postgres://me@127.0.0.1:${port}/x`, { script: 'SELECT 1', withinMs: 60_000 }),
          ConnectionError,
        );
    }
  });

  it('fails if another kind of server answers', async (t) => {
    const answers = ['HTTP/1.1 400 Bad Request\r\n\r\n', 'N', 'S\0\0', ''];
    for (const answer of answers)
      for (const query of ['', '?sslmode=verify-full']) {
        const server = createServer((socket) =>
          socket.on('error', () => {}).once('data', () => socket.end(answer)),
        );
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        const address = server.address();
        const port = typeof address === 'object' ? address?.port : 0;
        await assert.rejects(
          openConnection(`postgres://me@127.0.0.1:${port}/x${query}`, {
            script: 'SELECT 1',
            withinMs: 2_000,
          }),
          (error) => error instanceof Error,
          JSON.stringify([answer, query]),
        );
        server.close();
      }
    t.diagnostic(`${answers.length} answers`);
  });
});

describe('a connection with TLS', () => {
  const file = (name: string) =>
    fileURLToPath(new URL(`../../../../../simulators/src/tls/${name}`, import.meta.url));
  const root = encodeURIComponent(file('test-only-cert.pem'));

  it('is encrypted, and verifies the certificate and its name in every mode but no-verify', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const { uid, gid } = statSync(server.folder);
    for (const [name, source] of [
      ['server.crt', 'test-only-cert.pem'],
      ['server.key', 'test-only-key.pem'],
    ] as const) {
      const path = join(server.folder, name);
      writeFileSync(path, readFileSync(file(source)), { mode: 0o600 });
      chownSync(path, uid, gid);
    }
    const refused = openConnection(`${server.url}?sslmode=require`, { script: 'SELECT 1', withinMs });
    await assert.rejects(refused, /does not support SSL/);
    await queryPostgres(server.url, 'ALTER SYSTEM SET ssl = on');
    await queryPostgres(server.url, 'SELECT pg_reload_conf()');
    const isEncrypted = async (address: string) => {
      const { all } = await open(t, address);
      const [row] = await all({ text: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()' });
      return row?.ssl;
    };
    const byName = server.url.replace('127.0.0.1', 'localhost');
    const modes = ['prefer', 'require', 'verify-ca', 'verify-full'];
    for (const address of [server.url, byName])
      for (const mode of modes)
        assert.equal(await isEncrypted(`${address}?sslmode=${mode}&sslrootcert=${root}`), true, mode);
    assert.equal(await isEncrypted(`${server.url}?sslmode=no-verify`), true);
    assert.equal(await isEncrypted(`${server.url}?sslmode=disable`), false);
    assert.equal(await isEncrypted(server.url), false);

    for (const mode of modes)
      await assert.rejects(
        openConnection(`${server.url}?sslmode=${mode}`, { script: 'SELECT 1', withinMs }),
        (error) => error instanceof ConnectionError && /certificate/.test(error.message),
        mode,
      );
    const otherName = server.url.replace('127.0.0.1', '127.0.0.2');
    await assert.rejects(
      openConnection(`${otherName}?sslmode=verify-full&sslrootcert=${root}`, {
        script: 'SELECT 1',
        withinMs,
      }),
      ConnectionError,
    );
    await assert.rejects(
      openConnection(`${server.url}?sslmode=verify-full&sslrootcert=%2Fno%2Fsuch`, { script: '', withinMs }),
      /ENOENT/,
    );
  });
});
