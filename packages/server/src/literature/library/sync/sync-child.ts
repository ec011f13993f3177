import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Log } from '../../../log.ts';

export type SyncProgram = {
  /** What to run, and with what: `citewell library sync`. */
  command: string;
  argv: readonly string[];
  environment: Record<string, string | undefined>;
};

/** For a batch to be finished. What is not in then is no loss. */
const stopWithinMs = 5_000;

/**
 * Runs a sync in a process of its own, behind everything else, and logs what came of it; what is wrong it says itself on
 * standard error. Stops with the signal. Never rejects.
 */
export async function syncInChild(program: SyncProgram, log: Log, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { command, argv, environment } = program;
  const startedAt = performance.now();
  const child = spawn(command, argv, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const { promise: ended, resolve } = Promise.withResolvers<number | string>();
  child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
  child.once('close', (code, by) => resolve(code ?? by ?? 'unknown'));
  lowerPriority(child.pid);
  log('info', 'library_sync_started');

  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill('SIGINT');
    kill = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  };
  signal.addEventListener('abort', stop);
  let last: { event?: string; added?: number; replaced?: number; removed?: number } = {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = parse(line);
  });
  const code = await ended;
  clearTimeout(kill);
  signal.removeEventListener('abort', stop);
  const durationMs = Math.round(performance.now() - startedAt);
  const { event, added = 0, replaced = 0, removed = 0 } = last;
  const count = added + replaced + removed;
  if (signal.aborted) log('info', 'library_sync_stopped', { count, durationMs });
  else if (code !== 0) log('warn', 'library_sync_failed', { code: String(code), durationMs });
  else if (event === 'busy') log('info', 'library_sync_elsewhere', { durationMs });
  else log('info', 'library_synced', { count, durationMs });
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Not everybody may: then it runs as everything does.
  }
}

function parse(line: string): object {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
