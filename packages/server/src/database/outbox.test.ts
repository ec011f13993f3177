import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { NewMail } from '../accounting/applications/mail.ts';
import { manualClock, type StoreEngine, storeEngines } from '../testing/accounting/accounts-databases.ts';
import { aForm, openOffice, operator, plainTerms } from '../testing/accounting/applicants.ts';

const leaseMs = 60_000;

function contract(engine: StoreEngine): void {
  async function begin(t: TestContext) {
    const clock = manualClock();
    const home = await engine.create(t);
    const office = openOffice(await home.open(clock), clock);
    const other = await home.open(clock);
    const { store, applications, encryption } = office;
    let people = 0;
    return {
      ...{ clock, home, office, store, other, applications },
      take: (limit = 10, at = store) => at.takeDueMails({ encryptionId: encryption.id, limit, leaseMs }),
      /** Adds this number of mails to the outbox. */
      async write(count: number) {
        for (let index = 0; index < count; index += 1) {
          people += 1;
          await applications.submit(aForm({ email: `p${people}@example.org` }), `198.51.100.${people}`);
        }
      },
    };
  }

  it('hands each mail to one of several concurrent senders, and to nobody else during its lease', async (t) => {
    const { write, take, store, other, clock } = await begin(t);
    await write(20);
    const takers = Array.from({ length: 10 }, (_, index) => take(3, index % 2 === 0 ? store : other));
    const ids = (await Promise.all(takers)).flat().map(({ id }) => id);
    assert.deepEqual([ids.length, new Set(ids).size], [20, 20]);
    clock.advance(leaseMs - 1);
    assert.deepEqual(await take(), []);
    clock.advance(1);
    const again = await take(100);
    assert.deepEqual(again.map(({ id }) => id).sort(), ids.sort());
    assert.ok(again.every(({ attempts }) => attempts === 2));
  });

  it('never hands out a sent mail, and deletes its content', async (t) => {
    const { write, take, store, home, clock } = await begin(t);
    await write(1);
    const [mail] = await take();
    assert.ok(mail);
    await store.markMailSent(mail.id);
    // A slow sender can no longer change the outcome.
    await store.markMailFailed({ id: mail.id, attempts: 1, error: 'late', retryAfterMs: 0 });
    clock.advance(leaseMs);
    assert.deepEqual(await take(), []);
    const [record] = (await store.searchMails({ limit: 10 })).items;
    assert.deepEqual([record?.state, record?.lastError], ['sent', null]);
    assert.equal(await store.retryMail(mail.id, operator), 'gone');
    await assert.rejects(home.execute(`UPDATE outbox SET content = '1'`), 'the table itself refuses it');
  });

  it('hands out a failed mail again after its wait, or not at all once it was given up', async (t) => {
    const { write, take, store, clock } = await begin(t);
    await write(2);
    const [first, second] = await take();
    assert.ok(first && second);
    await store.markMailFailed({ id: first.id, attempts: 1, error: 'EENVELOPE 450', retryAfterMs: 180_000 });
    await store.markMailFailed({
      id: second.id,
      attempts: 1,
      error: 'EENVELOPE 550',
      retryAfterMs: undefined,
    });
    clock.advance(179_999);
    assert.deepEqual(await take(), []);
    clock.advance(1);
    assert.deepEqual(
      (await take()).map(({ id, attempts }) => [id, attempts]),
      [[first.id, 2]],
    );
    // The first attempt ends only now, while the second is running, whose outcome counts.
    await store.markMailFailed({ id: first.id, attempts: 1, error: 'late', retryAfterMs: undefined });
    const { items } = await store.searchMails({ state: 'failed', limit: 10 });
    assert.deepEqual(
      items.map(({ id, lastError }) => [id, lastError]),
      [[second.id, 'EENVELOPE 550']],
    );
  });

  it('resets a mail on an operator’s request, and records that', async (t) => {
    const { write, take, store, applications } = await begin(t);
    await write(1);
    const [mail] = await take();
    assert.ok(mail);
    await store.markMailFailed({ id: mail.id, attempts: 1, error: 'EENVELOPE 550', retryAfterMs: undefined });
    const retried = await applications.resendMail(mail.id, operator);
    assert.deepEqual([retried.state, retried.attempts], ['waiting', 0]);
    assert.deepEqual(
      (await take()).map(({ id, attempts }) => [id, attempts]),
      [[mail.id, 1]],
    );
    const { items } = await store.searchAudit({ target: mail.id, limit: 10 });
    assert.deepEqual(
      items.map(({ actor, action, before }) => [actor, action, before]),
      [['admin:mei', 'outbox.resend', '{"state":"failed","attempts":1,"last_error":"EENVELOPE 550"}']],
    );
    assert.equal(await store.retryMail('mail_none', operator), undefined);
  });

  it('leaves mails encrypted with another key to the processes that have it', async (t) => {
    const { write, take, store } = await begin(t);
    await write(1);
    assert.deepEqual(await store.takeDueMails({ encryptionId: 'another', limit: 10, leaseMs }), []);
    assert.equal((await take()).length, 1);
  });

  it('accepts a mail once for repeated decisions; a newer one to an applicant replaces an unsent one', async (t) => {
    const { office, store, clock } = await begin(t);
    const claims = openOffice(store, clock, { keyDelivery: 'claim' });
    const { id } = await office.confirmed();
    await claims.applications.approve(id, plainTerms, operator);
    const [first] = (await store.searchMails({ applicationId: id, limit: 1 })).items;
    await claims.applications.resend(id, operator);
    const { items } = await store.searchMails({ applicationId: id, limit: 10 });
    assert.deepEqual(items.map(({ kind, state, lastError }) => [kind, state, lastError]).sort(), [
      ['claim', 'failed', 'replaced'],
      ['claim', 'waiting', null],
      ['confirm', 'sent', null],
    ]);
    assert.equal(await store.retryMail(first?.id ?? '', operator), 'gone');

    const mail: NewMail = {
      ...{ id: 'mail_a', recipient: 'a@b.c', applicationId: 'app_x', dedupe: 'rejected:app_x' },
      ...{ kind: 'rejected', language: 'en', encryptionId: 's', content: new Uint8Array(1) },
    };
    for (const mailId of ['mail_a', 'mail_b'])
      await store.changeApplication({ id }, (application) => ({
        ...{ application, action: 'application.resend', by: operator, mail: { ...mail, id: mailId } },
      }));
    assert.deepEqual(
      (await store.takeDueMails({ encryptionId: 's', limit: 10, leaseMs })).map(({ id: taken }) => taken),
      ['mail_a'],
    );
  });

  it('lists the newest first, page by page', async (t) => {
    const { write, store, clock } = await begin(t);
    for (let index = 0; index < 3; index += 1) {
      await write(1);
      clock.advance(1_000);
    }
    const first = await store.searchMails({ limit: 2 });
    const second = await store.searchMails({ limit: 2, after: first.next });
    assert.deepEqual(
      [...first.items, ...second.items].map(({ recipient }) => recipient),
      ['p3@example.org', 'p2@example.org', 'p1@example.org'],
    );
    assert.equal(second.next, undefined);
  });
}

for (const engine of storeEngines) describe(`the outbox on ${engine.name}`, () => contract(engine));
