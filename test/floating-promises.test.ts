import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../packages/server/src/testing/process/temporary-folder.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const compilerOptions = {
  ...{ lib: ['esnext', 'dom'], types: ['node'], module: 'nodenext', target: 'esnext', strict: true },
  ...{ noEmit: true, skipLibCheck: true },
};

/** Runs the linter of `npm run check` on a program of one file, and lists the rules that it breaks. */
function rulesBrokenBy(t: TestContext, program: string): string[] {
  const folder = temporaryFolder(t);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }));
  writeFileSync(join(folder, 'program.ts'), program);
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr, status } = spawnSync(process.execPath, [linter, '--format=unix', 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const rules = [...stdout.matchAll(/\[Error\/typescript\(([\w-]+)\)\]/g)].map(([, rule = '']) => rule);
  assert.equal(status, rules.length > 0 ? 1 : 0, `${stdout}${stderr}`);
  return rules;
}

describe('the linter', () => {
  const faults: [rule: string, program: string][] = [
    ['no-floating-promises', "import { promises } from 'node:fs';\npromises.writeFile('a', 'b');"],
    ['no-floating-promises', "import { writeFile } from 'node:fs/promises';\nwriteFile('a', 'b');"],
    ['no-floating-promises', "navigator.clipboard.writeText('a');\nexport {};"],
    [
      'no-misused-promises',
      "const isReady = async () => true;\nif (isReady()) console.log('ready');\nexport {};",
    ],
    ['no-misused-promises', "process.on('exit', async () => {});\nexport {};"],
    ['await-thenable', 'await process.cwd();\nexport {};'],
  ];
  for (const [rule, program] of faults)
    it(`reports ${rule} in ${program.split('\n')[0]}`, (t) => {
      assert.deepEqual(rulesBrokenBy(t, program), [rule]);
    });

  it('accepts awaited promises and the calls of node:test', (t) => {
    const program = [
      "import { promises } from 'node:fs';",
      "import { describe, it } from 'node:test';",
      "await promises.writeFile('a', 'b');",
      "describe('a file', () => {",
      "  it('is written', async () => promises.writeFile('a', 'b'));",
      '});',
      'export {};',
    ];
    assert.deepEqual(rulesBrokenBy(t, program.join('\n')), []);
  });
});
