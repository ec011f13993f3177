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
  /** Each line of its standard output. */
  onLine(line: string): void;
  /** Each line of its standard error; absent: it goes to ours. */
  onProblem?: ((line: string) => void) | undefined;
};

/** Milliseconds for a batch to be finished. Anything not written by then is no loss. */
const stopWithinMs = 5_000;

/**
 * Runs a program behind everything else and resolves with its exit code, or with what ended it, once all it wrote has been
 * told. Stops it with the signal. It has a channel to us that nothing is sent over: where we are killed it breaks, and the
 * program stops (cli/io.ts). Never rejects.
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
  const lines = [told(child.stdout, onLine), onProblem && told(child.stderr, onProblem)];
  const code = await ended;
  clearTimeout(kill);
  signal.removeEventListener('abort', stop);
  await Promise.all(lines);
  return code;
}

/** Resolves when the last line has been told. */
async function told(stream: NodeJS.ReadableStream | null, tell: (line: string) => void): Promise<void> {
  if (!stream) return;
  for await (const line of createInterface({ input: stream })) tell(line);
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Not everybody may: then it runs as everything does.
  }
}
