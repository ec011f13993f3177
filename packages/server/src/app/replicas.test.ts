import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { UsageResponse } from '@citewell/sdk';
import { runCli } from '../cli/main.ts';
import { sharedPostgres } from '../testing/accounting/postgres-server.ts';
import { programEnvironment } from '../testing/process/program-environment.ts';
import { eventually } from '../testing/process/raw-http.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { captured } from '../testing/process/terminal.ts';

const bin = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));

/** The program on this database, with its own data folder, as on another machine. */
function start(t: TestContext, databaseUrl: string, ...argv: string[]) {
  const folder = temporaryFolder(t);
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: folder,
    env: {
      ...programEnvironment(),
      LC_ALL: 'C',
      CITEWELL_PORT: '0',
      CITEWELL_SOURCES: 'library',
      CITEWELL_DATA_DIR: join(folder, 'data'),
      CITEWELL_DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, exit, said: () => text };
}

/** Runs a command on this database in this process, with its own connections. */
async function run(t: TestContext, databaseUrl: string, ...argv: string[]): Promise<string> {
  const { io, text } = captured({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_DATABASE_URL: databaseUrl,
  });
  assert.equal(await runCli(argv, io), 0, text.err);
  return text.out;
}

async function serve(t: TestContext, databaseUrl: string) {
  const replica = start(t, databaseUrl, 'serve');
  await eventually(() => replica.said().includes('"listening"'), 'it listens');
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(replica.said()) ?? [];
  // Admitted, counted and replayed like every metered call, without the threads that answer a question.
  const search = (key: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/ai/api/local_advanced_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      body: '{"terms":[{"field":"title","value":"metformin"}]}',
    });
  const usage = async (key: string): Promise<UsageResponse> =>
    (
      await fetch(`${url}/ai/api/my_usage`, { headers: { 'x-api-key': key } })
    ).json() as Promise<UsageResponse>;
  return { ...replica, search, usage };
}

async function code(reply: Promise<Response>): Promise<string> {
  const { status, ...body } = await reply.then(async (response) => ({
    status: response.status,
    ...((await response.json()) as { code?: string }),
  }));
  return `${status} ${body.code ?? ''}`.trim();
}

describe('replicas on one PostgreSQL database', () => {
  it('share keys, quotas and balances; changes by the CLI apply to the next request of each', async (t) => {
    const { url } = await (await sharedPostgres()).createSchema();
    const replicas = await Promise.all([serve(t, url), serve(t, url)]);
    const demoKeys = replicas.flatMap(({ said }) => /cw_\w{38}/.exec(said()) ?? []);
    assert.equal(demoKeys.length, 1, 'one of them made the demo key');
    const made = await run(t, url, 'keys', 'create', '--json', '--daily-quota', '3');
    const { id, key } = JSON.parse(made);
    const everywhere = async () => {
      const codes: string[] = [];
      for (const { search } of replicas) codes.push(await code(search(key)));
      return codes;
    };
    assert.deepEqual(await everywhere(), ['200', '200']);
    await run(t, url, 'keys', 'disable', id);
    assert.deepEqual(await everywhere(), ['401 key_disabled', '401 key_disabled']);
    await run(t, url, 'keys', 'enable', id);
    assert.deepEqual(await everywhere(), ['200', '429 quota_exceeded:3/3']);
    for (const { child, exit, said } of replicas) {
      child.kill('SIGTERM');
      assert.equal(await exit, 0, said());
    }
    const password = new URL(url).password;
    assert.ok(!replicas.some(({ said }) => said().includes(password)));
  });

  it('run a call with an idempotency key once, on whichever replica, and all return the same bytes', async (t) => {
    const { url } = await (await sharedPostgres()).createSchema();
    const [one, other] = await Promise.all([serve(t, url), serve(t, url)]);
    const { key } = JSON.parse(await run(t, url, 'keys', 'create', '--json', '--daily-quota', '9'));
    for (const name of ['job 1', 'job 2', 'job 3']) {
      const named = { 'idempotency-key': name };
      const atOnce = await Promise.all(
        [one, other, one, other, one, other].map(async ({ search }) => {
          const { status, headers } = await search(key, named);
          return { status, replayed: headers.has('idempotency-replayed') };
        }),
      );
      const ran = atOnce.filter(({ status, replayed }) => status === 200 && !replayed);
      assert.equal(ran.length, 1, JSON.stringify(atOnce));
      for (const { status, replayed } of atOnce) assert.ok(status === 409 || status === 200, `${replayed}`);
      const bodies = new Set<string>();
      for (const { search } of [one, other]) {
        const reply = await search(key, named);
        assert.equal(reply.headers.get('idempotency-replayed'), 'true');
        bodies.add(await reply.text());
      }
      assert.equal(bodies.size, 1);
    }
    for (const { usage } of [one, other]) {
      const { totals, quota } = await usage(key);
      assert.deepEqual([totals.requests, quota.used], [3, 3]);
    }
  });

  it('explain in both languages why a database is unusable, without its password', async (t) => {
    const address = 'postgres://me:hunter2@127.0.0.1:1/books';
    const service = start(t, address, 'serve');
    assert.equal(await service.exit, 1);
    assert.match(
      service.said(),
      /The database postgres:\/\/127\.0\.0\.1:1\/books cannot be used: .*ECONNREFUSED/,
    );
    assert.match(service.said(), /无法使用数据库/);
    const cli = start(t, address, 'keys', 'list');
    assert.equal(await cli.exit, 1);
    assert.match(cli.said(), /cannot be used/);
    assert.ok(!`${service.said()}${cli.said()}`.includes('hunter2'));
  });
});
