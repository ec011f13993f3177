import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@citewell/core/clock.ts';
import { openAccounting } from '../accounting/open-accounting.ts';
import { openSqliteAccounts } from '../database/sqlite/store.ts';
import type { Services } from '../features/services.ts';
import type { Retriever } from '../literature/sources/retriever.ts';
import { makeDocx } from '../testing/documents/make-docx.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { captured, chinese, terminal } from '../testing/process/terminal.ts';
import { askCommand } from './ask.ts';
import { runCli } from './main.ts';

describe('citewell keys', () => {
  it('creates a key with the given terms and prints it as one JSON object; only its hash is stored', async (t) => {
    const { run, dataDir } = terminal(t);
    const { code, out, err } = await run(
      ...['keys', 'create', '--json', '--label', '张三', '--modules', 'factcheck,ask_agent'],
      ...['--daily-quota', '7', '--balance', '5000', '--expires', '2027-01-31T18:00:00+08:00', '--disabled'],
    );
    assert.deepEqual([code, err], [0, '']);
    const { id, key, ...rest } = JSON.parse(out);
    assert.match(key, /^cw_[0-9A-Za-z]{38}$/);
    assert.deepEqual(rest, {
      label: '张三',
      owner_email: null,
      hint: `${key.slice(0, 7)}…${key.slice(-4)}`,
      status: 'disabled',
      expires_at: '2027-01-31T10:00:00.000Z',
      modules: ['ask_agent', 'factcheck'],
      daily_quota: 7,
      max_running_calls: null,
      balance: 5_000,
      granted: 5_000,
      charged: 0,
      held: 0,
      available: 5_000,
      created_at: rest.created_at,
      application_id: null,
      secrets: [{ hint: rest.hint, created_at: rest.created_at, expires_at: null, revoked_at: null }],
    });
    assert.ok(!readFileSync(join(dataDir, 'citewell.db')).includes(key));
    const shown = await run('keys', 'show', id, '--json');
    assert.deepEqual(JSON.parse(shown.out), { id, ...rest });
  });

  it('creates a key without a label for all modules, 200 calls a day and 100,000 tokens by default', async (t) => {
    const { run } = terminal(t);
    const { daily_quota, balance, modules, expires_at, status } = JSON.parse(
      (await run('keys', 'create', '--json')).out,
    );
    assert.deepEqual([daily_quota, balance, expires_at, status], [200, 100_000, null, 'enabled']);
    assert.deepEqual(modules, ['ask_agent', 'expert_agent', 'factcheck']);
    const unlimited = await run('keys', 'create', '--json', '--daily-quota', 'none', '--balance', '0');
    assert.deepEqual([JSON.parse(unlimited.out).daily_quota, JSON.parse(unlimited.out).balance], [null, 0]);
  });

  it('prints the secret when the key is created and never again', async (t) => {
    const { run } = terminal(t);
    const created = await run('keys', 'create', '--label', 'ward 3');
    const [secret = ''] = /cw_\w{38}/.exec(created.out) ?? [];
    assert.notEqual(secret, '');
    const [id = ''] = /key_\w+/.exec(created.out) ?? [];
    for (const argv of [['list'], ['show', id], ['list', '--json'], ['show', id, '--json']]) {
      const { out } = await run('keys', ...argv);
      assert.ok(out.includes('ward 3') && !out.includes(secret), argv.join(' '));
    }
  });

  it('aligns the columns of a list, Chinese titles included', async (t) => {
    const { run } = terminal(t, chinese);
    assert.match((await run('keys', 'list')).out, /还没有密钥/);
    await run('keys', 'create', '--label', '张三的密钥', '--daily-quota', 'none');
    const [titles, row] = (await run('keys', 'list')).out.split('\n');
    assert.match(titles ?? '', /^ID +密钥 +状态 +每日配额 +可用 Token +过期 +名称$/);
    assert.match(row ?? '', /^key_\w{12} {2}cw_\w{4}…\w{4} {2}启用 {2}- +100,000 +- +张三的密钥$/);
  });

  it('changes take effect on the next request to a running service', { tags: ['key.topup'] }, async (t) => {
    const { run, dataDir } = terminal(t);
    const { id, key } = JSON.parse((await run('keys', 'create', '--json')).out);
    const path = join(dataDir, 'citewell.db');
    const store = openSqliteAccounts({ path, clock: systemClock, quotaTimeZone: 'UTC' });
    const service = openAccounting({ store, clock: systemClock, log: () => {} });
    t.after(() => service.close());
    assert.equal((await service.accounts.authenticate(key)).granted, 100_000);
    assert.equal((await run('keys', 'disable', id)).out, `${id} (unnamed) is now disabled.\n`);
    await assert.rejects(service.accounts.authenticate(key), { code: 'key_disabled' });
    assert.equal((await run('keys', 'enable', id)).code, 0);
    const topUp = ['keys', 'topup', id, '500', '--reason', '付款', '--operation-key', 'invoice 1'];
    assert.equal((await run(...topUp)).out, `${id} (unnamed) now has 100,500 tokens available.\n`);
    await run(...topUp);
    assert.equal((await service.accounts.authenticate(key)).granted, 100_500);
  });

  it('creates no database for read-only commands, and reports when a command creates one', async (t) => {
    for (const language of [{}, chinese]) {
      const dataDir = join(temporaryFolder(t), 'data');
      const run = async (...argv: string[]) => {
        const { io, text } = captured({ CITEWELL_DATA_DIR: dataDir, ...language });
        return { code: await runCli(argv, io), ...text };
      };
      const looking = [
        ...['keys list', 'keys topup key_none 5', 'calls list', 'audit list', 'ledger verify', 'admin list'],
        ...['applications list', 'outbox list', 'usage key_none', 'library stats', 'library show 1'],
        ...['library export', 'library verify', 'library compact', 'backup copy.db'],
      ];
      for (const line of looking) {
        const { code, err } = await run(...line.split(' '));
        assert.equal(code, 1, line);
        assert.match(err, /^(?:There is no (?:database|library) |没有(?:数据库|文献库) )/, line);
        assert.ok(!existsSync(dataDir), line);
      }
      const created = await run('keys', 'create', '--json');
      assert.equal(created.code, 0);
      assert.match(
        created.err,
        /^(?:Database .* did not exist; a new one was created\.|原先没有数据库 .*：已新建。)\n$/,
      );
      assert.equal((await run('keys', 'create', '--json')).err, '');
    }
  });

  it('exits 1 for an unknown id and names it', async (t) => {
    const { run } = terminal(t);
    for (const argv of [['show'], ['disable'], ['enable'], ['topup', '5', '--reason', 'x']]) {
      const [name = '', ...rest] = argv;
      const { code, out, err } = await run('keys', name, 'key_none', ...rest);
      assert.deepEqual([code, out, err], [1, '', 'No key has the id "key_none".\n'], name);
    }
  });

  it('exits 2 with a message that names the option, and creates nothing', async (t) => {
    const { run } = terminal(t);
    const wrong: [argv: string, sentence: RegExp][] = [
      ['create --balance -5', /^--balance is "-5": give a whole number from 0 to 1,000,000,000,000/],
      ['create --balance 1e5', /^--balance is "1e5"/],
      ['create --balance 1000000000001', /^--balance is/],
      ['create --balance', /^--balance needs a value/],
      ['create --balance=', /^--balance is empty/],
      ['create --balance 1 --balance 2', /^--balance is given twice/],
      ['create --daily-quota 1.5', /^--daily-quota is "1.5"/],
      ['create --daily-quota unlimited', /^--daily-quota is "unlimited"/],
      ['create --label --json', /^--label needs a value/],
      ['create --label=\u0007', /^--label contains control or bidirectional characters/],
      ['create --label=a\u202eb', /^--label contains control or bidirectional characters/],
      [`create --label=${'x'.repeat(201)}`, /^--label is longer than 200 characters/],
      ['create --modules ask_agent,admin', /^--modules: "admin" is not a module/],
      ['create --modules ,', /^--modules: "" is not a module/],
      ['create --expires 2026-02-31', /^--expires is "2026-02-31"/],
      ['create --expires 2026-01-01T25:00', /^--expires is/],
      ['create --expires tomorrow', /^--expires is "tomorrow"/],
      ['create --json=yes', /^--json takes no value/],
      [
        'create --quota 5',
        /^--quota is not an option of this command; available: --label, --owner, --modules/,
      ],
      ['create now', /^unexpected argument "now"/],
      ['show', /^ID is missing/],
      ['topup key_a 0 --reason x', /^N is "0": give a whole number from 1/],
      ['topup key_a 5', /^--reason is missing/],
      ['delete', /^"keys delete" is not a command; available: create, list, search, show/],
      ['', /^"keys " is not|^keys needs a subcommand/],
    ];
    for (const [argv, sentence] of wrong) {
      const { code, out, err } = await run('keys', ...argv.split(' ').filter(Boolean));
      assert.deepEqual([code, out], [2, ''], argv);
      assert.match(err, sentence);
    }
    assert.equal((await run('keys', 'list', '--json')).out, '[]\n');
  });

  it('rejects dates in the past, in both languages', async (t) => {
    const { run } = terminal(t);
    const { code, err } = await run('keys', 'create', '--json', '--expires', '2020-01-01');
    assert.deepEqual([code, /^--expires is "2020-01-01", which is past: /.test(err)], [2, true], err);
    assert.equal((await run('keys', 'list', '--json')).out, '[]\n');
    const translated = await terminal(t, chinese).run('keys', 'create', '--expires', '2020-01-01');
    assert.match(translated.err, /已是过去的时间/);
  });

  it('lists keys with their owners', async (t) => {
    const { run } = terminal(t);
    await run('keys', 'create', '--owner', 'li@example.org', '--json');
    const [key] = JSON.parse((await run('keys', 'list', '--json')).out);
    assert.equal(key.owner_email, 'li@example.org');
  });
});

describe('citewell', () => {
  it('prints its help in the terminal’s language', async (t) => {
    const english = terminal(t);
    for (const argv of [[], ['help'], ['--help'], ['keys', 'create', '--help']]) {
      const { code, out } = await english.run(...argv);
      assert.equal(code, 0);
      assert.match(out, /citewell keys create +create an API key/);
    }
    const { out } = await terminal(t, chinese).run('help');
    assert.match(out, /citewell keys create +创建 API 密钥/);
    for (const term of [
      /keys adjust ID +调整余额/,
      /check batch .*核查/,
      /library verify +.*校验/,
      /library show PMID +一篇文献/,
    ])
      assert.match(out, term);
  });

  it('rejects unknown commands in the terminal’s language, with exit code 2', async (t) => {
    const { code, out, err } = await terminal(t, chinese).run('frob');
    assert.deepEqual([code, out], [2, '']);
    assert.match(
      err,
      /^没有命令 "frob"；可用：serve, ask, .*keys, .*help, version。\n全部命令与选项：citewell help\n$/,
    );
    assert.equal((await terminal(t).run('constructor')).code, 2);
  });

  it('names an invalid setting, with exit code 78', async (t) => {
    const { code, err } = await terminal(t, { CITEWELL_QUOTA_TZ: 'Mars/Olympus' }).run('keys', 'list');
    assert.equal(code, 78);
    assert.match(err, /CITEWELL_QUOTA_TZ \("Mars\/Olympus"\)/);
  });

  it('explains why a database cannot be opened', async (t) => {
    const folder = temporaryFolder(t);
    const { code, err } = await terminal(t, { CITEWELL_DATABASE_URL: folder }).run('keys', 'list');
    assert.equal(code, 78);
    assert.match(err, /cannot be created or written \(no regular file\).*CITEWELL_DATABASE_URL/);
  });

  it('runs as the installed program', (t) => {
    const program = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));
    const environment = { ...process.env, CITEWELL_DATA_DIR: temporaryFolder(t), LC_ALL: 'C' };
    const run = (...argv: string[]) =>
      spawnSync(process.execPath, [program, ...argv], { env: environment, encoding: 'utf8' });
    run('keys', 'create');
    const created = run('keys', 'create', '--json');
    assert.deepEqual([created.status, created.stderr], [0, '']);
    assert.match(JSON.parse(created.stdout).key, /^cw_/);
    assert.equal(run('keys', 'show', 'none').status, 1);
    assert.equal(run('keys', 'frob').status, 2);
    assert.match(run('version').stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

describe('citewell ask', () => {
  it('prints the answer, then its numbered references', async (t) => {
    const { run } = terminal(t);
    await run('library', 'demo', 'on');
    const { code, out, err } = await run('ask', 'Does metformin lower HbA1c?', '--max-refs', '3');
    assert.deepEqual([code, err], [0, '']);
    const [text = '', list = ''] = out.split(/\n\n(?=\[1\] )/);
    const cited = new Set(Array.from(text.matchAll(/\[(\d+)\]/g), ([, ordinal]) => ordinal));
    const listed = Array.from(
      list.matchAll(/^\[(\d+)\] .+ invented demonstration record \(虚构的演示记录\) \d+$/gm),
      ([, ordinal]) => ordinal,
    );
    assert.match(text, /^\*\*Demonstration data: the papers cited here are invented\.\*\*/);
    assert.ok(listed.length >= 1 && listed.length <= 3);
    assert.deepEqual(new Set(listed), cited);
  });

  it('streams the same text with its steps on standard error, and in Chinese with --lang zh', async (t) => {
    const { run } = terminal(t);
    await run('library', 'demo', 'on');
    const question = '二甲双胍能降低糖化血红蛋白吗？';
    const whole = await run('ask', question, '--lang', 'zh');
    const streamed = await run('ask', question, '--lang', 'zh', '--stream');
    assert.equal(streamed.out, whole.out);
    assert.match(streamed.err, /^· .+\n/);
    assert.match(streamed.err, /^→ library_search /m);
    const events = (await run('ask', question, '--stream', '--json')).out.trimEnd().split('\n');
    assert.equal(JSON.parse(events.at(-1) ?? '').event, 'references');
  });

  it('prints the same JSON as the service with --json', async (t) => {
    const { run } = terminal(t);
    const { out } = await run('ask', 'metformin', '--json', '--from', '2015', '--to', '2020');
    const response = JSON.parse(out);
    assert.deepEqual(Object.keys(response), ['answer', 'references']);
    for (const { year } of response.references) assert.ok(year >= '2015' && year <= '2020');
  });

  for (const [language, question, found] of [
    ['en', 'Summarise the attachment', /Zolbexamine lowered the risk of stroke by 26 percent in 412 adults/],
    ['zh', '总结附件', /唑贝沙明使412例成人的卒中风险降低26%/],
  ] as const)
    it(`answers about an attached Word document: ${language}`, async (t) => {
      const { run, dataDir } = terminal(t);
      const file = join(dataDir, 'trial.docx');
      writeFileSync(
        file,
        makeDocx(
          language === 'en'
            ? 'Results: Zolbexamine lowered the risk of stroke by 26 percent in 412 adults.'
            : '结果：唑贝沙明使412例成人的卒中风险降低26%。',
        ),
      );
      const { code, out, err } = await run('ask', question, '--attach', file);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, found);
    });

  it('explains in both languages why a file cannot be attached', async (t) => {
    const folder = temporaryFolder(t);
    const files: [name: string, content: string | Buffer, en: RegExp, zh: RegExp][] = [
      ['blank.txt', ' \n', /contains no text/, /中没有文字/],
      ['scan.pdf', '%PDF-1.4', /save a PDF or RTF as \.docx or text first/, /请先另存为/],
      ['long.txt', 'asthma '.repeat(320_000), /exceeds 2 MB/, /超过 2 MB/],
    ];
    const missing = join(folder, 'missing.docx');
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
    const reasons = files.map(([name, , en, zh]) => [join(folder, name), en, zh] as const);
    for (const [path, en, zh] of [...reasons, [missing, /cannot be read \(ENOENT\)/, /无法读取/] as const])
      for (const [environment, sentence] of [
        [{}, en],
        [chinese, zh],
      ] as const) {
        const { io, text } = captured(environment);
        assert.equal(await runCli(['ask', 'Does it agree?', '--attach', path], io), 2);
        assert.match(text.err, sentence);
        assert.ok(text.err.includes(path));
      }
  });

  it('rejects a wrong command line before loading anything', async () => {
    const wrong: [argv: string[], sentence: RegExp][] = [
      [[], /QUESTION is missing/],
      [[' '], /QUESTION is empty/],
      [['a', 'b'], /unexpected argument "b"/],
      [['a', '--lang', 'fr'], /--lang is "fr"/],
      [['a', '--max-refs', '31'], /--max-refs is "31": give a whole number from 1 to 30/],
      [['a', '--max-refs', '0'], /--max-refs is "0"/],
      [['a', '--from', '24'], /--from is "24"/],
      [['a', '--from', '2020', '--to', '2010'], /--from 2020 is after --to 2010/],
      [['x'.repeat(4_001)], /longer than 4,000 characters/],
    ];
    for (const [argv, message] of wrong)
      await assert.rejects(
        askCommand(argv, captured().io, () => assert.fail('loaded')),
        { name: 'UsageError', message },
      );
  });

  it('stops on Ctrl-C with exit code 130 and closes its resources', async () => {
    const { io, text, interrupt } = captured();
    let closed = false;
    const services = {
      literature: { remote: [hangingRetriever(interrupt)], library: undefined },
      clock: systemClock,
      log: () => {},
      close: async () => {
        closed = true;
      },
    };
    const code = await askCommand(
      ['Does metformin lower HbA1c?'],
      io,
      async () => services as unknown as Services,
    );
    assert.deepEqual([code, closed, text.out], [130, true, '']);
  });
});

/** Calls back when it receives a request, and never answers. */
function hangingRetriever(asked: () => void): Retriever {
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      asked();
    });
  return {
    source: 'pubmed',
    search: (_query, { signal }) => hang(signal),
    fetch: (_pmids, { signal }) => hang(signal),
  };
}
