import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from '../child.ts';
import type { Metered } from '../targets/metered.ts';
import type { Database } from './databases.ts';

/** Starts the service with accounts on this database, and another without; `stack` ends them. */
export async function startMetered(
  stack: AsyncDisposableStack,
  { url }: Database,
): Promise<Metered & { child: Child }> {
  const dataDir = stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const child = stack.adopt(startChild(new URL('../targets/metered.ts', import.meta.url)), (started) =>
    started.stop(),
  );
  return { child, ...(await child.ask<Metered>('listen', { url, dataDir })) };
}
