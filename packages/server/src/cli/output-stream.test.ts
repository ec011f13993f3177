import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { captured } from '../testing/process/terminal.ts';
import { runCli } from './main.ts';
import { OutputError, openOutputStream } from './output-stream.ts';

const program = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));
const draft = fileURLToPath(new URL('../testing/manuscript/draft.md', import.meta.url));
const question = 'Does metformin lower HbA1c in type 2 diabetes?';

/** Runs a line of Bash with the variables NODE, PROGRAM and COMPLAINTS (a file), and returns its output. */
async function inShell(line: string, folder: string, language = 'C') {
  const { stdout } = await promisify(execFile)('bash', ['-c', line], {
    env: {
      ...process.env,
      ...{ CITEWELL_DATA_DIR: join(folder, 'data'), CITEWELL_SOURCES: 'library', LC_ALL: language },
      ...{ NODE: process.execPath, PROGRAM: program, COMPLAINTS: join(folder, 'complaints') },
    },
  });
  return stdout;
}

const complaints = '2> "$COMPLAINTS"';
const tell = '; echo "$PIPESTATUS"; cat "$COMPLAINTS"';

describe('a command whose reader closes the pipe', () => {
  let folder = '';
  let keyId = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
    const created = await inShell('"$NODE" "$PROGRAM" keys create --json', folder);
    keyId = JSON.parse(created).id;
    await inShell('"$NODE" "$PROGRAM" library demo on', folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const commands = [
    '--help',
    'keys list --json',
    'usage KEY --json',
    `search "${question}" --json --limit 100`,
    'library show 9900000001 --json',
    'library export',
    `ask "${question}" --stream --json`,
    `check manuscript "${draft}"`,
  ];
  for (const command of commands) {
    it(`ends silently, as by SIGPIPE: ${command.split(' "')[0]}`, async () => {
      const run = `"$NODE" "$PROGRAM" ${command.replace('KEY', keyId)}`;
      // Closed before the first byte.
      assert.equal(await inShell(`${run} ${complaints} | true ${tell}`, folder), '141\n');
    });
  }

  it('ends without an error if the reader closes it later', async () => {
    for (const [command, usual] of [
      ['library export', /^0\n/],
      [`ask "${question}" --stream`, /^0\n/],
      [`check manuscript "${draft}" --json`, /^1\n40 citations: /],
    ] as const) {
      const said = await inShell(
        `"$NODE" "$PROGRAM" ${command} ${complaints} | head -c 1 > /dev/null ${tell}`,
        folder,
      );
      // A short output may have been written completely by then, so that the command ends as usual.
      if (!said.startsWith('141\n')) assert.match(said, usual, command);
      assert.doesNotMatch(said, /EPIPE|Error|^ +at /m, command);
    }
  });

  it('continues with its own exit code if only the reader of standard error closes', async () => {
    const stream = `"$NODE" "$PROGRAM" ask "${question}" --stream`;
    const answer = await inShell(`{ ${stream} 2>&3 3>&- ; echo "code $?"; } 3> >(true)`, folder);
    assert.match(answer, /\[1\] .* invented demonstration record .*\d+\n/);
    assert.match(answer, /code 0\n$/);
    const refused = await inShell(
      `{ "$NODE" "$PROGRAM" keys frob 2>&3 3>&- ; echo "code $?"; } 3> >(true)`,
      folder,
    );
    assert.equal(refused, 'code 2\n');
  });

  it('reports another write error in both languages', async (t) => {
    if (process.platform !== 'linux') return t.skip('no /dev/full here');
    for (const [language, sentence] of [
      ['C', 'The output could not be written (ENOSPC).\n'],
      ['zh_CN.UTF-8', '无法写入输出（ENOSPC）。\n'],
    ] as const)
      for (const command of ['--help', 'library export'])
        assert.equal(
          await inShell(`"$NODE" "$PROGRAM" ${command} ${complaints} > /dev/full ${tell}`, folder, language),
          `1\n${sentence}`,
        );
  });
});

describe('an output stream', () => {
  it('reports the first failed write once, drops later output and rejects with OutputError', async () => {
    const stream = new Writable({
      write: (_bytes, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const output = openOutputStream(stream);
    let notified = 0;
    output.onFailure(() => notified++);
    output.onFailure(() => notified++)();
    assert.equal(output.failure(), undefined);
    await assert.rejects(output.writeAndWait('a'), OutputError);
    output.write('b');
    await assert.rejects(output.writeAndWait('c'), OutputError);
    await output.settle();
    assert.deepEqual([output.failure(), notified], ['EPIPE', 1]);
  });

  it('waits for a slow reader', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    let isWritten = false;
    const output = openOutputStream(stream);
    const first = output.writeAndWait('long');
    const second = output.writeAndWait('long').then(() => {
      isWritten = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isWritten, false);
    stream.resume();
    await Promise.all([first, second]);
  });
});

describe('EPIPE of a network socket', () => {
  it('is reported like any other error', async () => {
    const { io, text } = captured({});
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const code = await runCli(['help'], {
      ...io,
      out: () => {
        throw broken;
      },
    });
    assert.equal(code, 1);
    assert.match(text.err, /write EPIPE/);
  });
});
