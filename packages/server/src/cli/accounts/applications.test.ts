import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { parseSecret, secretHash } from '../../accounting/keys/secret.ts';
import { loadEncryptionKey } from '../../database/encryption-key.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { createEncryption } from '../../identity/encryption.ts';
import { openOffice } from '../../testing/accounting/applicants.ts';
import { chinese, terminal } from '../../testing/process/terminal.ts';

/** Opens a terminal next to a running service, with the same database and e-mail key. */
async function begin(t: TestContext, environment: Record<string, string> = {}) {
  const { run, dataDir } = terminal(t, environment);
  const store = openSqliteAccounts({
    ...{ path: join(dataDir, 'citewell.db'), clock: systemClock, quotaTimeZone: 'UTC' },
  });
  t.after(() => store.close());
  const encryption = createEncryption(loadEncryptionKey(join(dataDir, 'secrets.key'), undefined));
  const office = openOffice(store, systemClock, { encryption });
  return { office, store, run: (...argv: string[]) => run('applications', ...argv), cli: run };
}

const inline = { CITEWELL_KEY_DELIVERY: 'inline' };

describe('citewell applications', () => {
  it('approves an application: mails a key with the given terms and never prints the key', async (t) => {
    const { office, run } = await begin(t, inline);
    const { id } = await office.confirmed({ modules: ['factcheck'] });
    const { code, out, err } = await run(
      ...[
        'approve',
        id,
        '--balance',
        '5000',
        '--daily-quota',
        'none',
        '--expires',
        '2030-01-01',
        '--label',
        '课程',
      ],
    );
    assert.deepEqual([code, err], [0, '']);
    const [keyId = ''] = /key_\w+/.exec(out) ?? [];
    assert.equal(out, `${id} approved: ${keyId}. The service will e-mail the key to li.wei@example.org.\n`);
    const { secret, terms } = await office.letter('key');
    const expiresAt = Date.UTC(2030, 0, 1);
    assert.deepEqual(terms, { modules: ['factcheck'], dailyQuota: null, balance: 5_000, expiresAt });
    const key = await office.store.findKey(secretHash(parseSecret(secret) ?? assert.fail()));
    assert.deepEqual([key?.id, key?.label, key?.granted], [keyId, '课程', 5_000]);
    const shown = JSON.parse((await run('show', id, '--json')).out);
    assert.deepEqual([shown.state, shown.key_id, shown.decided_by], ['approved', keyId, 'cli:tester']);
  });

  it('approves with the terms applied for and the key defaults when no option is given', async (t) => {
    const { office, run } = await begin(t, inline);
    const { id } = await office.confirmed({ modules: ['ask_agent', 'factcheck'] });
    assert.equal(JSON.parse((await run('approve', id, '--json')).out).state, 'approved');
    const { terms } = await office.letter('key');
    assert.deepEqual(terms, {
      ...{ modules: ['ask_agent', 'factcheck'], dailyQuota: 200, balance: 100_000, expiresAt: null },
    });
  });

  it('mails a link for claiming the key by default, and a new link on resend', async (t) => {
    const { office, run } = await begin(t);
    const { id } = await office.confirmed();
    await run('approve', id);
    const first = await office.letter('claim');
    assert.deepEqual(await run('resend', id), {
      code: 0,
      out: 'The service will send the e-mail now.\n',
      err: '',
    });
    assert.notEqual((await office.letter('claim')).claimToken, first.claimToken);
  });

  it('rejects with a reason and mails it', async (t) => {
    const { office, run } = await begin(t, chinese);
    const { id } = await office.confirmed();
    const missing = await run('reject', id);
    assert.deepEqual([missing.code, missing.err.startsWith('缺少 --reason')], [2, true]);
    const { code, out } = await run('reject', id, '--reason', '用途不明确');
    assert.deepEqual([code, out], [0, `${id} 已拒绝。服务会将原因发送至 li.wei@example.org。\n`]);
    assert.equal((await office.letter('rejected')).reason, '用途不明确');
    const again = await run('approve', id);
    assert.deepEqual([again.code, again.err], [1, '无法执行此操作：该申请已拒绝。\n']);
  });

  it('lists applications and shows one with its e-mails, in both languages', async (t) => {
    const { office, run } = await begin(t);
    assert.equal((await run('list')).out, 'No matching applications.\n');
    const { id } = await office.confirmed({ organisation: '示例大学' });
    const { status } = await office.submitted({ email: 'b@example.org', name: 'Ann' });
    const [titles, first, second] = (await run('list')).out.split('\n');
    assert.match(titles ?? '', /^ID +STATE +DUE +E-MAIL +NAME$/);
    assert.match(
      first ?? '',
      new RegExp(`^${id} +confirmed +\\d{4}-\\d\\d-\\d\\d 00:00 +li\\.wei@example\\.org +李伟$`),
    );
    assert.match(second ?? '', /^app_\w{12} +submitted +- +b@example\.org +Ann$/);
    assert.equal(JSON.parse((await run('list', '--json', '--state', 'confirmed')).out).length, 1);
    assert.equal(JSON.parse((await run('list', '--json', '--search', 'ann')).out).length, 1);
    assert.equal(JSON.parse((await run('list', '--json', '--limit', '1')).out)[0].id, id);
    const { out } = await run('show', id);
    assert.match(out, /^organisation {2}示例大学$/m);
    assert.match(out, /^mail {10}mail_\w{16} {2}confirm {2}sent {2}\d{4}/m);
    assert.match(out, /^purpose {7}为课程查找文献$/m);
    assert.ok(!out.includes(status));
  });

  it('exits 1 for an unknown application and 2 for a wrong command line', async (t) => {
    const { run } = await begin(t);
    for (const argv of [['show'], ['approve'], ['reject', '--reason', 'x'], ['resend']]) {
      const [name = '', ...rest] = argv;
      const { code, out, err } = await run(name, 'app_none', ...rest);
      assert.deepEqual([code, out], [1, ''], name);
      assert.match(err, /^(?:No application has|There is no|This application)/);
    }
    assert.equal((await run('list', '--state', 'open')).code, 2);
    assert.equal((await run('approve')).code, 2);
    assert.equal((await run('delete', 'x')).code, 2);
  });
});

describe('citewell outbox', () => {
  it('lists mails by state and application, and requeues a failed one', async (t) => {
    const { office, store, cli } = await begin(t);
    assert.equal((await cli('outbox', 'list')).out, 'No matching e-mails.\n');
    const { id } = await office.confirmed();
    await cli('applications', 'approve', id);
    const [mail] = JSON.parse((await cli('outbox', 'list', '--application', id, '--json')).out);
    assert.deepEqual([mail.state, mail.recipient], ['waiting', 'li.wei@example.org']);
    const [taken] = await store.takeDueMails({
      encryptionId: office.encryption.id,
      limit: 1,
      leaseMs: 1_000,
    });
    const given = {
      id: mail.id,
      attempts: taken?.attempts ?? 0,
      error: 'EENVELOPE 550',
      retryAfterMs: undefined,
    };
    await store.markMailFailed(given);
    const failed = await cli('outbox', 'list', '--state', 'failed');
    assert.match(failed.out, /^ID +STATE +KIND +TRIES[\s\S]*EENVELOPE 550\n$/);
    assert.deepEqual(await cli('outbox', 'resend', mail.id, '--reason', 'address mended'), {
      code: 0,
      out: `${mail.id} is queued: the service will try it again now.\n`,
      err: '',
    });
    assert.match((await cli('outbox', 'list', '--state', 'waiting')).out, new RegExp(mail.id));
    assert.equal((await cli('outbox', 'resend', 'mail_none')).code, 1);
    assert.equal((await cli('outbox', 'list', '--state', 'gone')).code, 2);
  });

  it('prints Chinese in a Chinese terminal', async (t) => {
    const { office, cli } = await begin(t, chinese);
    assert.equal((await cli('outbox', 'list')).out, '没有符合条件的邮件。\n');
    await office.confirmed();
    assert.match((await cli('outbox', 'list')).out, /^ID +状态 +种类/);
  });
});
