import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { elsewhere, installNodes, plainEnvironment } from './elsewhere.ts';
import { root } from './places.ts';
import { serve, useService } from './service.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Documented steps of an installation and of an upgrade. */
const steps = ['npm ci', 'npm run build:web', 'npm prune --omit=dev'];
/** Oldest supported Node of each line, as "20.19.0", the oldest one first. */
const lines: string[] = JSON.parse(read('package.json')).engines.node.match(/\d[\d.]*/g);

it('a clean clone, installed as documented with the oldest supported Node, gives no warning and serves the pages', {
  timeout: 900_000,
  skip: existsSync(join(root, '.git')) ? false : 'this is no clone',
}, async (t) => {
  for (const page of ['install.md', 'backup.md'])
    assert.ok(read(`docs/operator/${page}`).includes(`\n${steps.join('\n')}\n`), page);
  const [oldest = ''] = lines;
  const short = lines.map((version) => version.replace(/(?:\.0)+$/, '+'));
  const said = `Node ${short.slice(0, -1).join(', ')} or ${short.at(-1)}`;
  for (const page of ['README.md', 'docs/operator/install.md']) assert.ok(read(page).includes(said), page);

  const there = elsewhere(t);
  await there.run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, 'citewell']);
  const clone = { ...there, folder: join(there.folder, 'citewell') };
  const [node = ''] = await installNodes([oldest], there);
  const PATH = `${dirname(node)}:${plainEnvironment().PATH}`;
  for (const step of steps) {
    const args = [...step.split(' ').slice(1), '--prefix', clone.folder, '--prefer-offline'];
    assert.doesNotMatch(await there.run('npm', args, { PATH }), /EBADENGINE/, step);
  }
  assert.ok(!existsSync(join(clone.folder, 'node_modules/vite')), 'development packages are gone');
  await useService(await serve(t, clone, 'npm', ['start'], { PATH }));
  const started = /^ExecStart=\/opt\/citewell\/(\S+) \/opt\/citewell\/(\S+) serve$/m;
  const [, runtime = '', program = ''] = started.exec(read('docs/operator/install.md')) ?? [];
  const data = { CITEWELL_DATA_DIR: join(there.folder, 'data-of-unit') };
  const argv = [join(clone.folder, program), 'serve'];
  await useService(await serve(t, clone, join(clone.folder, runtime), argv, data));
});
