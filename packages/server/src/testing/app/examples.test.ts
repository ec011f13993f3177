import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../app/app.ts';
import { buildServices } from '../../app/services.ts';
import type { Services } from '../../features/services.ts';
import { readConfig } from '../../platform/config.ts';
import { programEnvironment } from '../process/program-environment.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../../../examples/${name}`, import.meta.url));

// Runs the examples as readers do, each in its own process, against the real service over its sample library.
describe('the examples', () => {
  let folder: string;
  let services: Services;
  let app: FastifyInstance;
  let environment: Record<string, string | undefined>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'citewell-examples-'));
    services = await buildServices(
      readConfig({
        CITEWELL_DATA_DIR: folder,
        CITEWELL_SOURCES: 'library',
        CITEWELL_LANGUAGE_THREADS: '1',
      }),
    );
    await services.prepareDemonstration();
    app = buildApp(services);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { secret } = await services.keys.create({
      label: 'examples',
      modules: ['ask_agent', 'expert_agent', 'factcheck'],
      dailyQuota: 100,
      balance: 1_000_000,
      expiresAt: undefined,
      status: 'enabled',
    });
    environment = {
      ...programEnvironment(),
      CITEWELL_URL: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      CITEWELL_API_KEY: secret,
    };
  });

  after(async () => {
    await app?.close();
    await services?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const [name, command] of [
    ['ask.ts', process.execPath],
    ['ask-stream.ts', process.execPath],
    ['ask-once.ts', process.execPath],
    ['ask.sh', 'sh'],
    ['avatar-chat.ts', process.execPath],
    ['categories.ts', process.execPath],
    ['check.ts', process.execPath],
    ['polish.ts', process.execPath],
    ['review.ts', process.execPath],
    ['search.ts', process.execPath],
    ['usage.ts', process.execPath],
  ] as const)
    it(`examples/${name} runs against the sample and passes its own checks`, async (t) => {
      if (name === 'ask.sh' && !(await hasCurl())) return t.skip('curl is not here');
      await promisify(execFile)(command, [example(name)], { env: environment, timeout: 60_000 });
    });
});

async function hasCurl(): Promise<boolean> {
  try {
    await promisify(execFile)('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
}
