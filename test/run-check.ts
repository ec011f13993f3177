import { execFile } from 'node:child_process';

/** Result of the check, and what it printed. */
export type CheckResult = { passed: boolean; output: string };

/** Milliseconds after which the check has failed; on two busy cores it takes a minute. */
const timeout = 600_000;

/** Runs `npm run check` in the folder `cwd`, until `signal` aborts. Never rejects. */
export function runCheck(cwd: string, signal: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', 'check'],
      { cwd, signal, timeout, maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) =>
        resolve({ passed: !error, output: `${stdout}${stderr}${error ? `${error.message}\n` : ''}` }),
    );
  });
}
