import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { createRunReport } from './run-report.ts';
import { shareProcesses } from './share-processes.ts';

const event = (type: string, data: object) => ({ type, data }) as TestEvent;
/** Result of a test, not of a suite or subtest. */
const flat = { nesting: 0, details: { type: 'test' } };
/** Results of two tests of a file, which took this long together. */
const ended = (file: string, seconds: number) =>
  [seconds / 2, seconds / 2].map((each) =>
    event('test:pass', { nesting: 0, name: 'one', file, tags: [], details: { duration_ms: each * 1_000 } }),
  );

it('a run ends with its ten slowest files, slowest first', () => {
  const report = createRunReport((file) => file.slice('/project/'.length));
  for (let seconds = 1; seconds <= 12; seconds += 1)
    for (const each of ended(`/project/${seconds}.test.ts`, seconds)) report.add(each);
  const files = report.text().match(/\d+\.\d s {2}\S+/g);
  assert.deepEqual(
    files,
    Array.from({ length: 10 }, (_, at) => `${12 - at}.0 s  ${12 - at}.test.ts`),
  );
  assert.equal(report.failed, false);
});

it('a run reports its skipped tests, the reasons and counts, and whether a test failed', () => {
  const report = createRunReport((file) => file);
  for (const name of ['one', 'two'])
    report.add(
      event('test:pass', { name, file: 'a.test.ts', skip: 'there is no browser here', tags: [], ...flat }),
    );
  report.add(event('test:pass', { name: 'three', file: 'b.test.ts', skip: true, tags: [], ...flat }));
  assert.match(
    report.text(),
    /Skipped:\n {2}a\.test\.ts: there is no browser here \(2\)\n {2}b\.test\.ts: three \(1\)\n/,
  );
  report.add(event('test:fail', { name: 'known', file: 'a.test.ts', todo: true, ...flat }));
  assert.equal(report.failed, false);
  report.add(event('test:fail', { name: 'four', file: 'a.test.ts', ...flat }));
  assert.equal(report.failed, true);
});

it('a run passes if its failures do not recur alone, and names their files', () => {
  const report = createRunReport((file) => file);
  const failure = event('test:fail', { name: 'one', file: 'a.test.ts', ...flat });
  report.add(failure);
  assert.deepEqual(report.failedFiles, ['a.test.ts']);
  report.retry();
  assert.deepEqual([report.failed, report.failedFiles], [false, []]);
  assert.match(report.text(), /run again alone:\n {2}a\.test\.ts\n/);
  report.add(failure);
  assert.equal(report.failed, true);
});

it('a run fails if a row of the contract has no passed test, or a test’s tag matches no row', () => {
  const passed = (tags: string[], more = {}) =>
    event('test:pass', { name: 'one', file: 'a.test.ts', tags, ...flat, ...more });
  const report = createRunReport((file) => file, ['ask', 'polish']);
  report.add(passed(['ask']));
  report.add(passed(['polish'], { skip: 'not here' }));
  report.add(passed(['polish'], { todo: true }));
  assert.equal(report.failed, true);
  assert.match(report.text(), /lines of the contract:\npolish\n/);
  report.add(passed(['polish']));
  assert.equal(report.failed, false);
  report.add(passed(['polsih']));
  assert.equal(report.failed, true);
  assert.match(report.text(), /no line of the contract has:\npolsih\n/);
});

/** Tests of which only those named "proves …" prove their tags. */
const taggedTests = `
import { describe, it } from 'node:test';
it('proves', { tags: ['plain'] }, () => {});
describe('proves by a test within', { tags: ['suite'] }, () => {
  it('passes', () => {});
  it.skip('is not run', () => {});
});
it('proves by a subtest', { tags: ['subtest'] }, (t) => t.test('passes', () => {}));
it.skip('is skipped', { tags: ['skipped'] }, () => {});
it('is to be done', { tags: ['todo'], todo: true }, () => {});
describe('all of it is skipped', { tags: ['skipped-suite'] }, () => void it.skip('is not run', () => {}));
describe('is empty', { tags: ['empty-suite'] }, () => {});
it('skips itself', { tags: ['skips'] }, (t) => t.skip('not here'));
it('has skipped subtests alone', { tags: ['skipped-subtests'] }, (t) => t.test('skips', (u) => u.skip('not here')));
`;

/** Runs these files in a new process and returns the text of the report. */
function reportOf(folder: string, files: readonly string[], tags: readonly string[] = []): string {
  const script = `
    import { run } from 'node:test';
    import { createRunReport } from ${JSON.stringify(new URL('run-report.ts', import.meta.url).href)};
    const report = createRunReport((file) => file, ${JSON.stringify(tags)});
    for await (const event of run({ files: ${JSON.stringify(files)} })) report.add(event);
    process.stdout.write(report.text());
    console.log('Failed:', ...report.failedFiles);`;
  const environment = { ...process.env };
  // A run within a test would run nothing.
  delete environment.NODE_TEST_CONTEXT;
  writeFileSync(join(folder, 'run.mjs'), script);
  return execFileSync(process.execPath, [join(folder, 'run.mjs')], {
    ...{ encoding: 'utf8', env: environment, stdio: ['ignore', 'pipe', 'ignore'] },
  });
}

it('the slowest files are those with the tests, although files share a process or a helper declares the suite', (t) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'citewell-test-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'bench');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'helper.mjs'),
    `import { describe } from 'node:test';\nexport const helped = (tests) => describe('helped', tests);\n`,
  );
  const waits = "it('waits', () => new Promise((resolve) => setTimeout(resolve, 20)));";
  const files = Object.entries({
    plain: `import { it } from 'node:test';\n${waits}`,
    suite: `import { it } from 'node:test';\nimport { helped } from './helper.mjs';\nhelped(() => { ${waits} });`,
  }).map(([name, text]) => {
    const file = join(folder, `${name}.test.mjs`);
    writeFileSync(file, text);
    return file;
  });
  const shared = shareProcesses(root, join(root, 'shared'), files);
  assert.equal(shared.length, 1);
  const [, listed = ''] = reportOf(root, shared).split('Slowest files:\n');
  assert.deepEqual([...listed.matchAll(/ s {2}(\S+)/g)].map(([, file]) => file).sort(), files);
});

it('the failed files are those that run the failed tests again, although a helper declares these', (t) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'citewell-test-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'bench');
  mkdirSync(folder);
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, `import { describe, it } from 'node:test';\n${text}`);
    return file;
  };
  const fails = "it('fails', () => { throw new Error('as intended'); });";
  write(
    'helper.mjs',
    `export const helped = (tests) => describe('helped', tests);\nexport const fail = () => ${fails}`,
  );
  const helper = "import { fail, helped } from './helper.mjs';";
  const suite = write('suite.test.mjs', `${helper}\nhelped(() => { ${fails} });`);
  const test = write('test.test.mjs', `${helper}\nfail();`);
  const within = write('within.test.mjs', `${helper}\ndescribe('a suite', () => fail());`);
  const failed = (files: readonly string[]) => /^Failed: (.*)$/m.exec(reportOf(root, files))?.[1]?.split(' ');
  assert.deepEqual(failed([suite, test, within])?.sort(), [suite, test, within]);
  const shared = shareProcesses(root, join(root, 'shared'), [suite, test, within]);
  assert.equal(shared.length, 1);
  // The process of several files does not tell which of them called the helper.
  assert.deepEqual(failed(shared)?.sort(), [suite, within, ...shared].sort());
});

it('only tests that ran prove a row of the contract', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'tagged.test.mjs'), taggedTests);
  const tags = [...taggedTests.matchAll(/tags: \['([\w-]+)'\]/g)].map(([, tag = '']) => tag);
  const printed = reportOf(folder, [join(folder, 'tagged.test.mjs')], tags);
  const [, missing = ''] = /lines of the contract:\n((?:[\w-]+\n)+)/.exec(printed) ?? [];
  assert.deepEqual(missing.trim().split('\n'), [
    ...['skipped', 'todo', 'skipped-suite', 'empty-suite', 'skips', 'skipped-subtests'],
  ]);
});
