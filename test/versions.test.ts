import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

it('all packages have the newest version of the changelog and depend on each other at that version', () => {
  const { version } = JSON.parse(read('package.json'));
  assert.equal(/^## \[(\d+\.\d+\.\d+)\]/m.exec(read('CHANGELOG.md'))?.[1], version);
  assert.equal(read('clients/python/LICENSE'), read('LICENSE'));
  assert.ok(read('clients/python/src/citewell/_version.py').includes(`__version__ = "${version}"`));
  for (const path of globSync('packages/*/package.json', { cwd: root })) {
    const manifest = JSON.parse(read(path));
    assert.equal(manifest.version, version, path);
    assert.equal(manifest.private, true, `${path}: what is published is built by npm run build:packages`);
    for (const [name, wanted] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      if (name.startsWith('@citewell/')) assert.equal(wanted, version, `${path}: ${name}`);
  }
});
