import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { readDocument, repositoryFile } from '../documents/markdown.ts';
import { programEnvironment } from '../process/program-environment.ts';
import { python, withoutPython } from '../process/python.ts';
import { simulatedSettings, startDemonstration } from './demonstration-service.ts';

const client = repositoryFile('clients/python');

const pages = {
  en: 'docs/clients/python.md',
  zh: 'docs/clients/python.zh.md',
  readme: 'clients/python/README.md',
};
const codeOf = (page: string) =>
  Array.from(readDocument(page).matchAll(/^```python\n(.*?)^```$/gms), ([, code = '']) => code);

/**
 * Starts one service over simulated sources and a simulated model, and one with a library alone.
 * @returns the environments of programs that use the first and the second.
 */
async function start(t: TestContext) {
  const settings = await simulatedSettings(t);
  const { url, createKey } = await startDemonstration(t, { settings, inline: false });
  const library = await startDemonstration(t, { inline: false });
  const libraryKey = await library.createKey();
  const refused = {
    unknown: `cw_${'0'.repeat(38)}`,
    disabled: await createKey({ status: 'disabled' }),
    expired: await createKey({ expiresAt: 1 }),
    module: await createKey({ modules: ['factcheck'] }),
    quota: await createKey({ dailyQuota: 0 }),
    balance: await createKey({ balance: 1 }),
  };
  const shared = {
    ...programEnvironment(),
    ...{ PYTHONPATH: `${client}/src`, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
  };
  return {
    ofTests: {
      ...shared,
      ...{ CITEWELL_URL: url, CITEWELL_API_KEY: await createKey() },
      ...{ CITEWELL_LIBRARY_URL: library.url, CITEWELL_LIBRARY_KEY: libraryKey },
      CITEWELL_TEST_KEYS: JSON.stringify(refused),
    },
    ofReader: { ...shared, CITEWELL_URL: library.url, CITEWELL_API_KEY: libraryKey },
  };
}

async function runPython(args: string[], env: Record<string, string>): Promise<string> {
  try {
    return (await promisify(execFile)(python, args, { env, cwd: client, timeout: 300_000 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

it('the Python client passes its tests against the real service, and its pages show working code', {
  skip: withoutPython,
}, async (t) => {
  const { ofTests, ofReader } = await start(t);
  await t.test('runs its own tests without skipping any', async () => {
    const printed = await runPython(['-m', 'pytest', '-q', '--strict-markers'], ofTests);
    assert.match(printed, /^\d{3} passed in /m, printed);
  });
  for (const page of [pages.en, pages.readme])
    await t.test(`runs the code of ${page}`, async () => {
      const code = codeOf(page).join('\n').replaceAll('http://127.0.0.1:8787', ofReader.CITEWELL_URL);
      assert.match(await runPython(['-c', code], ofReader), /\[1\]/);
    });
});

it('the page on the Python client shows the same code in both languages', () => {
  const withoutComments = (page: string) => codeOf(page).map((code) => code.replace(/(?<= # ).*/g, ''));
  assert.ok(codeOf(pages.en).length >= 5);
  assert.deepEqual(withoutComments(pages.zh), withoutComments(pages.en));
});
