import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { createRunReport } from './run-report.ts';

const event = (type: string, data: object) => ({ type, data }) as TestEvent;
const ended = (file: string, seconds: number) =>
  event('test:complete', { nesting: 0, name: file, file, details: { duration_ms: seconds * 1_000 } });

it('a run ends with its ten slowest files, the slowest first', () => {
  const report = createRunReport((file) => file.slice('/project/'.length));
  for (let seconds = 1; seconds <= 12; seconds += 1)
    report.add(ended(`/project/${seconds}.test.ts`, seconds));
  const files = report.text().match(/\d+\.\d s {2}\S+/g);
  assert.deepEqual(
    files,
    Array.from({ length: 10 }, (_, at) => `${12 - at}.0 s  ${12 - at}.test.ts`),
  );
  assert.equal(report.failed, false);
});

it('a run tells what it skipped, why and how often, and whether a test failed', () => {
  const report = createRunReport((file) => file);
  for (const name of ['one', 'two'])
    report.add(event('test:pass', { name, file: 'a.test.ts', skip: 'there is no browser here', tags: [] }));
  report.add(event('test:pass', { name: 'three', file: 'b.test.ts', skip: true, tags: [] }));
  assert.match(
    report.text(),
    /Skipped:\n {2}a\.test\.ts: there is no browser here \(2\)\n {2}b\.test\.ts: three \(1\)\n/,
  );
  report.add(event('test:fail', { name: 'known', file: 'a.test.ts', todo: true }));
  assert.equal(report.failed, false);
  report.add(event('test:fail', { name: 'four', file: 'a.test.ts' }));
  assert.equal(report.failed, true);
});

it('a run fails where a line of the contract has no test that passed, or a test names no line', () => {
  const passed = (tags: string[], more = {}) =>
    event('test:pass', { name: 'one', file: 'a.test.ts', tags, ...more });
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
