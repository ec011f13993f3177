import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startSmtpSink } from '@citewell/simulators/smtp-sink.ts';
import { until } from '@citewell/simulators/until.ts';
import { secretPattern } from '../accounting/keys/secret.ts';
import { readConfig } from '../platform/config.ts';
import { aForm, operator, plainTerms } from '../testing/accounting/applicants.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { buildServices } from './services.ts';

const owner = 'li.wei@example.org';
const key = {
  ...{ modules: ['ask_agent' as const], dailyQuota: 200, balance: 100_000, expiresAt: undefined },
  status: 'enabled' as const,
};

/** The service as installed, with a mail server that accepts everything. */
async function begin(t: TestContext, settings: Record<string, string> = {}) {
  const sink = await startSmtpSink(t);
  const services = await buildServices(
    readConfig({
      CITEWELL_DATA_DIR: temporaryFolder(t),
      CITEWELL_SOURCES: 'library',
      CITEWELL_SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=off`,
      CITEWELL_MAIL_FROM: 'no-reply@cite.example',
      ...settings,
    }),
  );
  t.after(() => services.close());
  await services.deliverMails(() => assert.fail('nothing is printed where there is a mail server'));
  return { services, sink, keys: services.administration.keys(operator) };
}

describe('a reissued key', () => {
  for (const [label, subject, words] of [
    ['Dr Li, cardiology', 'Your Citewell API key was replaced', /works for 24 more hours/],
    ['心内科李伟', '您的 Citewell API 密钥已更换', /原密钥在 24 小时内仍可使用/],
  ] as const)
    it(`is mailed to its owner, in the language of its label: ${label}`, async (t) => {
      const { sink, keys } = await begin(t);
      const made = await keys.create({ ...key, label, ownerEmail: owner });
      const reissued = await keys.reissue({ id: made.key.id, graceMs: 24 * 3_600_000 });
      assert.equal(reissued?.mailedTo, owner);
      await until(() => sink.mails.length === 1);
      const [mail] = sink.mails;
      assert.deepEqual([mail?.recipients, mail?.subject], [[owner], subject]);
      assert.match(mail?.text ?? '', words);
      assert.ok(mail?.text.includes(reissued.secret));
      assert.ok(!mail?.text.includes(made.secret));
    });

  for (const [label, words] of [
    ['Dr Li, cardiology', /ask your operator for it/],
    ['心内科李伟', /请向管理员索取/],
  ] as const)
    it(`is announced without the key if keys are not mailed: ${label}`, async (t) => {
      const { sink, keys } = await begin(t, { CITEWELL_KEY_DELIVERY: 'claim' });
      const made = await keys.create({ ...key, label, ownerEmail: owner });
      const reissued = await keys.reissue({ id: made.key.id, graceMs: null });
      await until(() => sink.mails.length === 1);
      const text = sink.mails[0]?.text ?? '';
      assert.match(text, words);
      assert.ok(text.includes(reissued?.key.hint ?? '-'));
      assert.doesNotMatch(text, secretPattern);
    });

  it('uses the language of its application, and every reissue is announced', async (t) => {
    const { services, sink, keys } = await begin(t);
    const { applications } = services;
    await applications.submit(aForm({ name: 'Wei Li', language: 'en' }), '192.0.2.1');
    await until(() => sink.mails.length === 1);
    const token = /confirm\?token=(\S+)/.exec(sink.mails[0]?.text ?? '')?.[1];
    const { id } = await applications.confirm(token as never, operator);
    const { keyId } = await applications.approve(id, plainTerms, operator);
    await until(() => sink.mails.length === 2);
    for (const count of [3, 4]) {
      await keys.reissue({ id: keyId ?? '', graceMs: 0 });
      await until(() => sink.mails.length === count);
      assert.match(sink.mails[count - 1]?.text ?? '', /^Hello Wei Li,\n/);
    }
  });

  it('without an owner is not mailed', async (t) => {
    const { services, keys } = await begin(t);
    const made = await keys.create({ ...key, label: 'batch', ownerEmail: undefined });
    assert.equal((await keys.reissue({ id: made.key.id, graceMs: 0 }))?.mailedTo, null);
    assert.deepEqual((await services.applications.mails({ limit: 1 })).items, []);
  });
});
