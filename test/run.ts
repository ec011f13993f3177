import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../packages/server/src/testing/accounting/postgres-server.ts';
import { contractRows } from '../packages/server/src/testing/app/contract-rows.ts';
import { whyNoOpenSearch } from '../packages/server/src/testing/library/opensearch/jars.ts';
import { startOpenSearch } from '../packages/server/src/testing/library/opensearch/opensearch-server.ts';
import { findBrowser, startSharedBrowser } from '../packages/web/test/browser.ts';
import { listTestFiles } from './list-files.ts';
import { runCheck } from './run-check.ts';
import { makeRunFolder } from './run-folder.ts';
import { createRunReport } from './run-report.ts';
import { shareProcesses } from './share-processes.ts';

/**
 * `npm run test:all`: runs every test file, several per process if they permit it, or those that match the given globs,
 * each in its own process. All of them share one PostgreSQL, one OpenSearch, one browser, one compile cache and one
 * temporary folder. After a whole run with few failed files, these run once more, alone, and that result counts. Finally
 * it prints these files, the slowest ones and what was skipped; a whole run fails if a row of the contract has no passed
 * test. With `--check`, as `npm test` has it, `npm run check` runs beside the tests, and ends them if it fails.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const {
  values: { check: isChecked },
  positionals: patterns,
} = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean', default: false } } });
/**
 * Two for each core and one more, since many files wait for a page or a clock; fewer if each had less than a gigabyte
 * of memory.
 */
const concurrency = Math.max(
  1,
  Math.min(2 * availableParallelism() + 1, Math.floor(totalmem() / 2 ** 30) - 1),
);
/** Milliseconds after which a hanging test process is ended and fails; the slowest take a fifth of it. */
const fileTimeoutMs = 1_800_000;

// Otherwise the running files would continue after a "kill" or Ctrl+C.
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
const checked = isChecked ? runCheck(root, stopped.signal) : undefined;
// Faults that take a minute to find should not wait for the tests.
void checked?.then(({ passed }) => {
  if (!passed) stopped.abort();
});
const files = listTestFiles(root, patterns);
const folder = makeRunFolder();
// Before the servers and the browser are started, whose files belong there too.
process.env.TMPDIR = folder;
const needsOpenSearch = files.some((file) => readFileSync(file, 'utf8').includes('opensearch-server.ts'));
const [postgres, openSearch] = await Promise.all([
  startPostgres({ durable: false }).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }),
  needsOpenSearch && !whyNoOpenSearch() ? startOpenSearch() : undefined,
]);
const browserPath = findBrowser();
const browser =
  browserPath && files.some((file) => file.startsWith(join(root, 'packages/web/test/')))
    ? await startSharedBrowser(browserPath)
    : undefined;
// A selection of files cannot prove every row of the contract, and without a browser nothing proves those about pages.
const ids = contractRows.map(({ id }) => id).filter((id) => browserPath || !id.endsWith('.page'));
const lines = patterns.length > 0 ? [] : ids;
const report = createRunReport((file) => relative(root, file), lines);
/** Number of failed files above which a busy machine is not the reason. */
const retriedFilesMax = 3;
const options = {
  signal: stopped.signal,
  cwd: root,
  timeout: fileTimeoutMs,
  execArgv: [
    // Test tags, which name the rows of the contract, are new in Node and would print a warning in every file.
    '--disable-warning=ExperimentalWarning',
    // Megabytes: from V8's initial one, the short lives of these processes would be spent on collecting garbage.
    '--min-semi-space-size=16',
    // Lists of words are long regular expressions, of which V8 makes bytecode first, and machine code with the second use: the
    // bytecode takes longer. Only at the start of a process: with `setFlagsFromString`, V8 crashes at those it has compiled.
    '--no-regexp-tier-up',
  ],
  env: {
    ...process.env,
    // TypeScript's compiler, which some tests run, spends a sixth of its time collecting garbage at its usual limit of memory.
    GOGC: '400',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
    ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
    ...(openSearch && { TEST_OPENSEARCH_URL: openSearch.url }),
    ...(browser && { TEST_BROWSER_URL: browser.url }),
  },
};
async function runFiles(files: string[], concurrency: number, preloads: string[] = []): Promise<void> {
  const execArgv = [...options.execArgv, ...preloads.map((preload) => `--import=${preload}`)];
  const events = run({ ...options, execArgv, files, concurrency });
  for await (const event of events.on('data', report.add).compose(spec)) process.stdout.write(event);
}
if (patterns.length > 0) await runFiles(files, concurrency);
else
  await runFiles(shareProcesses(root, join(root, 'node_modules/.cache/shared-tests'), files), concurrency, [
    new URL('./untracked-promises.ts', import.meta.url).href,
  ]);
const { failedFiles } = report;
const isWhole = patterns.length === 0 && !stopped.signal.aborted;
if (isWhole && failedFiles.length > 0 && failedFiles.length <= retriedFilesMax) {
  report.retry();
  await runFiles([...failedFiles], 1);
}
process.stdout.write(report.text());
const check = await checked;
if (check) process.stdout.write(`\n${check.output}`);
if (report.failed || check?.passed === false) process.exitCode = 1;
await Promise.all([postgres?.stop(), openSearch?.stop(), browser?.stop()]);
rmSync(folder, { recursive: true, force: true });
