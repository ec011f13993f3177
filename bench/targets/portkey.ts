import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startChild } from '../child.ts';
import { freePort, untilOk } from '../ready.ts';
import { chatTarget, completionTarget } from './completion.ts';
import type { Gateway } from './gateway.ts';

const version = '1.15.2';
const folder = new URL('../../node_modules/.cache/citewell-bench/', import.meta.url);
const installed = new URL(`portkey-${version}/`, folder);
const main = new URL('node_modules/@portkey-ai/gateway/build/start-server.js', installed);

/**
 * Portkey's gateway, installed into a cache folder on first use; the project does not depend on it. With the
 * @hono/node-server to which its own range resolves, every streamed call of 1.15.2 fails with "TypeError: immutable"
 * (Portkey issue 1389): hence the override. Throws if the registry cannot be reached.
 */
export async function installPortkey(): Promise<void> {
  if (existsSync(main)) return;
  await mkdir(installed, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { '@portkey-ai/gateway': version },
    overrides: { '@hono/node-server': '1.13.8' },
  };
  await writeFile(new URL('package.json', installed), JSON.stringify(manifest));
  // Its install script patches packages for its own development.
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', npm, { cwd: fileURLToPath(installed), timeout: 120_000 });
}

export async function startPortkey(modelUrl: string): Promise<Gateway> {
  const port = await freePort();
  const child = startChild(main, { arguments: [`--port=${port}`, '--headless'] });
  const url = `http://127.0.0.1:${port}`;
  await untilOk(url, child);
  const headers = {
    authorization: 'Bearer bench',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${modelUrl}/v1`,
  };
  return { name: 'Portkey', child, target: completionTarget(url, headers), chat: chatTarget(url, headers) };
}
