import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@citewell/core/clock.ts';
import { openAccounting } from '../../accounting/open-accounting.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { createPasswords } from '../../identity/password.ts';
import { parseCsv } from '../../testing/documents/parse-csv.ts';
import { programEnvironment } from '../../testing/process/program-environment.ts';
import { chinese, terminal } from '../../testing/process/terminal.ts';
import { promptPassword } from '../prompt-password.ts';

type Terminal = ReturnType<typeof terminal>;

/** Starts the service next to the command line, on the same file. */
function service(t: TestContext, { dataDir }: Terminal) {
  const path = join(dataDir, 'citewell.db');
  const store = openSqliteAccounts({ path, clock: systemClock, quotaTimeZone: 'UTC' });
  const accounting = openAccounting({ store, clock: systemClock, log: () => {} });
  t.after(() => accounting.close());
  return { ...accounting, store, path };
}

async function json({ run }: Terminal, ...argv: string[]) {
  const { code, out, err } = await run(...argv, '--json');
  assert.deepEqual([code, err], [0, ''], argv.join(' '));
  return JSON.parse(out);
}

const password = '正确的马电池订书钉不太容易猜到';

describe('citewell keys', () => {
  it('changes only the given fields and records the terminal user as the actor', async (t) => {
    const cli = terminal(t);
    const { id } = await json(cli, 'keys', 'create', '--label', 'ward 3');
    const changed = await json(
      cli,
      ...[
        'keys',
        'update',
        id,
        '--label',
        '三病区',
        '--owner',
        'li@hospital.example',
        '--modules',
        'factcheck',
      ],
      ...['--daily-quota', 'none', '--expires', '2027-01-31', '--reason', '搬迁'],
    );
    const { label, owner_email, modules, daily_quota, expires_at, granted } = changed;
    assert.deepEqual(
      [label, owner_email, modules, daily_quota, expires_at, granted],
      ['三病区', 'li@hospital.example', ['factcheck'], null, '2027-01-31T00:00:00.000Z', 100_000],
    );
    const running = async (value: string) =>
      (await json(cli, 'keys', 'update', id, '--max-running', value)).max_running_calls;
    assert.deepEqual([await running('120'), await running('default')], [120, null]);
    const cleared = await json(cli, 'keys', 'update', id, '--owner', 'none', '--expires', 'never');
    assert.deepEqual([cleared.owner_email, cleared.expires_at, cleared.label], [null, null, '三病区']);
    const [latest, , , first] = await json(cli, 'audit', 'list', '--target', id);
    assert.deepEqual([latest.reason, first.reason, first.actor], [null, '搬迁', 'cli:tester']);
    assert.deepEqual(latest.before, {
      owner_email: 'li@hospital.example',
      expires_at: '2027-01-31T00:00:00.000Z',
    });
  });

  it('reissues: prints the new key once and keeps the old one valid for its grace period', async (t) => {
    const cli = terminal(t);
    const { id, key } = await json(cli, 'keys', 'create');
    const { accounts } = service(t, cli);
    const reissued = await json(cli, 'keys', 'reissue', id, '--grace', '3d', '--reason', 'rotation');
    await accounts.authenticate(key);
    await accounts.authenticate(reissued.key);
    const { out } = await cli.run('keys', 'reissue', id, '--leaked', '--reason', '泄露');
    const [third = ''] = /cw_\w{38}/.exec(out) ?? [];
    await accounts.authenticate(third);
    for (const old of [key, reissued.key])
      await assert.rejects(accounts.authenticate(old), { code: 'invalid_key' });
    const shown = (await cli.run('keys', 'show', id)).out;
    assert.equal(shown.match(/^replaced /gm)?.length, 2);
    assert.ok(!shown.includes(third));
  });

  it('adjusts the balance up and down, once per operation key, and never below the held amount', async (t) => {
    const cli = terminal(t, chinese);
    const { id } = await json(cli, 'keys', 'create', '--balance', '1000');
    const adjust = [
      'keys',
      'adjust',
      id,
      '--amount',
      '-400',
      '--reason',
      '更正',
      '--operation-key',
      'ticket 1',
    ];
    assert.equal((await cli.run(...adjust)).out, `${id}（unnamed）现有 600 个可用 Token。\n`);
    assert.match((await cli.run(...adjust)).out, /^此操作标识已记账：-400 个 Token，账本第 2 条。\n/);
    const { code, err } = await cli.run('keys', 'adjust', id, '--amount=-601', '--reason', 'x');
    assert.deepEqual([code, err], [1, '未计费且未预留的 Token 仅有 600 个，无法扣减 601 个。\n']);
    const up = await json(cli, 'keys', 'adjust', id, '--amount', '+5', '--reason', 'x');
    assert.deepEqual(
      [up.granted, up.entry.amount, up.entry.actor, up.repeated],
      [605, 5, 'cli:tester', false],
    );
  });

  it('finds keys by a part of label, owner or hint', async (t) => {
    const cli = terminal(t);
    const { id } = await json(cli, 'keys', 'create', '--label', 'Ward 3', '--owner', 'li@hospital.example');
    await json(cli, 'keys', 'create', '--label', 'other', '--disabled');
    for (const text of ['ward', 'HOSPITAL', id])
      assert.deepEqual(
        (await json(cli, 'keys', 'search', text)).map((key: { id: string }) => key.id),
        [id],
      );
    assert.deepEqual(await json(cli, 'keys', 'search', 'ward', '--status', 'disabled'), []);
    assert.match((await cli.run('keys', 'search', 'nothing like it')).out, /^No key has a matching label/);
  });

  it('exits 2 and changes nothing for a wrong command line', async (t) => {
    const cli = terminal(t);
    const { id } = await json(cli, 'keys', 'create');
    const before = await json(cli, 'keys', 'show', id);
    const wrong: [argv: string[], sentence: RegExp][] = [
      [['update', id], /^nothing to change; give --label, --owner/],
      [['update', id, '--owner', 'a@b.example,c@d.example'], /^--owner is "a@b.example,c@d.example"/],
      [['update', id, '--expires', 'soon'], /^--expires is "soon"/],
      [['reissue', id], /^--reason is missing/],
      [['reissue', id, '--reason', 'x', '--grace', '8d'], /^--grace is "8d": give 0, hours such as 24h/],
      [['reissue', id, '--reason', 'x', '--grace', '24'], /^--grace is "24"/],
      [
        ['reissue', id, '--reason', 'x', '--grace', '1h', '--leaked'],
        /^--grace cannot be combined with --leaked/,
      ],
      [['adjust', id, '--reason', 'x'], /^--amount is missing/],
      [['adjust', id, '--amount', '0', '--reason', 'x'], /^--amount is "0"/],
      [['adjust', id, '--amount', '--5', '--reason', 'x'], /^--amount needs a value/],
      [['search'], /^TEXT is missing/],
      [['search', 'x', '--status', 'gone'], /^--status is "gone": give one of enabled, disabled/],
    ];
    for (const [argv, sentence] of wrong) {
      const { code, out, err } = await cli.run('keys', ...argv);
      assert.deepEqual([code, out], [2, ''], argv.join(' '));
      assert.match(err, sentence);
    }
    for (const argv of [
      ['update', 'none', '--label', 'x'],
      ['reissue', 'none', '--reason', 'x'],
      ['adjust', 'none', '--amount', '1', '--reason', 'x'],
    ])
      assert.deepEqual(
        [(await cli.run('keys', ...argv)).code, (await cli.run('keys', ...argv)).out],
        [1, ''],
      );
    assert.deepEqual(await json(cli, 'keys', 'show', id), before);
  });
});

describe('citewell calls', () => {
  it('lists the running calls of a service and stops one of them', async (t) => {
    const cli = terminal(t);
    const { id: keyId, key: secret } = await json(cli, 'keys', 'create', '--label', '三病区');
    const { accounts, keys } = service(t, cli);
    const key = await accounts.authenticate(secret);
    const intent = { key, module: 'ask_agent', endpoint: 'ask', hold: 3_000 } as const;
    await accounts.admit({ ...intent, id: 'req_hanging' });
    const [running] = await json(cli, 'calls', 'list', '--key', keyId);
    assert.deepEqual([running.id, running.held, running.key_label], ['req_hanging', 3_000, '三病区']);
    assert.match((await cli.run('calls', 'list')).out, /^ID +KEY[\s\S]*req_hanging .* 3,000 .*三病区\n$/);
    const { out } = await cli.run('calls', 'release', 'req_hanging', '--reason', 'hangs');
    assert.equal(out, 'req_hanging stopped: 0 tokens charged, 0 unbilled.\n');
    assert.equal((await keys.get(keyId))?.held, 0);
    assert.equal((await cli.run('calls', 'list')).out, 'No calls are running.\n');
    const again = await cli.run('calls', 'release', 'req_hanging', '--reason', 'x');
    assert.deepEqual([again.code, again.err], [1, 'This call has already ended.\n']);
    await accounts.admit({ ...intent, id: 'req_slow' });
    const zh = terminal(t, { ...chinese, CITEWELL_DATA_DIR: cli.dataDir });
    const stopped = await zh.run('calls', 'release', 'req_slow', '--reason', '卡住了');
    assert.equal(stopped.out, 'req_slow 已停止：计费 0 个 Token，不计费 0 个。\n');
    assert.equal((await cli.run('calls', 'release', 'none', '--reason', 'x')).code, 1);
    assert.equal((await cli.run('calls', 'release', 'req_hanging')).code, 2);
  });
});

describe('citewell ledger verify', () => {
  it('prints what it checked, and exits 1 if it finds a discrepancy', async (t) => {
    const cli = terminal(t);
    await json(cli, 'keys', 'create');
    const { path } = service(t, cli);
    const whole = await cli.run('ledger', 'verify');
    assert.deepEqual([whole.code, whole.err], [0, '']);
    const [counts = '', ...rules] = whole.out.trimEnd().split('\n');
    assert.equal(counts, 'Verified 1 key, 0 calls, 1 ledger entry and 1 audit entry.');
    assert.deepEqual(
      rules.map((line) => line.slice(0, 8)),
      [
        'ok   I1 ',
        'ok   I2 ',
        'ok   I3 ',
        'ok   I4 ',
        'ok   I5 ',
        'ok   I6 ',
        'ok   I7 ',
        'ok   I8 ',
        'ok   I9 ',
      ],
    );
    const raw = new DatabaseSync(path);
    raw.exec('UPDATE api_key SET held = held + 1');
    raw.close();
    const drifted = await cli.run('ledger', 'verify');
    assert.equal(drifted.code, 1);
    assert.match(drifted.out, /^BAD {2}I3 /m);
    assert.match(drifted.out, /key_\w+ held: expected 0, found 1/);
    const report = JSON.parse((await cli.run('ledger', 'verify', '--json')).out);
    assert.deepEqual([report.whole, report.drifts.length], [false, 1]);
    const zh = terminal(t, { ...chinese, CITEWELL_DATA_DIR: cli.dataDir });
    assert.match((await zh.run('ledger', 'verify')).out, /^已核对 1 个密钥[\s\S]*BAD {2}I3 {2}预留等于/);
  });
});

describe('citewell audit list', () => {
  it('lists the newest entries first, filtered, as table, JSON and CSV', async (t) => {
    const cli = terminal(t);
    const { id } = await json(cli, 'keys', 'create');
    await cli.run('keys', 'disable', id, '--reason', '=HYPERLINK("x")');
    await cli.run('keys', 'enable', id);
    const actions = async (...argv: string[]) =>
      (await json(cli, 'audit', 'list', ...argv)).map((entry: { action: string }) => entry.action);
    assert.deepEqual(await actions(), ['key.enable', 'key.disable', 'key.create']);
    assert.deepEqual(await actions('--action', 'key.disable'), ['key.disable']);
    assert.deepEqual(await actions('--limit', '1'), ['key.enable']);
    assert.deepEqual(await actions('--actor', 'nobody'), []);
    assert.deepEqual(await actions('--to', '2020-01-01'), []);
    const { out } = await cli.run('audit', 'list');
    assert.match(
      out,
      /^SEQ +TIME[\s\S]*key\.disable +key_\w+ +\{"status":"enabled"\} → \{"status":"disabled"\}/,
    );
    const lines = parseCsv((await cli.run('audit', 'list', '--csv')).out);
    assert.equal(lines.length, 4);
    assert.ok(lines.some((line) => line.includes(`'=HYPERLINK("x")`)));
    assert.equal((await cli.run('audit', 'list', '--csv', '--json')).code, 2);
    assert.match((await terminal(t, chinese).run('audit', 'list')).out, /^没有符合条件的记录。/);
  });
});

describe('citewell admin', () => {
  it('adds an administrator whose password is typed twice and hashed by scrypt with 128 MB', async (t) => {
    const cli = terminal(t);
    const typed = { answers: [password, password], passwords: createPasswords() };
    const added = await cli.runTyping(typed, 'admin', 'add', '张三', '--role', 'operator');
    assert.deepEqual([added.code, added.out, added.err], [0, '张三 can now sign in as operator.\n', '']);
    const { store } = service(t, cli);
    const { passwordHash = '' } = (await store.findAdministrator('张三')) ?? {};
    assert.match(passwordHash, /^scrypt\$17\$8\$1\$/);
    assert.ok(await createPasswords().verify(password, passwordHash));
    const { items } = await store.searchAudit({ limit: 9 });
    assert.deepEqual(
      items.map(({ actor, action, target }) => [actor, action, target]),
      [['cli:tester', 'admin.add', '张三']],
    );
    assert.ok(!JSON.stringify(items).includes('scrypt'));
  });

  it('takes the password from standard input; lists, disables and enables administrators, and changes a password', async (t) => {
    const cli = terminal(t);
    const input = { input: `${password}\n` };
    const add = ['admin', 'add', 'Mei', '--role', 'auditor', '--password-stdin'];
    assert.equal((await cli.runTyping(input, ...add)).code, 0);
    const again = await cli.runTyping(input, ...add);
    assert.deepEqual([again.code, again.err], [1, 'An administrator "mei" already exists.\n']);
    assert.match((await cli.run('admin', 'list')).out, /^NAME +ROLE[\s\S]*mei +auditor +enabled/);
    const { store } = service(t, cli);
    const session = async () => {
      const { passwordHash = '' } = (await store.findAdministrator('mei')) ?? {};
      const hash = new Uint8Array(32);
      await store.openSession({ hash, name: 'mei', passwordHash, network: hash }, { actor: 'test' });
      return async () => (await store.findSession(hash)) !== undefined;
    };
    const first = await session();
    assert.equal(
      (await cli.run('admin', 'disable', 'MEI')).out,
      'mei is disabled and signed out everywhere.\n',
    );
    assert.equal(await first(), false);
    assert.equal((await cli.run('admin', 'enable', 'mei')).code, 0);
    const second = await session();
    const set = await cli.runTyping(
      { input: 'another password\r\n' },
      'admin',
      'set-password',
      'mei',
      '--password-stdin',
    );
    assert.match(set.out, /password of mei was changed/);
    assert.equal(await second(), false);
    const { passwordHash } = (await store.findAdministrator('mei')) ?? {};
    assert.ok(await createPasswords().verify('another password', passwordHash));
    assert.deepEqual((await cli.run('admin', 'disable', 'nobody')).code, 1);
  });

  it('rejects weak or mismatched passwords, a missing terminal, and invalid names and roles', async (t) => {
    const cli = terminal(t);
    const add = (...rest: string[]) => ['admin', 'add', 'mei', ...rest];
    const wrong: [Parameters<typeof cli.runTyping>[0], string[], number, RegExp][] = [
      [
        { input: 'elevenchars' },
        add('--role', 'operator', '--password-stdin'),
        1,
        /^A password has 12 to 200/,
      ],
      [{ input: '' }, add('--role', 'operator', '--password-stdin'), 1, /^A password has 12 to 200/],
      [{ answers: [password, `${password}!`] }, add('--role', 'operator'), 2, /^the passwords do not match/],
      [{ answers: [] }, add('--role', 'operator'), 2, /^type the password at a terminal/],
      [{ input: password }, add('--password-stdin'), 2, /^--role is missing/],
      [{ input: password }, add('--role', 'root', '--password-stdin'), 2, /^--role is "root"/],
      [{ input: password }, add('--role', 'operator', '--password', 'x'), 2, /^--password is not an option/],
      [
        { input: password },
        ['admin', 'add', 'a b', '--role', 'operator', '--password-stdin'],
        1,
        /^A name must have/,
      ],
      [
        { input: password },
        ['admin', 'add', '<b>', '--role', 'operator', '--password-stdin'],
        1,
        /^A name must have/,
      ],
    ];
    for (const [typed, argv, code, sentence] of wrong) {
      const refused = await cli.runTyping(typed, ...argv);
      assert.deepEqual([refused.code, refused.out], [code, ''], argv.join(' '));
      assert.match(refused.err, sentence);
    }
    assert.match((await cli.run('admin', 'list')).out, /^There are no administrators/);
  });

  it('reads a piped password when run as the installed program', async (t) => {
    const { dataDir, run } = terminal(t);
    const program = fileURLToPath(new URL('../../../bin/citewell.js', import.meta.url));
    const child = spawn(
      process.execPath,
      [program, ...'admin add mei --role operator --password-stdin'.split(' ')],
      {
        env: { ...programEnvironment(), CITEWELL_DATA_DIR: dataDir, LC_ALL: 'C' },
        stdio: ['pipe', 'ignore', 'inherit'],
      },
    );
    child.stdin.end(`${password}\n`);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    assert.equal(code, 0);
    assert.match((await run('admin', 'list')).out, /mei +operator/);
    assert.match(JSON.parse((await run('audit', 'list', '--json')).out)[0].actor, /^cli:./);
  });
});

describe('input of a secret', () => {
  function type(...parts: string[]) {
    const modes: boolean[] = [];
    const terminalInput = Object.assign(new PassThrough(), {
      setRawMode(mode: boolean) {
        modes.push(mode);
        return terminalInput;
      },
    });
    let shown = '';
    const typed = promptPassword(terminalInput as never, {
      write: (text: string) => {
        shown += text;
      },
    });
    for (const part of parts) terminalInput.write(part);
    return typed.then((line) => ({ line, shown, modes }));
  }

  it('hides what is typed, accepts pasting and corrections, and ends with Enter', async () => {
    assert.deepEqual(await type('马电池', 'x\x7f', '订书钉😀\b\r'), {
      line: '马电池订书钉',
      shown: '\n',
      modes: [true, false],
    });
  });

  it('is cancelled by Ctrl-C and Ctrl-D, and restores the terminal', async () => {
    for (const key of ['\x03', '\x04'])
      assert.deepEqual(await type('abc', key), { line: undefined, shown: '\n', modes: [true, false] });
  });
});
