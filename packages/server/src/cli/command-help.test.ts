import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../testing/process/terminal.ts';
import { commandTree } from './command-help.ts';

/** Returns the reason for skipping a test that needs a shell; false if the shell exists. */
const without = (shell: string) =>
  spawnSync(shell, ['-c', 'true']).status === 0 ? false : `${shell} is not here`;

describe('the help of a command', () => {
  it('covers only that command, in the terminal’s language', async (t) => {
    const { run } = terminal(t);
    const { out } = await run('keys', 'create', '--help');
    assert.match(out, /^ {2}citewell keys create/);
    assert.match(out, /--daily-quota N\|none/);
    assert.doesNotMatch(out, /keys list|citewell serve/);
    assert.match((await run('keys', '-h')).out, /keys create.*keys topup/s);
    assert.match((await run('keys', 'disable', '--help')).out, /^ {2}citewell keys disable\|enable ID/);
    assert.match((await run('frob', '--help')).out, /citewell serve.*citewell backup/s);
    assert.match((await terminal(t, chinese).run('doctor', '--help')).out, /^ {2}citewell doctor +检查设置/);
  });

  it('is suggested when a command or an option is misspelt', async (t) => {
    const { run } = terminal(t);
    assert.match((await run('serch', 'aspirin')).err, /^"serch" is not a command; did you mean search\?\n/);
    assert.match((await run('keys', 'creat')).err, /^"keys creat" is not a command; did you mean create\?/);
    assert.match(
      (await run('keys', 'create', '--lable', 'x')).err,
      /^--lable is not an option of this command; did you mean --label\?/,
    );
    assert.match((await terminal(t, chinese).run('serch')).err, /^没有命令 "serch"；是否要用 search？\n/);
    assert.doesNotMatch((await run('frobnicate')).err, /did you mean/);
    for (const word of ['__proto__', 'constructor', ''])
      assert.ok((await run(word)).err.startsWith(`"${word}" is not a command; available: serve, `), word);
  });
});

describe('citewell completions', () => {
  it('completes commands, subcommands and options in bash', async (t) => {
    const { out } = await terminal(t).run('completions', 'bash');
    const completed = (...words: string[]) =>
      execFileSync('bash', [
        '-c',
        `${out}\nCOMP_WORDS=(citewell ${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length}\n_citewell\necho "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim()
        .split(' ');
    assert.deepEqual(completed('ke'), ['keys']);
    assert.deepEqual(completed('keys', 'cr'), ['create']);
    assert.ok(completed('keys', 'create', '--da').includes('--daily-quota'));
    assert.deepEqual(completed('keys', 'create', 'li'), [''], 'a subcommand behind a subcommand');
    assert.deepEqual(completed('nothing', 'x'), ['']);
    for (const words of [
      ['check', 'batch', ''],
      ['ask', 'x', '-o', ''],
    ])
      assert.deepEqual(completed(...words), [''], `${words}: files, which the shell completes itself`);
  });

  it('completes the same in fish', { skip: without('fish') }, async (t) => {
    const { out } = await terminal(t).run('completions', 'fish');
    const completed = (line: string) =>
      execFileSync('fish', ['--no-config', '-c', `${out}\ncomplete -C '${line}'`])
        .toString()
        .trim()
        .split('\n');
    assert.deepEqual(completed('citewell ke'), ['keys']);
    assert.deepEqual(completed('citewell keys cr'), ['create']);
    assert.ok(completed('citewell keys create --da').includes('--daily-quota'));
    assert.ok(!completed('citewell keys create ').includes('list'));
  });

  it('loads in a zsh that has no completion system yet', { skip: without('zsh') }, async (t) => {
    const { out } = await terminal(t).run('completions', 'zsh');
    const HOME = temporaryFolder(t);
    writeFileSync(join(HOME, 'script'), out);
    const commands = 'source $HOME/script && print -r -- $_comps[citewell]';
    const said = execFileSync('zsh', ['-f', '-c', commands], { env: { ...process.env, HOME } });
    assert.match(said.toString(), /-F _citewell/);
  });

  it('covers every command in bash, zsh and fish', async (t) => {
    const { run } = terminal(t);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await run('completions', shell);
      assert.equal(code, 0);
      for (const name of commandTree().keys()) assert.ok(out.includes(name), `${shell}: ${name}`);
    }
    const { code, err } = await run('completions', 'tcsh');
    assert.deepEqual([code, /bash, zsh, fish, not for "tcsh"/.test(err)], [2, true]);
  });
});
