import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { runChild } from './run-child.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

function program(t: TestContext, text: string) {
  const path = join(temporaryFolder(t), 'program.mjs');
  writeFileSync(path, text);
  return { command: process.execPath, argv: [path], environment: process.env };
}

describe('a child process', () => {
  it('is read to its last line on both outputs before it counts as ended', async (t) => {
    const many = program(
      t,
      `for (let n = 0; n < 5000; n++) { console.log('line ' + n); console.error('problem ' + n); } process.exitCode = 7;`,
    );
    const lines: string[] = [];
    const problems: string[] = [];
    const watch = {
      onLine: (line: string) => lines.push(line),
      onProblem: (line: string) => problems.push(line),
    };
    assert.equal(await runChild(many, watch, new AbortController().signal), 7);
    assert.deepEqual([lines.length, lines.at(-1)], [5000, 'line 4999']);
    assert.deepEqual([problems.length, problems.at(-1)], [5000, 'problem 4999']);
  });

  it('is stopped when the service is killed', async (t) => {
    const command = program(
      t,
      `import { processIo } from ${here('../../cli/io.ts')};
       const forever = setInterval(() => {}, 1000);
       processIo.onInterrupt(() => clearInterval(forever));
       console.log(process.pid);`,
    );
    const service = program(
      t,
      `import { runChild } from ${here('./run-child.ts')};
       const program = ${JSON.stringify({ ...command, environment: undefined })};
       const watch = { onLine: (line) => console.log(line) };
       await runChild({ ...program, environment: process.env }, watch, new AbortController().signal);`,
    );
    const parent = spawn(service.command, service.argv, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    assert.ok(isAlive(Number(pid)));
    parent.kill('SIGKILL');
    await until(() => !isAlive(Number(pid)));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
