import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ensurePackages } from './build.ts';
import { elsewhere, installNodes, pack, plainEnvironment } from './elsewhere.ts';
import { installedBytes } from './measure.ts';
import { artefacts } from './places.ts';
import { serve, useService } from './service.ts';

/** Maximum bytes of an installation with its pages, without the runtime. */
const othersMaxBytes = 120e6;

describe('@citewell/server, packed and installed elsewhere', { timeout: 900_000 }, () => {
  before(ensurePackages);

  it('contains no TypeScript, tests or simulators and adds little to the size of the runtime; npx starts it, and it answers and serves the pages', async (t) => {
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
    const installed = join(there.folder, 'node_modules/@citewell/server');
    const texts = files.filter((file) => /\.(?:js|md)$/.test(file));
    const pages = texts.flatMap((file) => {
      const text = readFileSync(join(installed, file), 'utf8');
      const named = text.match(/\bdocs\/operator\/[\w-]+\.md\b/g) ?? [];
      const links = file.startsWith('docs')
        ? Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, to = '']) => join(file, '..', to))
        : [];
      return [...named, ...links].map((path) => `${path}`);
    });
    assert.ok(pages.includes('docs/operator/backup.md'));
    assert.deepEqual(
      pages.filter((path) => !existsSync(join(installed, path))),
      [],
    );
    const help = await there.run('npx', ['--no', 'citewell', 'help'], { LC_ALL: 'C' });
    const [template = ''] = /\S*\.env\.example\b/.exec(help) ?? [];
    assert.ok(existsSync(join(there.folder, template)), template);
    const { others } = installedBytes(join(there.folder, 'node_modules'));
    assert.ok(others <= othersMaxBytes, `${(others / 1e6).toFixed(1)} MB besides the runtime`);
    const importing = there.run(process.execPath, ['--eval', "import('@citewell/server')"]);
    await assert.rejects(importing, /ERR_PACKAGE_PATH_NOT_EXPORTED/, 'it is a command, not a library');
    await useService(await serve(t, there, 'npx', ['--no', 'citewell', 'serve']));
    assert.match(await there.run('npx', ['--no', 'citewell', 'version']), /\d+\.\d+\.\d+/);
  });

  it('is installed globally without a warning by the oldest Node that it allows, which also starts its command', async (t) => {
    const there = elsewhere(t);
    const manifest = JSON.parse(readFileSync(join(artefacts, 'server/package.json'), 'utf8'));
    const [node = ''] = await installNodes([manifest.engines.node.replace('>=', '')], there);
    const environment = { PATH: `${dirname(node)}:${plainEnvironment().PATH}` };
    const prefix = join(there.folder, 'global');
    const args = ['install', '--global', '--prefix', prefix, await pack('server', there), '--prefer-offline'];
    assert.doesNotMatch(await there.run('npm', args, environment), /\bwarn\b|EBADENGINE/i);
    const program = join(prefix, 'bin/citewell');
    assert.match(await there.run(program, ['version'], environment), /^\d+\.\d+\.\d+\n$/);
    await useService(await serve(t, there, program, ['serve'], environment));
  });
});
