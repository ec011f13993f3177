import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { openOffice } from '../../testing/accounting/applicants.ts';
import { openMemoryStore } from '../../testing/accounting/memory-store.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { applicationPage, applicationResponse, mailPage, mailResponse } from './responses.ts';

type ApplicationView = z.output<typeof applicationResponse>;

const path = '/admin/api/applications';
const terms = { daily_quota: 50, balance: 20_000, reason: '符合条件' };

async function begin(t: TestContext) {
  const clock = manualClock();
  const store = openMemoryStore(clock);
  const office = openOffice(store, clock);
  const test = await buildAdminTest(t, { store, clock, services: { applications: office.applications } });
  return { ...test, office };
}

describe('applications over HTTP', () => {
  it('are listed by due date, for auditors too', async (t) => {
    const test = await begin(t);
    const first = await test.office.confirmed({ email: 'first@example.org' });
    test.clock.advance(48 * 3_600_000);
    const second = await test.office.confirmed({ email: 'second@example.org', name: '王芳' });
    await test.office.submitted({ email: 'third@example.org' });
    const auditor = await test.signIn('auditor');
    const page = await auditor.get<z.output<typeof applicationPage>>(`${path}?state=confirmed`);
    z.strictObject(applicationPage.shape).parse(page);
    assert.deepEqual(
      page.applications.map(({ id }) => id),
      [first.id, second.id],
    );
    const found = await auditor.get<typeof page>(`${path}?search=${encodeURIComponent('王芳')}`);
    assert.deepEqual(
      found.applications.map(({ id, overdue }) => [id, overdue]),
      [[second.id, false]],
    );
    assert.equal((await auditor.get<ApplicationView>(`${path}/${first.id}`)).email, 'first@example.org');
    const forbidden = await auditor.send('POST', `${path}/${first.id}/approve`, terms);
    assertErrorResponse(forbidden, 403, 'forbidden');
    assertErrorResponse(await auditor.send('GET', `${path}/none`), 404, 'not_found');
    assertErrorResponse(await auditor.send('GET', `${path}?state=lost`), 400, 'invalid_request');
  });

  it('are approved once, with key, grant, e-mail and audit entries together and the key only in the e-mail', async (t) => {
    const test = await begin(t);
    const { id } = await test.office.confirmed();
    const client = await test.signIn();
    const replies = await Promise.all([
      client.send('POST', `${path}/${id}/approve`, terms),
      client.send('POST', `${path}/${id}/approve`, terms),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const approved = await client.get<ApplicationView>(`${path}/${id}`);
    z.strictObject(applicationResponse.shape).parse(approved);
    assert.deepEqual([approved.state, approved.decided_by], ['approved', 'admin:mei']);
    const { secret } = await test.office.letter('key');
    const key = await test.services.accounts.authenticate(secret);
    assert.deepEqual([key.id, key.granted, key.dailyQuota], [approved.key_id, 20_000, 50]);
    const { items } = await test.store.searchAudit({ actor: 'admin:mei', limit: 9 });
    assert.deepEqual(
      new Set(items.map(({ action }) => action)),
      new Set(['session.sign_in', 'key.create', 'application.approve']),
    );
    for (const { body } of [...replies, await client.send('GET', '/admin/api/outbox')])
      assert.ok(!body.includes(secret));
  });

  it('are rejected with a reason that is e-mailed in the applicant’s language', async (t) => {
    const test = await begin(t);
    const { id } = await test.office.confirmed();
    const client = await test.signIn();
    assertErrorResponse(await client.send('POST', `${path}/${id}/reject`, {}), 400, 'invalid_request');
    const rejected = await client.change<ApplicationView>('POST', `${path}/${id}/reject`, {
      reason: '用途不明确',
    });
    assert.deepEqual([rejected.state, rejected.reason], ['rejected', '用途不明确']);
    assert.equal((await test.office.letter('rejected')).reason, '用途不明确');
    const again = await client.send('POST', `${path}/${id}/approve`, terms, { 'accept-language': 'zh' });
    assert.match(assertErrorResponse(again, 409, 'conflict'), /\p{Script=Han}/u);
  });

  it('list their e-mails in the outbox and send a kept one again on request', async (t) => {
    const test = await begin(t);
    const { id } = await test.office.confirmed();
    const client = await test.signIn();
    await client.change('POST', `${path}/${id}/reject`, { reason: 'x' });
    type Mails = z.output<typeof mailPage>;
    const waiting = await client.get<Mails>(`/admin/api/outbox?state=waiting&application_id=${id}`);
    z.strictObject(mailPage.shape).parse(waiting);
    const [mail] = waiting.mails;
    assert.deepEqual([mail?.kind, mail?.state, mail?.application_id], ['rejected', 'waiting', id]);
    const resent = await client.change('POST', `/admin/api/outbox/${mail?.id}/resend`, {});
    z.strictObject(mailResponse.shape).parse(resent);
    await test.office.letter('rejected');
    const gone = await client.send('POST', `/admin/api/outbox/${mail?.id}/resend`, {});
    assertErrorResponse(gone, 409, 'conflict');
    assertErrorResponse(await client.send('POST', `${path}/${id}/resend`, {}), 409, 'conflict');
    assertErrorResponse(await client.send('POST', '/admin/api/outbox/none/resend', {}), 404, 'not_found');
    const sent = await client.get<Mails>('/admin/api/outbox?state=sent');
    assert.deepEqual(new Set(sent.mails.map(({ kind }) => kind)), new Set(['confirm', 'rejected']));
  });
});
