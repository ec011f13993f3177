import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Elsewhere, plainEnvironment } from './elsewhere.ts';

/** Service that reports its address, in its own process group, ended with the test. */
export async function serve(
  t: TestContext,
  { folder }: Elsewhere,
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
) {
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: {
      ...plainEnvironment(),
      CITEWELL_PORT: '0',
      CITEWELL_SOURCES: 'library',
      CITEWELL_DATA_DIR: join(folder, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => endGroup(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  while (!said.includes('"listening"')) {
    assert.equal(child.exitCode, null, said);
    await sleep(50);
  }
  const [url = ''] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
  const [key = ''] = /cw_\w+/.exec(said) ?? [];
  return { url, key };
}

/** npx starts a shell that starts the service: a signal to only the first would leave the others running. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
}

/**
 * Asks a question, and opens the start page with its resources.
 * @throws AssertionError if either fails.
 */
export async function useService({ url, key }: { url: string; key: string }): Promise<void> {
  const reply = await fetch(`${url}/ai/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"question":"Is metformin first-line therapy for type 2 diabetes?"}',
  });
  assert.equal(reply.status, 200);
  const { answer, references } = (await reply.json()) as { answer: string; references: unknown[] };
  assert.match(answer, /\[1\]/);
  assert.ok(references.length > 0);
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text();
  const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  const loaded = await fetch(new URL(script, url));
  assert.match(
    `${loaded.status} ${loaded.headers.get('content-type')}`,
    /^200 text\/javascript/,
    'the built pages',
  );
}
