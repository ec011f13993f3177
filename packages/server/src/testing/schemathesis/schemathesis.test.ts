import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { simulatedSettings, startDemonstration } from '../app/demonstration-service.ts';
import { repositoryFile } from '../documents/markdown.ts';
import { programEnvironment } from '../process/program-environment.ts';
import { python } from '../process/python.ts';

const here = repositoryFile('packages/server/src/testing/schemathesis');
const program = process.env.SCHEMATHESIS || join(dirname(python), 'schemathesis');
/** Cases of each operation in the phase that generates them at random; few in `npm test`. */
const examples = process.env.CITEWELL_SCHEMATHESIS_EXAMPLES ?? '1';
const seed = process.env.CITEWELL_SCHEMATHESIS_SEED ?? '1';

/** The short form requests only the first. */
const services = {
  'a library alone': async () => ({}),
  'sources and a model, simulated': simulatedSettings,
};

for (const [name, settingsOf] of Object.entries(services).slice(0, examples === '1' ? 1 : undefined))
  it(`schemathesis finds no fault in /openapi.json and the replies of a service with ${name}`, {
    skip:
      !existsSync(program) &&
      `no schemathesis: ${python} -m pip install -r packaging/oracles.txt, or SCHEMATHESIS names the program`,
  }, async (t) => {
    const {
      url: origin,
      dataDir,
      createKey,
    } = await startDemonstration(t, {
      // Enough while other tests keep the machine busy.
      settings: { ...(await settingsOf(t)), CITEWELL_SOURCE_SECONDS: '60', CITEWELL_RETRIEVAL_SECONDS: '60' },
      inline: false,
    });
    const secret = await createKey();
    const url = `${origin}/openapi.json`;
    const phases = examples === '1' ? 'examples,fuzzing' : 'examples,coverage,fuzzing,stateful';
    const args = [
      ...['--config-file', join(here, 'schemathesis.toml'), 'run', url, '-H', `X-API-Key: ${secret}`],
      ...['--no-color', '--seed', seed, '--phases', phases, '--max-examples', examples],
      ...['--request-timeout', '120', '--continue-on-failure', '--generation-database', 'none'],
      // A loaded machine is no fault of a schema.
      ...['--suppress-health-check', 'all'],
    ];
    const env = {
      ...programEnvironment(),
      ...{ PYTHONPATH: here, SCHEMATHESIS_HOOKS: 'schemathesis_hooks' },
      ...{ PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    };
    const options = { env, cwd: dataDir, maxBuffer: 64 * 2 ** 20, timeout: 3_000_000 };
    const printed = await promisify(execFile)(program, args, options).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string; stderr?: string }) => assert.fail(`${error.stdout}${error.stderr}`),
    );
    const [, generated = '0'] = /^ +(\d+) generated/m.exec(printed) ?? [];
    t.diagnostic(`${generated} cases`);
    assert.ok(Number(generated) >= 26, printed);
  });
