import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Reply } from './commands.ts';

export type ChildOptions = {
  arguments?: string[];
  environment?: Record<string, string>;
  cwd?: string;
  /** Leaves the probe out, where even that would be measured: then only `stop` and `exited` work. */
  plain?: boolean;
};

/** A process of the bench, asked over IPC. Whoever starts one stops it. */
export type Child = {
  /** Never resolves; rejects with the process's own words when it ends. */
  readonly exited: Promise<never>;
  /** Rejects with the process's own words where it ends before it answers. */
  ask<Value>(name: string, argument?: unknown): Promise<Value>;
  stop(): Promise<void>;
};

const probe = new URL('./probe.ts', import.meta.url).href;

/** Starts a module under this very Node, with the probe inside: the same for everything that is compared. */
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
      env: { PATH: process.env.PATH ?? '', ...options.environment },
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
      // Where it cannot be sent, the process is about to be gone: `exited` says why.
      child.send({ id, name, argument }, () => {});
      return Promise.race([waiter.promise as Promise<Value>, exited]);
    },
    stop,
  };
}

/** Keeps the last words of a process that writes into pipes, for `exited`, and ends it. */
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
  // Heard by whoever waits for it; an end that was asked for is no failure.
  exited.catch(() => {});
  return {
    exited,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      // Whatever a server does on SIGTERM, the bench goes on.
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
