import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { shareProcesses } from './share-processes.ts';

function share(t: TestContext, texts: Record<string, string>): { files: string[]; runs: string[][] } {
  const root = mkdtempSync(join(tmpdir(), 'citewell-share-'));
  t.after(() => rmSync(root, { recursive: true }));
  const files = Object.keys(texts).map((name) => join(root, name));
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, texts[file.slice(root.length + 1)] ?? '');
  }
  const short = (path: string) => path.slice(root.length + 1);
  const runs = shareProcesses(root, join(root, 'shared'), files).map((path) =>
    path.endsWith('.mjs')
      ? [...readFileSync(path, 'utf8').matchAll(/^import "(.*)";$/gm)].map(([, each = '']) => short(each))
      : [short(path)],
  );
  return { files: files.map(short), runs };
}

it('runs each file exactly once, at most 56 of the folders with most files in a process', (t) => {
  const names = Array.from(
    { length: 150 },
    (_, nth) => `packages/${nth % 3 === 0 ? 'sdk' : 'core'}/src/${nth}.test.ts`,
  );
  const { files, runs } = share(t, Object.fromEntries(names.map((name) => [name, 'assert.ok(true);'])));
  assert.deepEqual(runs.flat().sort(), files.sort());
  assert.deepEqual(
    runs.map(({ length }) => length),
    [50, 50, 50],
  );
});

it('runs a file in its own process if it changes its process, runs others beside it or is in another folder, after those that share one', (t) => {
  const { runs } = share(t, {
    'attack/texts.test.ts': '',
    'packages/core/src/one.test.ts': '',
    'packages/core/src/environment.test.ts': "process.env.TZ = 'Asia/Shanghai';",
    'packages/core/src/clock.test.ts': "t.mock.timers.enable({ apis: ['setTimeout'] });",
    'packages/core/src/two.test.ts': '',
    'packages/core/src/child.test.ts': "const child = spawn('sleep', ['9']);",
    'packages/core/src/program.test.ts': "execFileSync('true', { env: process.env });",
    'packages/core/src/awaited.test.ts': "await promisify(execFile)('true', { env: { ...process.env } });",
    'packages/core/src/unset.test.ts': 'delete process.env.TZ;',
    'packages/core/src/prompt.test.ts': 'comparePrompt(t, messages);',
    'packages/web/src/alone.test.ts': '',
  });
  assert.deepEqual(runs, [
    ['one', 'two', 'program', 'awaited'].map((name) => `packages/core/src/${name}.test.ts`),
    ['attack/texts.test.ts'],
    ['packages/core/src/environment.test.ts'],
    ['packages/core/src/clock.test.ts'],
    ['packages/core/src/child.test.ts'],
    ['packages/core/src/unset.test.ts'],
    ['packages/core/src/prompt.test.ts'],
    ['packages/web/src/alone.test.ts'],
  ]);
});
