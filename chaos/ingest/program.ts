import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../packages/server/src/testing/process/program-environment.ts';

const program = fileURLToPath(new URL('../../packages/server/bin/citewell.js', import.meta.url));

/** Starts a command of the CLI with these settings. */
export function start(environment: Record<string, string>, ...argv: string[]) {
  return spawn(process.execPath, [program, ...argv], {
    env: { ...programEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end. */
export async function run(environment: Record<string, string>, ...argv: string[]) {
  const child = start(environment, ...argv);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, err, code };
}

/** Returns the output of a command that has to succeed. */
export async function citewell(environment: Record<string, string>, ...argv: string[]): Promise<string> {
  const { out, err, code } = await run(environment, ...argv);
  if (code !== 0) throw new Error(`citewell ${argv.join(' ')} ended with ${code}: ${err}`);
  return out;
}
