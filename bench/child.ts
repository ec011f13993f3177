import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Reply } from './commands.ts';

export type ChildOptions = {
  arguments?: string[];
  environment?: Record<string, string>;
  cwd?: string;
  /** Omits the probe if even that would be measured: then only `stop` and `exited` work. */
  plain?: boolean;
};

/** Process of the bench, controlled over IPC. Its starter stops it. */
export type Child = {
  /** Promise that rejects with the process's output when it ends, and never resolves. */
  readonly exited: Promise<never>;
  /** Rejects with the process's output if it ends before it answers. */
  ask<Value>(name: string, argument?: unknown): Promise<Value>;
  stop(): Promise<void>;
};

/** Settings of the C library in the container image (Dockerfile), for every measured process. */
export const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const probe = new URL('./probe.ts', import.meta.url).href;

/** Starts a module with the Node that runs us, with the probe in it, in the same way for everything compared. */
export function startChild(module: URL, options: ChildOptions = {}): Child {
  const child = spawn(
    process.execPath,
    [
      ...(options.plain ? [] : ['--expose-gc', '--import', probe]),
      fileURLToPath(module),
      ...(options.arguments ?? []),
    ],
    {
      cwd: options.cwd,
      env: { PATH: process.env.PATH ?? '', ...allocator, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const { exited, stop } = supervise(child, fileURLToPath(module));

  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  child.on('message', ({ id, value, error }: Reply) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(value);
    else waiter?.reject(new Error(error));
  });
  return {
    exited,
    ask<Value>(name: string, argument?: unknown) {
      const id = ++lastId;
      const waiter = Promise.withResolvers<unknown>();
      waiting.set(id, waiter);
      // If it cannot be sent, the process is ending: `exited` gives the reason.
      child.send({ id, name, argument }, () => {});
      return Promise.race([waiter.promise as Promise<Value>, exited]);
    },
    stop,
  };
}

/** Keeps the last output of a process that writes to pipes, for `exited`, and ends it. */
export function supervise(child: ChildProcess, name: string): Pick<Child, 'exited' | 'stop'> {
  let output = '';
  const keepTail = (text: Buffer) => {
    output = (output + text.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keepTail);
  child.stderr?.on('data', keepTail);
  const ended = once(child, 'close');
  const exited = ended.then(([code, signal]): never => {
    throw new Error(`${name} ended (${signal ?? code}):\n${output}`);
  });
  // Rejects for whoever waits; an intended end is no failure.
  exited.catch(() => {});
  return {
    exited,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      // Whatever a server does on SIGTERM, the bench continues.
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
