import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { compileNode, jarsFolder, whyNoOpenSearch } from './jars.ts';

export type OpenSearchServer = {
  /** Address without a path. */
  url: string;
  /** Process in which it runs, a different one after a restart. */
  pid(): number;
  /** Ends it as `kill -9` does; acknowledged data must survive. */
  crash(): Promise<void>;
  /** Starts it again after a crash, on the same data and address. */
  restart(): Promise<void>;
  /** Ends it and removes its files. Both happen automatically when the process that started it ends. */
  stop(): Promise<void>;
};

/** Time for a start: on a busy machine a node takes a minute. */
const startWithinMs = 180_000;

let shared: Promise<Pick<OpenSearchServer, 'url'>> | undefined;

/** Returns the server of the test run (TEST_OPENSEARCH_URL), or one started for this process. */
export function sharedOpenSearch(): Promise<Pick<OpenSearchServer, 'url'>> {
  const url = process.env.TEST_OPENSEARCH_URL;
  shared ??= url ? Promise.resolve({ url }) : startOpenSearch();
  return shared;
}

/** Returns the address of a library on this server that no other has. */
export function newLibraryUrl(server: string): string {
  return `${new URL(server).origin}/t${randomBytes(6).toString('hex')}`;
}

/** Removes the library of an address. */
export async function dropLibrary(url: string): Promise<void> {
  const { origin, pathname } = new URL(url);
  const reply = await fetch(`${origin}${pathname}-*`, { method: 'DELETE' });
  if (!reply.ok) throw new Error(`the library ${pathname} was not removed: ${reply.status}`);
}

/**
 * Starts a real OpenSearch on a free loopback port, with its files in a temporary folder. `heap`: memory of its JVM; above
 * 512m it is meant for measurements and uses both compilers.
 * @throws Error if it is not installed or does not start.
 */
export async function startOpenSearch({ heap = '512m' } = {}): Promise<OpenSearchServer> {
  const missing = whyNoOpenSearch();
  if (missing) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'citewell-opensearch-'));
  const port = await freePort();
  let child = await startNode(folder, port, { heap, temporary: true });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    async crash() {
      child.ref();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async restart() {
      child = await startNode(folder, port, { heap, temporary: true });
    },
    async stop() {
      child.ref();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Loads classes without verifying their bytecode, which takes an eighth of the CPU time of a start. */
const unverified = ['-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationRemote'];

/**
 * Compiles methods after a third of the usual number of calls: with the first compiler alone, interpreting them for longer
 * takes more than compiling them.
 */
const compiledEarly = [
  ...['-XX:Tier3InvocationThreshold=60', '-XX:Tier3MinInvocationThreshold=30'],
  ...['-XX:Tier3CompileThreshold=400', '-XX:Tier3BackEdgeThreshold=6000'],
];

/** Resolves with a node in this folder, once it answers. It ends with the process that started it. */
export async function startNode(
  folder: string,
  port: number,
  { heap, temporary = false }: { heap: string; temporary?: boolean },
): Promise<Child> {
  const child = spawn(
    'java',
    [
      ...[`-Xms${heap}`, `-Xmx${heap}`, '-cp', [compileNode(), join(jarsFolder, '*')].join(delimiter)],
      // The second compiler pays off only after hours, and what the jars contain is known by their checksums.
      ...(heap === '512m'
        ? ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', ...compiledEarly, ...unverified]
        : []),
      ...['OpenSearchNode', folder, String(port), ...(temporary ? ['temporary'] : [])],
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  await ready(child);
  // It must not keep the process alive with which it is supposed to end.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as Partial<{ unref(): void }>[])
    handle.unref?.();
  return child;
}

function ready(child: Child): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  const fail = (cause: unknown) => {
    clearTimeout(timer);
    child.kill('SIGKILL');
    reject(new Error(`OpenSearch did not start:\n${said}`, { cause }));
  };
  const timer = setTimeout(() => fail('no word in time'), startWithinMs);
  child.once('error', fail);
  child.once('exit', fail);
  child.stdin.on('error', () => {});
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
      if (!/^ready$/m.test(said)) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve();
    });
  return promise;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
