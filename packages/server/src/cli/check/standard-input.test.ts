import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticPmids } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { programEnvironment } from '../../testing/process/program-environment.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

const program = fileURLToPath(new URL('../../../bin/citewell.js', import.meta.url));

/** Runs the program itself with this input, since a test cannot supply its own standard input. */
async function run(t: TestContext, input: string, ...argv: string[]) {
  const pubmed = await startEutilsSimulator();
  t.after(() => pubmed.close());
  const child = spawn(process.execPath, [program, ...argv], {
    env: {
      ...programEnvironment(),
      CITEWELL_DATA_DIR: temporaryFolder(t),
      CITEWELL_SOURCES: 'pubmed',
      CITEWELL_PUBMED_BASE_URL: pubmed.url,
    },
  });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err };
}

it('check batch - and check manuscript - read standard input, Chinese included', async (t) => {
  const { trial } = syntheticPmids;
  const rows = `句子,pmid\n"该试验未提及月球由奶酪构成。",${trial}\n`;
  const batch = await run(t, rows, 'check', 'batch', '-', '--json');
  assert.equal(JSON.parse(batch.out.split('\n')[0] ?? '').pmid, trial, batch.err);
  const manuscript = await run(
    t,
    `The moon is made of cheese and honey (PMID ${trial}).\n`,
    'check',
    'manuscript',
    '-',
    '--json',
  );
  assert.equal(JSON.parse(manuscript.out.split('\n')[0] ?? '').pmid, trial, manuscript.err);
});

it('calls standard input by name in its errors', async (t) => {
  const { err } = await run(t, 'one,two\n1,2\n', 'check', 'batch', '-');
  assert.match(err, /the first line of standard input must contain the column names sentence and pmid/);
});
