import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  dropLibrary,
  startOpenSearch,
} from '../../packages/server/src/testing/library/opensearch/opensearch-server.ts';
import { canReadCpu, readCpu } from '../program.ts';
import { bin } from '../targets/citewell.ts';

/** Engine of an empty library, as an operator sets it up. */
export type Product = {
  name: string;
  dataDir: string;
  settings: Record<string, string>;
  /** Size of the library on disk. */
  bytes(): Promise<number>;
  /** CPU time of its server so far, in addition to that of the service; absent without a server or without /proc. */
  serverCpuSeconds?(): Promise<number>;
  /** Runs the work to be measured on its server, with this file and a library that is then removed. */
  warmUp?(file: string): Promise<void>;
  /** Ends the views of the library that its server keeps for later pages, and with them the segments of before a merge. */
  endViews?(): Promise<void>;
};

/** Creates an empty library, which the stack ends. */
export type CreateProduct = (stack: AsyncDisposableStack) => Promise<Product>;

const common = { CITEWELL_SOURCES: 'library', CITEWELL_SAMPLE: 'off' };

/** Creates the library in a file of the data folder; `stack` ends it. */
export async function sqliteProduct(stack: AsyncDisposableStack): Promise<Product> {
  const dataDir = await ownFolder(stack);
  return {
    name: 'SQLite',
    dataDir,
    settings: common,
    async bytes() {
      const files = (await readdir(dataDir)).filter((name) => name.startsWith('library'));
      const sizes = await Promise.all(files.map(async (name) => (await stat(join(dataDir, name))).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** Creates the library in an OpenSearch of one node, started for it. Throws if it is not installed. */
export async function openSearchProduct(stack: AsyncDisposableStack): Promise<Product> {
  const server = stack.adopt(await startOpenSearch({ heap: '2g' }), (it) => it.stop());
  const settings = { ...common, CITEWELL_LIBRARY_URL: `${server.url}/citewell` };
  const [dataDir, otherDir] = [await ownFolder(stack), await ownFolder(stack)];
  return {
    name: 'OpenSearch',
    dataDir,
    settings,
    ...(canReadCpu && { serverCpuSeconds: async () => (await readCpu(server.pid())).micros / 1e6 }),
    async warmUp(file) {
      const url = `${server.url}/warm-up`;
      const other = { dataDir: otherDir, settings: { ...settings, CITEWELL_LIBRARY_URL: url } };
      await startCommand(other, ['library', 'ingest', '--priority', 'normal', file]).ended;
      await dropLibrary(url);
    },
    async endViews() {
      for (const [method, path] of [
        ['DELETE', '_search/point_in_time/_all'],
        ['POST', 'citewell-*/_flush'],
      ] as const) {
        const reply = await fetch(`${server.url}/${path}`, { method });
        if (!reply.ok) throw new Error(`${method} /${path}: ${await reply.text()}`);
      }
    },
    async bytes() {
      const reply = await fetch(`${server.url}/citewell-*/_stats/store`);
      const stats = (await reply.json()) as { _all: { total: { store: { size_in_bytes: number } } } };
      return stats._all.total.store.size_in_bytes;
    },
  };
}

export async function ownFolder(stack: AsyncDisposableStack): Promise<string> {
  return stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
}

/** Result of a command of the CLI. */
type Ran = { seconds: number; peakBytes: number; cpuSeconds: number };

export type Command = {
  /** Rejects with the command's output if its exit code is not 0. */
  ended: Promise<Ran>;
  stop(): void;
};

/** Runs `citewell …` on the product's data. */
export function startCommand(
  { dataDir, settings }: Pick<Product, 'dataDir' | 'settings'>,
  words: readonly string[],
): Command {
  const resourcesFile = join(dataDir, `bench-resources-${words.join('-').replace(/\W+/g, '-').slice(0, 40)}`);
  const started = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(bin), ...words], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      ...settings,
      CITEWELL_DATA_DIR: dataDir,
      NODE_OPTIONS: `--import ${new URL('./resources.ts', import.meta.url).href}`,
      BENCH_RESOURCES_FILE: resourcesFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keepTail = (text: Buffer) => {
    output = (output + text.toString()).slice(-4_000);
  };
  child.stdout.on('data', keepTail);
  child.stderr.on('data', keepTail);
  const ended = once(child, 'close').then(async ([code, signal]) => {
    const seconds = (performance.now() - started) / 1_000;
    if (code !== 0) throw new Error(`citewell ${words.join(' ')} ended (${signal ?? code}):\n${output}`);
    const lines = (await readFile(resourcesFile, 'utf8')).trim().split('\n');
    await rm(resourcesFile);
    const sum = (column: number) => lines.reduce((total, line) => total + Number(line.split(' ')[column]), 0);
    // Sum over processes that need not peak at the same moment: an upper bound.
    return { seconds, peakBytes: 1_024 * sum(0), cpuSeconds: sum(1) / 1e6 };
  });
  // Rejects for whoever waits; nobody waits for one that was stopped.
  ended.catch(() => {});
  return { ended, stop: () => child.kill('SIGTERM') };
}
