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

/** An engine of the library, empty, as an operator sets it up. */
export type Product = {
  name: string;
  dataDir: string;
  settings: Record<string, string>;
  /** Size of the library on disk. */
  bytes(): Promise<number>;
  /** CPU time of its server so far, beside that of the service; absent where it has none, or where there is no /proc. */
  serverCpuSeconds?(): Promise<number>;
  /** Has its server do, with this file and a library that is removed, what is to be measured. */
  warmUp?(file: string): Promise<void>;
};

const common = { CITEWELL_SOURCES: 'library', CITEWELL_SAMPLE: 'off' };

/** The library in a file of the data folder; `stack` ends it. */
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

/** The library in an OpenSearch of one node, started for it. Throws where it is not installed. */
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
  /** Rejects with the command's own words where it does not exit with 0. */
  ended: Promise<Ran>;
  stop(): void;
};

/** `citewell …` on the product's data. */
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
    // Of processes that need not have peaked at one moment: an upper bound.
    return { seconds, peakBytes: 1_024 * sum(0), cpuSeconds: sum(1) / 1e6 };
  });
  // Heard by whoever waits for it; one that was stopped is waited for by nobody.
  ended.catch(() => {});
  return { ended, stop: () => child.kill('SIGTERM') };
}
