import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openOutput } from './async-stdout.ts';

it('writes every line once, in order, and flushes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const fd = openSync(join(folder, 'log'), 'w');
  const writer = openOutput(fd);
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index} 二甲双胍\n`);
  for (const line of lines) writer.write(line);
  await writer.flush(5_000);
  closeSync(fd);
  assert.equal(readFileSync(join(folder, 'log'), 'utf8'), lines.join(''));
});

it('keeps the process running when nobody reads its output, and drops lines instead of buffering them all', async (t) => {
  const script = `
    import { openOutput } from '${new URL('./async-stdout.ts', import.meta.url).href}';
    const writer = openOutput(1);
    for (let line = 0; line < 100_000; line += 1) writer.write('x'.repeat(100) + '\\n');
    process.stderr.write('still here');
    await writer.flush(50);
    process.stderr.write(', and done');
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  child.stdout.pause();
  await new Promise((resolve) => child.on('exit', resolve));
  assert.equal(said, 'still here, and done');
});
