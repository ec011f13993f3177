import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { programEnvironment } from '../packages/server/src/testing/process/program-environment.ts';
import { temporaryFolder } from '../packages/server/src/testing/process/temporary-folder.ts';

const preload = new URL('./untracked-promises.ts', import.meta.url).href;

/** Runs a test file with this body of a test in it, as a run of all tests does. */
function runTest(t: TestContext, body: string): { status: number | null; output: string } {
  const file = join(temporaryFolder(t), 'one.test.mjs');
  writeFileSync(
    file,
    `import { describe, it } from 'node:test';
     import { setTimeout as sleep } from 'node:timers/promises';
     describe('suite', () => { it('test', async () => { await sleep(1); ${body} await sleep(20); }); });`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, file], {
    ...{ env: programEnvironment(), encoding: 'utf8' },
  });
  return { status, output: `${stdout}${stderr}` };
}

it('a file passes if its tests do', (t) => {
  const { status, output } = runTest(t, '');
  assert.equal(status, 0, output);
  assert.match(output, /pass 1\b/);
});

it('a file fails if a promise that nobody awaits is rejected', (t) => {
  const { status, output } = runTest(t, `void sleep(1).then(() => { throw new Error('gone astray'); });`);
  assert.equal(status, 1, output);
  assert.match(output, /gone astray/);
});

it('a file fails if an error is thrown outside of its tests', (t) => {
  const { status, output } = runTest(t, `setTimeout(() => { throw new Error('gone astray'); }, 1);`);
  assert.equal(status, 1, output);
  assert.match(output, /gone astray/);
});
