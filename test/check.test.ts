import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../packages/server/src/testing/process/temporary-folder.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const configs = globSync('packages/*/tsconfig.json', { cwd: root });

/** Creates a folder with the configuration of this repository and these files. */
function repositoryWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(t);
  // Ignored files are recognized in a Git repository only.
  mkdirSync(join(folder, '.git'));
  for (const path of [
    '.gitignore',
    '.oxlintrc.json',
    'tsconfig.base.json',
    'tsconfig.json',
    'package.json',
    ...configs,
  ])
    cpSync(join(root, path), join(folder, path));
  mkdirSync(join(folder, 'node_modules/.cache/types'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function run(cwd: string, ...argv: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

describe('oxlint', () => {
  const server = 'packages/server/src/a.ts';
  const programs: [rule: string | undefined, file: string, program: string][] = [
    [
      'no-floating-promises',
      'packages/server/src/written.ts',
      "import { promises } from 'node:fs';\npromises.writeFile('a', 'b');",
    ],
    [
      'no-floating-promises',
      'bench/written.ts',
      "import { writeFile } from 'node:fs/promises';\nwriteFile('a', 'b');",
    ],
    ['no-floating-promises', 'packages/web/src/copied.ts', "navigator.clipboard.writeText('a');\nexport {};"],
    [
      'no-misused-promises',
      'packages/server/src/ready.ts',
      'export const isReady = async () => true;\nif (isReady()) isReady;',
    ],
    ['no-misused-promises', 'packages/server/src/exit.ts', "process.on('exit', async () => {});\nexport {};"],
    ['await-thenable', 'packages/server/src/folder.ts', 'await process.cwd();\nexport {};'],
    [
      undefined,
      'packages/server/src/a.test.ts',
      `import { promises } from 'node:fs';
      import { describe, it } from 'node:test';
      await promises.writeFile('a', 'b');
      describe('a file', () => {
        it('is written', async () => promises.writeFile('a', 'b'));
      });`,
    ],
  ];
  /** Path and rule of each error in `programs`, which are checked together. */
  let broken: string[] = [];

  it('finds errors', (t) => {
    const folder = repositoryWith(t, Object.fromEntries(programs.map(([, ...entry]) => entry)));
    const linter = join(root, 'node_modules/oxlint/bin/oxlint');
    const { status, output } = run(folder, linter, '--format=unix');
    assert.equal(status, 1, output);
    const errors = output.matchAll(/^([^:\n]+):.*\[Error\/typescript\(([\w-]+)\)\]/gm);
    broken = Array.from(errors, ([, file, rule]) => `${file} ${rule}`);
    assert.equal(broken.length, programs.filter(([rule]) => rule).length, output);
  });

  for (const [rule, file, program] of programs)
    if (rule)
      it(`reports ${rule} in ${file} for ${program.split('\n').find((line) => line.includes('('))}`, () => {
        assert.deepEqual(
          broken.filter((error) => error.startsWith(file)),
          [`${file} ${rule}`],
        );
      });
    else
      it(`accepts awaited promises and the calls of node:test, as in ${file}`, () => {
        assert.deepEqual(
          broken.filter((error) => error.startsWith(file)),
          [],
        );
      });

  it('runs again after a failure or a compilation, and not if it passed and nothing was compiled', (t) => {
    const folder = repositoryWith(t, { [server]: 'export const a = 1;', 'package-lock.json': '{}' });
    const lint = () => run(folder, join(root, 'test/lint-promises.ts'));
    const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
    assert.match(lint().output, /0 errors/);
    assert.deepEqual(lint(), { status: 0, output: '' });
    write(server, "Promise.reject(new Error('unseen'));\nexport {};");
    write('node_modules/.cache/types/tsconfig.tsbuildinfo', '{}');
    for (const time of ['first', 'second']) assert.equal(lint().status, 1, time);
    write(server, 'export const a = 1;');
    assert.match(lint().output, /0 errors/);
    assert.deepEqual(lint(), { status: 0, output: '' });
  });
});

describe('the TypeScript project', () => {
  /** Lists the errors in a package with these sources, as `file.ts TS1234`. */
  function compile(t: TestContext, name: string, sources: Readonly<Record<string, string>>): string[] {
    const files = Object.entries(sources).map(([path, text]) => [`packages/${name}/src/${path}`, text]);
    const folder = repositoryWith(t, Object.fromEntries(files));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { output } = run(folder, compiler, '-p', `packages/${name}`, '--pretty', 'false');
    const errors = output.matchAll(/^(?:\S*\/)?([\w.]+)\(\d+,\d+\): error (TS\d+)|\bTS\d+/gm);
    return [...new Set(Array.from(errors, ([found, file, code]) => (file ? `${file} ${code}` : found)))];
  }

  // Compiled together, because most of the time is spent on the declarations of the DOM and of Node.
  const sources = {
    'node.ts': "import { readFileSync } from 'node:fs';\nexport const a: Buffer = readFileSync('a');",
    'dom.ts': 'export const a: string = document.title;',
  };

  for (const name of ['core', 'search-index', 'citation-checker', 'simulators', 'server'])
    it(`of ${name} has Node's declarations, and not the DOM`, (t) =>
      assert.deepEqual(compile(t, name, sources), ['dom.ts TS2584']));

  for (const name of ['sdk', 'web'])
    it(`of ${name} has the DOM, and not Node's declarations`, (t) => {
      const node = sources['node.ts'].replace(': Buffer', '');
      assert.deepEqual(compile(t, name, { ...sources, 'node.ts': node }), ['node.ts TS2591']);
    });

  for (const name of ['sdk', 'core', 'web'])
    it(`of ${name} cannot import the server`, (t) => {
      const importing = { 'a.ts': "export { a } from '../../server/src/a.ts';" };
      const other = { '../../server/src/a.ts': 'export const a = 1;' };
      assert.deepEqual(compile(t, name, { ...importing, ...other }), ['a.ts TS6307']);
    });

  for (const path of configs)
    it(`of ${basename(dirname(path))} refers to the packages it depends on`, () => {
      const { dependencies } = JSON.parse(readFileSync(join(root, dirname(path), 'package.json'), 'utf8'));
      const needed = Object.keys(dependencies ?? {}).flatMap((name) => {
        const local = name.replace('@citewell/', '');
        // The server reads the pages as files.
        return local !== name && local !== 'web' ? [local] : [];
      });
      const references = readFileSync(join(root, path), 'utf8').matchAll(/"path": "\.\.\/([\w-]+)"/g);
      assert.deepEqual([...references].map(([, name]) => name).sort(), needed.sort());
    });

  it('of every source is exactly one', () => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const projects = ['tsconfig.json', ...configs].flatMap((path) => {
      const { files } = JSON.parse(run(root, compiler, '-p', path, '--showConfig').output);
      return (files as string[]).map((file) => join(dirname(path), file));
    });
    const sources = globSync('*/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules', '**/dist', 'data', 'artefacts'],
    });
    assert.deepEqual(projects.filter((file) => /\.tsx?$/.test(file)).sort(), sources.sort());
  });
});
