import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { buildPackages } from './build.ts';
import { elsewhere, pack } from './elsewhere.ts';
import { serve, useService } from './service.ts';

describe('@citewell/server, packed and installed elsewhere', { timeout: 900_000 }, () => {
  before(buildPackages);

  it('holds no TypeScript, no tests and no simulators; npx starts it, it answers and serves the pages', async (t) => {
    const there = elsewhere(t);
    await there.npm('install', await pack('server', there));
    const files = readdirSync(join(there.folder, 'node_modules/@citewell/server'), {
      recursive: true,
      encoding: 'utf8',
    });
    assert.deepEqual(
      files.filter((file) => /\.tsx?$|\.test\.|(?:^|\/)(?:testing|simulators)(?:\/|$)/.test(file)),
      [],
    );
    await useService(await serve(t, there, 'npx', ['--no', 'citewell', 'serve']));
    assert.match(await there.run('npx', ['--no', 'citewell', 'version']), /\d+\.\d+\.\d+/);
  });
});
