import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

const program = fileURLToPath(new URL('sim.ts', import.meta.url));

function run(...parameters: string[]) {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '', errors: '' };
  child.stdout.on('data', (chunk) => {
    output.text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.errors += chunk;
  });
  return { child, output };
}

it('npm run sim prints working settings and curl commands, and exits 0 on SIGINT', async () => {
  const ports = ['eutils', 'europepmc', 'llm'].flatMap((name) => [`--${name}`, '0']);
  const { child, output } = run('--corpus', 'synthetic', ...ports);
  try {
    await until(() => output.text.includes('Ctrl-C') || child.exitCode !== null);
    const setting = (name: string) => output.text.match(new RegExp(`^${name}=(.+)$`, 'm'))?.[1];
    const found = await fetch(
      `${setting('CITEWELL_PUBMED_BASE_URL')}/esearch.fcgi?db=pubmed&term=cardovalin`,
    );
    assert.match(await found.text(), /<Count>2<\/Count>/);
    const models = await fetch(`${setting('CITEWELL_LLM_BASE_URL')}/models`);
    assert.equal(models.status, 200);

    const lines = [...output.text.matchAll(/^curl (?:-X (\w+) )?'?(http:[^' ]+)'?(?: -d '(.*)')?$/gm)];
    assert.ok(lines.length >= 9);
    for (const [line, method = 'GET', url = '', body] of lines) {
      const reply = await fetch(url, { method, ...(body !== undefined && { body }) });
      assert.equal(reply.status, 200, line);
    }
  } finally {
    child.kill('SIGINT');
  }
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  assert.equal(code, 0, output.errors);
});

it('npm run sim lists its corpora when asked for an unknown one', async () => {
  const { child, output } = run('--corpus', 'nonsense');
  const [code] = await once(child, 'close');
  assert.notEqual(code, 0);
  assert.match(output.errors, /no corpus "nonsense"; there are: synthetic, pubmed-xml, pubmedqa, scifact/);
});
