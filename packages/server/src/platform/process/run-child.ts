import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

/** Program to run with its arguments: `citewell library …`. */
export type ChildProgram = {
  command: string;
  argv: readonly string[];
  environment: Record<string, string | undefined>;
};

export type ChildWatch = {
  /** Called with each line of its standard output. */
  onLine(line: string): void;
  /** Called with each line of its standard error; if absent, it goes to our own. */
  onProblem?: ((line: string) => void) | undefined;
};

/** Milliseconds for finishing a batch; a batch not written by then can be repeated. */
const stopWithinMs = 5_000;

/**
 * Runs a program with low priority and resolves with its exit code or the signal that ended it, once all its output has been
 * reported. Aborting the signal stops it. The program is connected to us by a channel that carries no messages: if we are killed,
 * the channel closes, and the program stops (cli/io.ts). Never rejects.
 */
export async function runChild(
  { command, argv, environment }: ChildProgram,
  { onLine, onProblem }: ChildWatch,
  signal: AbortSignal,
): Promise<number | string> {
  if (signal.aborted) return 'aborted';
  const errors = onProblem ? 'pipe' : 'inherit';
  const child = spawn(command, argv, { env: environment, stdio: ['ignore', 'pipe', errors, 'ipc'] });
  const { promise: ended, resolve } = Promise.withResolvers<number | string>();
  child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
  child.once('close', (code, by) => resolve(code ?? by ?? 'unknown'));
  lowerPriority(child.pid);

  let kill: NodeJS.Timeout | undefined;
  const stop = () => {
    child.kill('SIGINT');
    kill = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  };
  signal.addEventListener('abort', stop);
  const lines = [reportLines(child.stdout, onLine), reportLines(child.stderr, onProblem)];
  const code = await ended;
  clearTimeout(kill);
  signal.removeEventListener('abort', stop);
  await Promise.all(lines);
  return code;
}

/** Passes on lines, and resolves after the last one. */
async function reportLines(
  stream: NodeJS.ReadableStream | null,
  tell?: (line: string) => void,
): Promise<void> {
  if (!stream || !tell) return;
  for await (const line of createInterface({ input: stream })) tell(line);
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // This may not be permitted; it then runs with normal priority.
  }
}
