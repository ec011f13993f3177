import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Command, Reply } from '../bench/commands.ts';
import { runCli } from '../packages/server/src/cli/main.ts';
import { programEnvironment } from '../packages/server/src/testing/process/program-environment.ts';
import { captured, type Run } from '../packages/server/src/testing/process/terminal.ts';

/** Service as operators run it: a separate process on loopback with its own data folder. */

const program = fileURLToPath(new URL('../packages/server/bin/citewell.js', import.meta.url));

export type ServiceOptions = {
  /** Settings; only PATH of this process's environment reaches the service. */
  environment?: Record<string, string>;
  /** Files of an earlier service; by default a new folder, removed by `stop`. */
  dataDir?: string;
  /** Maximum milliseconds until it is ready. */
  readyWithinMs?: number;
  /** Loads the probes that `ask` queries. */
  isProbed?: boolean;
};

/** Settings of short attacks to which it does not matter how many threads do the language work: each takes a second of CPU time to start. */
export const oneLanguageThread = { CITEWELL_LANGUAGE_THREADS: '1' };

export type RunningService = {
  /** "http://127.0.0.1:PORT" */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  environment: Record<string, string>;
  /** Output so far, of both streams. */
  output(): string;
  /**
   * Requests that failed because of an internal error so far, such as each one answered with 500: the lines of its log, as
   * violations.
   */
  internalErrors(): string[];
  /** Exit code once it has ended, undefined while it runs. */
  exitCode(): number | undefined;
  /**
   * Queries a probe inside the process: bench/probe.ts, attack/service-probe.ts.
   * @throws Error if the probe failed.
   */
  ask<Value>(name: string): Promise<Value>;
  /** Creates an API key through the CLI and returns its secret. */
  createKey(...options: string[]): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/**
 * Starts `citewell serve` and waits until it is ready.
 * @throws Error with the process's output if it ends or is not ready in time.
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const port = await freePort();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'citewell-attack-'));
  const environment: Record<string, string> = {
    ...programEnvironment(),
    CITEWELL_PORT: String(port),
    CITEWELL_DATA_DIR: dataDir,
    CITEWELL_SOURCES: 'library',
    ...options.environment,
  };
  const imports = options.isProbed ? probes.flatMap((probe) => ['--import', probe]) : [];
  const child = spawn(process.execPath, [...imports, program, 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.isProbed ? (['ipc'] as const) : [])],
  });
  let output = '';
  child.stdout?.on('data', (bytes) => {
    output += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    output += bytes;
  });
  const url = `http${environment.CITEWELL_TLS_CERT ? 's' : ''}://127.0.0.1:${port}`;
  const removeFolder = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitFor(
      () => output.includes('"listening"'),
      options.readyWithinMs ?? 60_000,
      () => {
        if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${output}`);
      },
    );
  } catch (error) {
    child.kill('SIGKILL');
    removeFolder();
    throw error;
  }
  return {
    ...{ url, port, dataDir, environment },
    pid: child.pid ?? 0,
    output: () => output,
    internalErrors: () =>
      output
        .split('\n')
        .filter((line) => line.includes('"request_failed"') && line.includes('"internal_error"'))
        .map((line) => `an internal error of the service: ${line}`),
    exitCode: () => child.exitCode ?? undefined,
    ask: (name) => askProbe(child, name),
    createKey: (...words) => createKey(environment, words),
    async stop(signal = 'SIGTERM') {
      const code = await end(child, signal);
      removeFolder();
      return code;
    },
  };
}

const probes = ['../bench/probe.ts', './service-probe.ts'].map((file) => new URL(file, import.meta.url).href);

let lastId = 0;

async function askProbe<Value>(child: ChildProcess, name: string): Promise<Value> {
  lastId += 1;
  const id = lastId;
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onMessage = (reply: Reply) => {
    if (reply.id !== id) return;
    if (reply.error === undefined) resolve(reply.value as Value);
    else reject(new Error(reply.error));
  };
  const onExit = () => reject(new Error('the service has ended'));
  child.on('message', onMessage).once('exit', onExit);
  child.send({ id, name, argument: undefined } satisfies Command);
  try {
    return await promise;
  } finally {
    child.off('message', onMessage).off('exit', onExit);
  }
}

async function createKey(environment: Record<string, string>, options: string[]): Promise<string> {
  const words = ['keys', 'create', '--json', '--label', 'attack', '--balance', '1000000000', ...options];
  const { code, out, err } = await runCommand({ environment }, ...words);
  const secret = /cw_[0-9A-Za-z]{38}/.exec(out)?.[0];
  if (code !== 0 || !secret) throw new Error(`no key was created: ${out}${err}`);
  return secret;
}

/** Runs a command of the CLI with the settings of a service, in this process: starting another takes longer than it does. */
export async function runCommand(
  { environment }: Pick<RunningService, 'environment'>,
  ...words: string[]
): Promise<Run> {
  const { io, text } = captured(environment);
  const code = await runCli(words, io);
  return { code, ...text };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return code;
}

export type Simulators = {
  /** Settings with which a service uses them. */
  environment: Record<string, string>;
  /** "http://127.0.0.1:PORT" of each, for control requests such as POST /__fault. */
  eutils: string;
  europepmc: string;
  llm: string;
  stop(): Promise<void>;
};

/** Starts the simulators of PubMed, Europe PMC and a language model in a separate process. */
export async function startSimulators({ corpus = 'synthetic', rateLimit = false } = {}): Promise<Simulators> {
  const [eutils, europepmc, llm] = [await freePort(), await freePort(), await freePort()];
  const file = fileURLToPath(new URL('../packages/simulators/src/sim.ts', import.meta.url));
  const ports = ['--eutils', `${eutils}`, '--europepmc', `${europepmc}`, '--llm', `${llm}`];
  const limits = rateLimit ? [] : ['--no-rate-limit'];
  const child = spawn(process.execPath, [file, '--corpus', corpus, ...ports, ...limits]);
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  await waitFor(
    () => output.includes('Ctrl-C'),
    60_000,
    () => {
      if (child.exitCode !== null) throw new Error(`the simulators ended: ${output}`);
    },
  );
  const settings = [...output.matchAll(/^(CITEWELL_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return {
    environment: { ...Object.fromEntries(settings), CITEWELL_SOURCES: 'pubmed,europepmc,library' },
    eutils: `http://127.0.0.1:${eutils}`,
    europepmc: `http://127.0.0.1:${europepmc}`,
    llm: `http://127.0.0.1:${llm}`,
    async stop() {
      await end(child, 'SIGTERM');
    },
  };
}

/** Milliseconds from sending a request to the end of its reply. */
export type Latencies = { count: number; failed: number; p50: number; p99: number; longest: number };

/** Requests `path` at a fixed rate, regardless of replies, until `stop`: a blocked event loop appears as the longest reply. */
export function probe(
  url: string,
  { path = '/readyz', perSecond = 50 } = {},
): { stop(): Promise<Latencies> } {
  const client = url.startsWith('https:') ? https : http;
  // The certificates used here are self-signed.
  const agent = new client.Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false });
  const latencies: number[] = [];
  let failed = 0;
  const pending = new Set<Promise<void>>();
  const ask = () =>
    new Promise<void>((resolve) => {
      const start = performance.now();
      const done = (ok: boolean) => {
        latencies.push(performance.now() - start);
        if (!ok) failed += 1;
        resolve();
      };
      const options = { agent, timeout: 30_000 };
      client
        .get(url + path, options, (reply) => {
          reply.resume().on('end', () => done(reply.statusCode === 200));
        })
        .on('error', () => done(false));
    });
  const timer = setInterval(() => {
    const asked = ask().finally(() => pending.delete(asked));
    pending.add(asked);
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      const sorted = latencies.toSorted((one, other) => one - other);
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
      return { count: sorted.length, failed, p50: at(0.5), p99: at(0.99), longest: at(1) };
    },
  };
}

/** Returns the resident memory of a process in MB; 0 on systems other than Linux. */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns a TCP port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function waitFor(isSo: () => boolean, withinMs: number, check: () => void): Promise<void> {
  const end = Date.now() + withinMs;
  while (!isSo()) {
    check();
    if (Date.now() > end) throw new Error(`not so within ${withinMs} ms`);
    await sleep(20);
  }
}
