import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { temporaryFolder } from '../packages/server/src/testing/process/temporary-folder.ts';
import { runCheck } from './run-check.ts';

/** Creates a package whose check is this script of Node. */
function packageChecking(t: TestContext, script: string): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'check.js'), script);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { check: 'node check.js' } }));
  return folder;
}

it('resolves with what a check that passes printed', async (t) => {
  const folder = packageChecking(t, "console.log('12 files'); console.error('slow');");
  assert.deepEqual(await runCheck(folder, t.signal), { passed: true, output: '12 files\nslow\n' });
});

it('resolves with the faults that a check found', async (t) => {
  const folder = packageChecking(t, "console.log('a.ts:1: fault'); process.exitCode = 1;");
  const { passed, output } = await runCheck(folder, t.signal);
  assert.equal(passed, false);
  assert.match(output, /^a\.ts:1: fault\n/);
});

it('fails if it is stopped or cannot start', async (t) => {
  const folder = packageChecking(t, 'setInterval(() => {}, 1000);');
  assert.equal((await runCheck(folder, AbortSignal.timeout(100))).passed, false);
  assert.equal((await runCheck(join(folder, 'absent'), t.signal)).passed, false);
});
