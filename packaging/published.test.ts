import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ensurePackages } from './build.ts';
import { elsewhere, pack } from './elsewhere.ts';
import { artefacts, root } from './places.ts';

const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** Lists the built packages with the paths that they export. */
function built(): [name: string, exported: string[]][] {
  return readdirSync(artefacts)
    .sort()
    .map((name) => {
      const { exports } = JSON.parse(readFileSync(join(artefacts, name, 'package.json'), 'utf8'));
      return [name, Object.keys(exports)];
    });
}

describe('every published package', { timeout: 900_000 }, () => {
  before(ensurePackages);

  it('passes publint', async (t) => {
    const there = elsewhere(t);
    for (const [name] of built()) await there.run(bin('publint'), ['--strict', join(artefacts, name)]);
  });

  it('exports modules with types that pass are-the-types-wrong, or its manifest alone', async (t) => {
    const there = elsewhere(t);
    const withModules = built().filter(([, exported]) => exported.join() !== './package.json');
    assert.deepEqual(
      [built(), withModules].map((packages) => packages.map(([name]) => name)),
      [['sdk', 'server'], ['sdk']],
    );
    for (const [name] of withModules)
      await there.run(bin('attw'), [await pack(name, there), '--profile', 'esm-only']);
  });
});
