import type { TestEvent } from 'node:test/reporters';

/** Number of the slowest files that are printed. */
const shownFiles = 10;

type Result = { file?: string | undefined; entryFile?: string | undefined; name: string };

const isTestFile = (file: string) => /\.test\.\w+$/.test(file);

/**
 * Returns the file of a test: the one that declares it or its latest subtest, unless that is a helper, or the one that the
 * process was started with, which may import several test files.
 */
function testFileOf({ file, entryFile, name }: Result, subtestFile: string | undefined): string {
  return [file, subtestFile, entryFile].find((each) => each && isTestFile(each)) ?? entryFile ?? file ?? name;
}

/** Collects the events of a run. `text` is printed at its end. */
export type RunReport = {
  add(event: TestEvent): void;
  text(): string;
  /** Files of the failed tests, until `retry` takes them. */
  readonly failedFiles: readonly string[];
  /** Attributes the failures so far to a busy machine: only later events count, and `text` names the files. */
  retry(): void;
  /** Indicates that a test failed, or no passed test has one of the required tags. */
  readonly failed: boolean;
};

/**
 * `nameOf` shortens the path of a test file for printing. `required` are tags that a passed test must have; any other
 * tag is a mistake.
 */
export function createRunReport(
  nameOf: (file: string) => string,
  required: readonly string[] = [],
): RunReport {
  const proven = new Set<string>();
  /** Seconds of the tests of a file: its process may run other files too. */
  const seconds = new Map<string, number>();
  const skipped = new Map<string, number>();
  const failedFiles = new Set<string>();
  const retried = new Set<string>();
  /** Nesting of the previous result: subtests come directly before the test they belong to. */
  let nestingBefore = 0;
  /** File of the latest subtest, for a test that a helper declares around it. */
  let subtestFile: string | undefined;
  const unknown = () => (required.length > 0 ? [...proven].filter((tag) => !required.includes(tag)) : []);
  return {
    add({ type, data }) {
      if (type === 'test:pass' || type === 'test:fail') {
        if (data.nesting > 0) subtestFile = data.file;
        else {
          const file = testFileOf(data, subtestFile);
          const name = nameOf(file);
          seconds.set(name, (seconds.get(name) ?? 0) + data.details.duration_ms / 1_000);
          // A test fails with its subtests.
          if (type === 'test:fail' && !data.todo) failedFiles.add(file);
          subtestFile = undefined;
        }
        // A suite passes although all of its tests were skipped, or it has none; they have its tags.
        const isInnermost = data.nesting >= nestingBefore && data.details.type !== 'suite';
        nestingBefore = data.nesting;
        if (type === 'test:pass' && isInnermost && data.skip === undefined && data.todo === undefined)
          for (const tag of data.tags) proven.add(tag);
      }
      if (type === 'test:pass' && data.skip !== undefined) {
        const reason = `${nameOf(data.file ?? '')}: ${typeof data.skip === 'string' ? data.skip : data.name}`;
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      }
    },
    text() {
      const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, shownFiles);
      const lines = slowest.map(([file, duration]) => `${duration.toFixed(1).padStart(7)} s  ${file}`);
      const notRun = [...skipped].map(([reason, count]) => `  ${reason} (${count})`);
      const missing = required.filter((tag) => !proven.has(tag));
      return [
        ...(missing.length > 0
          ? ['\nNo test that passed has the tag of these lines of the contract:', ...missing]
          : []),
        ...(unknown().length > 0 ? ['\nTags of tests that no line of the contract has:', ...unknown()] : []),
        ...(retried.size > 0
          ? [
              '\nFailed in the full run, then run again alone:',
              ...[...retried].map((file) => `  ${nameOf(file)}`),
            ]
          : []),
        ...(notRun.length > 0 ? ['\nSkipped:', ...notRun] : []),
        ...['\nSlowest files:', ...lines, ''],
      ].join('\n');
    },
    get failedFiles() {
      return [...failedFiles];
    },
    retry() {
      for (const file of failedFiles) {
        retried.add(file);
        seconds.delete(nameOf(file));
      }
      failedFiles.clear();
    },
    get failed() {
      return failedFiles.size > 0 || required.some((tag) => !proven.has(tag)) || unknown().length > 0;
    },
  };
}
