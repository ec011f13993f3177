import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serviceEnvironment } from '../testing/process/program-environment.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';

const program = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));
/** Makes a process take itself for Node 20; one that it starts does not inherit this. */
const asNode20 = [
  '--import',
  `data:text/javascript,${encodeURIComponent("Object.defineProperty(process.versions, 'node', { value: '20.19.0' });")}`,
];
const versionOutput = /^\d+\.\d+\.\d+\n$/;

describe('the program, started with a Node older than 26', () => {
  it('runs with the Node that npm installed with it, and ends with the same exit code', () => {
    const run = (...argv: string[]) =>
      spawnSync(process.execPath, [...asNode20, program, ...argv], { encoding: 'utf8' });
    const version = run('version');
    assert.deepEqual([version.status, version.stderr], [0, '']);
    assert.match(version.stdout, versionOutput);
    assert.equal(run('keys', 'frob').status, 2);
  });

  it('passes SIGTERM to the service, which stops', async (t) => {
    const folder = temporaryFolder(t);
    const environment = {
      ...serviceEnvironment(folder),
      CITEWELL_SAMPLE: 'off',
      CITEWELL_LANGUAGE_THREADS: '1',
    };
    const child = spawn(process.execPath, [...asNode20, program, 'serve'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        if (!text.includes('"listening"') && (text + part).includes('"listening"')) child.kill('SIGTERM');
        text += part;
      });
    const [code] = await once(child, 'close');
    assert.equal(code, 0, text);
    assert.match(text, /"stopped"/);
  });

  it('says in English and Chinese how to get Node 26 if there is none, or only an older one', (t) => {
    const folder = temporaryFolder(t);
    const copy = join(folder, 'lib/citewell.js');
    cpSync(program, copy);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const older = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
    mkdirSync(older, { recursive: true });
    writeFileSync(join(older, 'package.json'), '{ "version": "24.1.0" }');
    const { status, stdout, stderr } = spawnSync(process.execPath, [...asNode20, copy, 'version'], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /needs Node 26 or newer, and this is Node 20\.19\.0\. .*without --omit=optional/);
    assert.match(stderr, /需要 Node 26 或更高版本，当前为 Node 20\.19\.0。.*不要使用 --omit=optional/);
    assert.doesNotMatch(stderr, /npm ci|npm start/);
  });
});
