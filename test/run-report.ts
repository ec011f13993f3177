import type { TestEvent } from 'node:test/reporters';

/** How many of the slowest files are printed. */
const shownFiles = 10;

/** Collects the events of a run. `text` is what is printed at its end. */
export type RunReport = {
  add(event: TestEvent): void;
  text(): string;
  /** If a test failed. */
  readonly failed: boolean;
};

/** `nameOf` shortens the path of a test file for print. */
export function createRunReport(nameOf: (file: string) => string): RunReport {
  const seconds = new Map<string, number>();
  const skipped = new Map<string, number>();
  let failed = false;
  return {
    add({ type, data }) {
      if (type === 'test:complete' && data.nesting === 0 && data.name === data.file)
        seconds.set(nameOf(data.name), data.details.duration_ms / 1_000);
      if (type === 'test:fail' && !data.todo) failed = true;
      if (type === 'test:pass' && data.skip !== undefined) {
        const reason = `${nameOf(data.file ?? '')}: ${typeof data.skip === 'string' ? data.skip : data.name}`;
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      }
    },
    text() {
      const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, shownFiles);
      const lines = slowest.map(([file, duration]) => `${duration.toFixed(1).padStart(7)} s  ${file}`);
      const notRun = [...skipped].map(([reason, count]) => `  ${reason} (${count})`);
      return [
        ...(notRun.length > 0 ? ['\nSkipped:', ...notRun] : []),
        ...['\nSlowest files:', ...lines, ''],
      ].join('\n');
    },
    get failed() {
      return failed;
    },
  };
}
