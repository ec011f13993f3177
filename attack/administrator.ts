import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunningService } from './stand.ts';

const program = fileURLToPath(new URL('../packages/server/bin/citewell.js', import.meta.url));

/** Administrator of an attacked service. */
export const administrator = { name: 'mei', password: 'a password that nobody guesses' };

/**
 * Adds `administrator`, as an operator, through the CLI.
 * @throws Error if the command fails.
 */
export async function addAdministrator({ environment }: Pick<RunningService, 'environment'>): Promise<void> {
  const words = ['admin', 'add', administrator.name, '--role', 'operator', '--password-stdin'];
  const child = spawn(process.execPath, [program, ...words], { env: environment });
  child.stdin.end(administrator.password);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`no administrator was added: ${code}`);
}

/** Attempts to sign in at the administration (`url`), from `address` if proxies are trusted. */
export function signIn(url: string, password: string, address = '127.0.0.1'): Promise<Response> {
  return fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ name: administrator.name, password }),
  });
}
