import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, startChild } from '../child.ts';
import { freePort, untilOk } from '../ready.ts';

export const bin = new URL('../../packages/server/bin/citewell.js', import.meta.url);

export type Running = { child: Child; url: string; headers: Record<string, string>; stop(): Promise<void> };

/** Real server on its own data folder, or on an existing one that is kept, with a key created by the real CLI. */
export async function startCitewell(settings: Record<string, string>, kept?: string): Promise<Running> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'citewell-bench-')));
  const removeData = async () => {
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const environment = {
    CITEWELL_KEY_RUNNING_CALLS: '1000',
    ...settings,
    CITEWELL_DATA_DIR: dataDir,
    CITEWELL_PORT: String(await freePort()),
  };
  try {
    const key = await createKey(environment);
    const child = startChild(bin, { arguments: ['serve'], environment, cwd: dataDir });
    const url = `http://127.0.0.1:${environment.CITEWELL_PORT}`;
    const stop = async () => {
      await child.stop();
      await removeData();
    };
    await untilOk(`${url}/readyz`, child).catch(async (error) => {
      await stop();
      throw error;
    });
    return { child, url, headers: { 'content-type': 'application/json', 'x-api-key': key }, stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

async function createKey(environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[
        fileURLToPath(bin),
        'keys',
        'create',
        '--json',
        '--label',
        'bench',
        '--modules',
        'ask_agent,expert_agent,factcheck',
      ],
      ...['--daily-quota', '10000000', '--balance', '1000000000000'],
    ],
    { env: { PATH: process.env.PATH, ...environment }, cwd: environment.CITEWELL_DATA_DIR, timeout: 30_000 },
  );
  return JSON.parse(stdout).key;
}
