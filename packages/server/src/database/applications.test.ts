import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { ServiceError } from '@citewell/core/errors.ts';
import type { ApplicationChange } from '../accounting/applications/application.ts';
import type { NewMail } from '../accounting/applications/mail.ts';
import { mintKey } from '../accounting/keys/key-administration.ts';
import { newSecret, parseSecret, secretHash, secretHint } from '../accounting/keys/secret.ts';
import {
  manualClock,
  type OwnStoreHome,
  ownStoreEngines,
  type StoreEngine,
  type StoreHome,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';
import { aForm, applicant, openOffice, operator, plainTerms } from '../testing/accounting/applicants.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

async function countCodes(promises: Promise<unknown>[]): Promise<Record<string, number>> {
  const codes = await Promise.all(promises.map(codeOf));
  const counts = Map.groupBy(codes, (code) => code);
  return Object.fromEntries([...counts].map(([code, { length }]) => [code, length]));
}

function contract(engine: StoreEngine, ownEngine: StoreEngine<OwnStoreHome>): void {
  const begin = async (t: TestContext, keyDelivery: 'inline' | 'claim' = 'inline') =>
    beginAt(await engine.create(t), keyDelivery);

  async function beginAt<Home extends StoreHome>(home: Home, keyDelivery: 'inline' | 'claim') {
    // Thursday 15 January 2026, 12:00 UTC.
    const clock = manualClock();
    const offices = [openOffice(await home.open(clock), clock, { keyDelivery })];
    offices.push(openOffice(await home.open(clock), clock, { keyDelivery }));
    const [office, other] = offices;
    assert.ok(office && other);
    return { clock, home, office, other, offices };
  }

  /** Every entry of the audit log as "<action> <before> → <after>", oldest first. */
  async function audit({ store }: { store: ReturnType<typeof openOffice>['store'] }): Promise<string[]> {
    const { items } = await store.searchAudit({ limit: 100 });
    return items
      .map(({ action, actor, before, after }) => `${actor} ${action} ${before} → ${after}`)
      .reverse();
  }

  describe('submitting', () => {
    it('stores the form, and mails a confirmation link', async (t) => {
      const { office, clock } = await begin(t);
      const form = aForm({ organisation: '示例大学', modules: ['factcheck'] });
      const status = await office.applications.submit(form, '192.0.2.1');
      const application = await office.applications.find('status', status);
      assert.deepEqual(application, {
        ...form,
        id: application.id,
        state: 'submitted',
        submittedAt: clock.now(),
        ...{ confirmedAt: null, dueAt: null, decidedAt: null, decidedBy: null, reason: null },
        ...{ keyId: null, claimUntil: null, claimedAt: null },
      });
      const [mail] = await office.post();
      assert.ok(mail?.kind === 'confirm');
      assert.deepEqual([mail.recipient, mail.statusToken], [form.email, status]);
      assert.deepEqual(await office.applications.find('confirm', mail.confirmToken), application);
      assert.equal(
        await codeOf(office.applications.find('confirm', status)),
        'not_found',
        'a link opens one page',
      );
    });

    it('accepts five per hour from a network, and states when the next is possible', async (t) => {
      const { office, other, clock } = await begin(t);
      const submit = (ip: string) => office.applications.submit(aForm(), ip);
      for (let minute = 0; minute < 5; minute += 1) {
        await submit('2001:db8::1');
        clock.advance(60_000);
      }
      const refused = await submit('2001:db8::2').catch((error) => error);
      assert.deepEqual([refused.code, refused.headers['Retry-After']], ['rate_limited', '3300']);
      await submit('2001:db8:0:1::1');
      clock.advance(3_300_000);
      assert.equal(await codeOf(other.applications.submit(aForm(), '2001:db8::2')), 'ok');
      assert.equal(await codeOf(submit('2001:db8::2')), 'rate_limited');
    });

    it('accepts exactly five of many simultaneous forms in two processes, and a hundred per hour in total', async (t) => {
      const { offices, clock } = await begin(t);
      const crowd = Array.from({ length: 20 }, (_, index) => offices[index % 2]?.applications);
      assert.deepEqual(
        await countCodes(crowd.map((at) => at?.submit(aForm(), '192.0.2.1') ?? assert.fail())),
        {
          ok: 5,
          rate_limited: 15,
        },
      );
      const many = Array.from({ length: 120 }, (_, index) => offices[index % 2]?.applications);
      assert.deepEqual(
        await countCodes(
          many.map((at, index) => at?.submit(aForm(), `198.51.100.${index}`) ?? assert.fail()),
        ),
        { ok: 95, rate_limited: 25 },
      );
      clock.advance(hourMs);
      assert.equal(
        await codeOf(offices[0]?.applications.submit(aForm(), '192.0.2.1') ?? assert.fail()),
        'ok',
      );
    });

    it('mails an address at most once an hour, in any spelling and with any outcome', async (t) => {
      const { office, clock } = await begin(t);
      const submit = (email: string) => office.applications.submit(aForm({ email }), '192.0.2.1');
      await submit('Li.Wei@example.org');
      await submit('li.wei@EXAMPLE.org');
      assert.equal((await office.post()).length, 1);
      await submit('other@example.org');
      assert.equal((await office.post()).length, 1);
      clock.advance(hourMs);
      await submit('li.wei@example.org');
      assert.equal((await office.post()).length, 1);
    });
  });

  describe('confirming', () => {
    it('promises a decision by the end of the third business day, once', async (t) => {
      const { office, clock } = await begin(t);
      const { confirm } = await office.submitted();
      const confirmed = await office.applications.confirm(confirm, applicant);
      assert.equal(confirmed.state, 'confirmed');
      assert.equal(new Date(confirmed.dueAt ?? 0).toISOString(), '2026-01-21T00:00:00.000Z', 'Fri, Mon, Tue');
      clock.advance(dayMs);
      assert.deepEqual(await office.applications.confirm(confirm, applicant), confirmed);
    });

    it('works for 72 hours', async (t) => {
      const { office, clock } = await begin(t);
      const { confirm, status } = await office.submitted();
      clock.advance(72 * hourMs);
      assert.equal(await codeOf(office.applications.confirm(confirm, applicant)), 'conflict');
      assert.equal((await office.applications.find('status', status)).state, 'submitted');
    });

    it('withdraws an earlier application of the same address and keeps its date', async (t) => {
      const { office, clock } = await begin(t);
      const first = await office.confirmed();
      clock.advance(dayMs);
      const second = await office.confirmed({
        purpose: '换一个更具体的用途说明',
        email: 'LI.WEI@example.org',
      });
      assert.deepEqual([second.state, second.dueAt], ['confirmed', first.dueAt]);
      const { state, reason } = await office.applications.find('status', first.status);
      assert.deepEqual([state, reason], ['withdrawn', `replaced by ${second.id}`]);
      assert.equal((await audit(office)).length, 3);
    });

    it('leaves one application per address if several are confirmed at once in two processes', async (t) => {
      const { office, offices, clock } = await begin(t);
      const links = [];
      for (let index = 0; index < 6; index += 1) {
        links.push((await office.submitted()).confirm);
        clock.advance(hourMs);
      }
      assert.deepEqual(
        await countCodes(
          links.map(
            (link, index) => offices[index % 2]?.applications.confirm(link, applicant) ?? assert.fail(),
          ),
        ),
        { ok: 6 },
      );
      const { items } = await office.applications.search({ limit: 10 });
      assert.deepEqual(items.map(({ state }) => state).sort(), [
        'confirmed',
        ...Array<string>(5).fill('withdrawn'),
      ]);
    });
  });

  describe('approving', () => {
    it('creates the key, its first grant, the mail and the audit entries in one transaction', async (t) => {
      const { office, clock } = await begin(t);
      const { id } = await office.confirmed({ organisation: '示例大学' });
      clock.advance(1_000);
      const approved = await office.applications.approve(
        id,
        { ...plainTerms, modules: ['factcheck'] },
        operator,
      );
      const { state, decidedBy, decidedAt, keyId } = approved;
      assert.deepEqual([state, decidedBy, decidedAt], ['approved', 'admin:mei', clock.now()]);
      const { secret, terms, name } = await office.letter('key');
      assert.deepEqual([name, terms], ['李伟', { ...plainTerms, modules: ['factcheck'] }]);
      const key = await office.store.findKey(secretHash(parseSecret(secret) ?? assert.fail()));
      assert.deepEqual(
        [key?.id, key?.label, key?.granted, key?.dailyQuota, key?.modules, key?.status],
        [keyId, '李伟, 示例大学', 100_000, 200, ['factcheck'], 'enabled'],
      );
      const details = await office.store.keyDetails(keyId ?? '');
      assert.deepEqual([details?.ownerEmail, details?.applicationId], ['li.wei@example.org', id]);
      assert.deepEqual((await office.store.verifyLedger()).drifts, []);
      assert.deepEqual((await office.store.verifyAudit()).drifts, []);
      const lines = await audit(office);
      assert.match(String(lines[1]), /^admin:mei key\.create null → /);
      assert.equal(
        lines[2],
        `admin:mei application.approve {"state":"confirmed","key_id":null} → {"state":"approved","key_id":"${keyId}"}`,
      );
    });

    it('leaves nothing if any part of it fails', async (t) => {
      const { office } = await begin(t);
      const { id } = await office.confirmed();
      const { record } = mintKey({
        ...plainTerms,
        label: '',
        modules: [],
        expiresAt: undefined,
        status: 'enabled',
      });
      const before = await audit(office);
      const mail: NewMail = {
        ...{
          id: 'mail_1',
          recipient: 'a@b.c',
          applicationId: id,
          dedupe: 'x',
          encryptionId: office.encryption.id,
        },
        ...{ kind: 'key', language: 'en', content: new Uint8Array(1) },
      };
      const broken: Partial<ApplicationChange>[] = [
        { key: { ...record, status: 'nonsense' as never }, mail },
        { key: record, mail: { ...mail, language: 'fr' as never } },
        { key: record, mail, by: { actor: null as never } },
      ];
      for (const parts of broken) {
        const change = office.store.changeApplication({ id }, (application) => ({
          application: { ...application, state: 'approved', keyId: record.id },
          ...{ action: 'application.approve', by: operator, ...parts },
        }));
        await assert.rejects(change);
      }
      assert.equal((await office.applications.get(id))?.state, 'confirmed');
      assert.deepEqual(
        [await office.store.listKeys(), await office.post(), await audit(office)],
        [[], [], before],
      );
    });

    it('happens once for concurrent decisions in two processes', async (t) => {
      const { office, offices } = await begin(t);
      const { id } = await office.confirmed();
      const decisions = Array.from({ length: 12 }, (_, index) => {
        const { applications } = offices[index % 2] ?? office;
        return index % 3 === 0
          ? applications.reject(id, 'no', operator)
          : applications.approve(id, plainTerms, operator);
      });
      assert.deepEqual(await countCodes(decisions), { ok: 1, conflict: 11 });
      const approved = (await office.applications.get(id))?.state === 'approved';
      assert.equal((await office.store.listKeys()).length, approved ? 1 : 0);
      assert.equal((await office.post()).length, 1);
    });
  });

  it('rejecting mails the reason, withdrawing ends it, and decisions are final', async (t) => {
    const { office } = await begin(t);
    const { applications } = office;
    const rejected = await office.confirmed();
    await applications.reject(rejected.id, '用途不明确', operator);
    assert.deepEqual(await office.letter('rejected'), {
      ...{ kind: 'rejected', name: '李伟', reason: '用途不明确', recipient: 'li.wei@example.org' },
    });
    const waiting = await office.submitted({ email: 'b@example.org' });
    const withdrawn = await office.confirmed({ email: 'c@example.org' });
    await applications.withdraw(waiting.status, applicant);
    await applications.withdraw(withdrawn.status, applicant);
    assert.equal(
      (await applications.withdraw(withdrawn.status, applicant)).state,
      'withdrawn',
      'twice is once',
    );
    assert.equal((await applications.confirm(waiting.confirm, applicant)).state, 'withdrawn');
    const unconfirmed = await office.submitted({ email: 'd@example.org' });
    const { id } = await applications.find('status', unconfirmed.status);
    for (const target of [rejected.id, withdrawn.id, id]) {
      assert.equal(await codeOf(applications.approve(target, plainTerms, operator)), 'conflict');
      assert.equal(await codeOf(applications.reject(target, 'x', operator)), 'conflict');
    }
    assert.equal(await codeOf(applications.withdraw(rejected.status, applicant)), 'conflict');
    assert.equal(await codeOf(applications.approve('app_none', plainTerms, operator)), 'not_found');
    assert.equal(await codeOf(applications.reject('app_none', 'x', operator)), 'not_found');
    assert.equal(await codeOf(applications.resend('app_none', operator)), 'not_found');
    assert.deepEqual(await office.post(), []);
  });

  describe('claiming', () => {
    it('creates the secret on demand, once for concurrent attempts in two processes', async (t) => {
      const { office, offices } = await begin(t, 'claim');
      const { id } = await office.confirmed();
      const { keyId } = await office.applications.approve(id, plainTerms, operator);
      const { claimToken } = await office.letter('claim');
      assert.equal((await office.store.getKey(keyId ?? ''))?.hint, 'cw_…');
      const secrets: string[] = [];
      const claims = Array.from({ length: 12 }, async (_, index) => {
        const { applications } = offices[index % 2] ?? office;
        secrets.push(await applications.claim(claimToken, applicant));
      });
      assert.deepEqual(await countCodes(claims), { ok: 1, conflict: 11 });
      const secret = parseSecret(secrets[0] ?? '') ?? assert.fail();
      assert.equal((await office.store.findKey(secretHash(secret)))?.id, keyId);
      assert.ok((await audit(office)).some((line) => line.startsWith('applicant application.claim ')));
      assert.deepEqual((await office.store.verifyAudit()).drifts, []);
    });

    it('works for 72 hours; an operator can send a new link, which invalidates the old one', async (t) => {
      const { office, clock } = await begin(t, 'claim');
      const { id } = await office.confirmed();
      await office.applications.approve(id, plainTerms, operator);
      const { claimToken: first } = await office.letter('claim');
      clock.advance(72 * hourMs);
      assert.equal(await codeOf(office.applications.claim(first, applicant)), 'conflict');
      await office.applications.resend(id, operator);
      const { claimToken: second, terms } = await office.letter('claim');
      assert.deepEqual(terms, { ...plainTerms, modules: aForm().modules });
      assert.equal(await codeOf(office.applications.claim(first, applicant)), 'not_found');
      assert.ok(parseSecret(await office.applications.claim(second, applicant)));
      assert.equal(await codeOf(office.applications.resend(id, operator)), 'conflict');
    });

    it('is no longer possible once an operator has reissued the key', async (t) => {
      const { office } = await begin(t, 'claim');
      const { id } = await office.confirmed();
      const { keyId } = await office.applications.approve(id, plainTerms, operator);
      const { claimToken } = await office.letter('claim');
      const secret = newSecret();
      const hint = secretHint(secret);
      const made = { keyId: keyId ?? '', secretHash: secretHash(secret), hint, graceMs: null };
      assert.ok(await office.store.reissueKey(made, operator));
      assert.equal(await codeOf(office.applications.claim(claimToken, applicant)), 'conflict');
      assert.equal((await office.store.findKey(secretHash(secret)))?.id, keyId);
    });

    it('is impossible for a mailed key, and a mailed key is mailed only once', async (t) => {
      const { office } = await begin(t);
      const { id } = await office.confirmed();
      await office.applications.approve(id, plainTerms, operator);
      await office.letter('key');
      assert.equal(await codeOf(office.applications.resend(id, operator)), 'conflict');
      assert.deepEqual(await office.post(), []);
    });
  });

  it('lists open applications by their date, then the newest, page by page, and searches by person', async (t) => {
    const { office, clock } = await begin(t);
    const ids: string[] = [];
    for (const email of ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']) {
      const confirmed = await office.confirmed({ email, name: `王${email}` });
      ids.push(confirmed.id);
      clock.advance(dayMs);
    }
    const [a = '', b = '', c = '', d = ''] = ids;
    await office.applications.reject(b, 'no', operator);
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await office.applications.search({ limit: 1, after });
      listed.push(...items.map(({ id }) => id));
      after = next;
    } while (after !== undefined);
    assert.deepEqual(listed, [a, ...[c, d].sort(byDue), b]);
    const found = await office.applications.search({ text: '王C@X', limit: 10 });
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [c],
    );
    const rejected = await office.applications.search({ state: 'rejected', limit: 10 });
    assert.deepEqual(
      rejected.items.map(({ id }) => id),
      [b],
    );

    // Friday and Saturday lead to the same promised day.
    function byDue(one: string, other: string): number {
      return one === other ? 0 : one < other ? -1 : 1;
    }
  });

  it('deletes network addresses after an hour, and unconfirmed applications and old mails after their retention periods', async (t) => {
    const { office, clock } = await begin(t);
    const unconfirmed = await office.submitted({ email: 'a@x.org' });
    const confirmed = await office.confirmed({ email: 'b@x.org' });
    await office.applications.reject(confirmed.id, 'no', operator);
    const keep = { sources: hourMs, unconfirmed: 30 * dayMs, mails: 90 * dayMs };
    clock.advance(30 * dayMs - 1);
    await office.store.purgeApplications(keep);
    assert.equal((await office.applications.find('status', unconfirmed.status)).state, 'submitted');
    clock.advance(1);
    await office.store.purgeApplications(keep);
    assert.equal(await codeOf(office.applications.find('status', unconfirmed.status)), 'not_found');
    clock.advance(60 * dayMs);
    await office.store.purgeApplications(keep);
    assert.equal((await office.applications.find('status', confirmed.status)).state, 'rejected');
    const { items } = await office.applications.mails({ limit: 10 });
    assert.deepEqual(
      items.map(({ kind, state }) => [kind, state]),
      [['rejected', 'waiting']],
      'not what waits',
    );
  });

  it('stores no key or token in clear in any file of the database, before or after sending', async (t) => {
    const { office, home } = await beginAt(await ownEngine.create(t), 'claim');
    const inline = openOffice(office.store, manualClock());
    const mailed = await office.confirmed({ email: 'a@x.org' });
    const claimed = await office.confirmed({ email: 'b@x.org' });
    const waiting = await office.submitted({ email: 'c@x.org' });
    await inline.applications.approve(mailed.id, plainTerms, operator);
    await office.applications.approve(claimed.id, plainTerms, operator);
    const before = filesOf(home.folder);
    const mails = await office.post();
    const key = mails.find((mail) => mail.kind === 'key') ?? assert.fail();
    const link = mails.find((mail) => mail.kind === 'claim') ?? assert.fail();
    const secret = await office.applications.claim(link.claimToken, applicant);
    const after = filesOf(home.folder);
    const tokens: string[] = [link.claimToken, waiting.confirm, waiting.status, mailed.status];
    const clear = [key.secret, secret, ...tokens];
    for (const bytes of [before, after]) {
      assert.ok(bytes.includes(mailed.id), 'the search finds what is there');
      for (const text of clear) assert.ok(!bytes.includes(text));
      assert.doesNotMatch(bytes.toString('latin1'), /cw_[0-9A-Za-z]{30}/);
    }
  });
}

function filesOf(folder: string): Buffer {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return Buffer.concat(paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path)));
}

for (const [at, engine] of storeEngines.entries())
  describe(`applications on ${engine.name}`, () => contract(engine, ownStoreEngines[at] ?? assert.fail()));
