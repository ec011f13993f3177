import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { verifyInWorker } from '../../database/sqlite/verify-in-worker.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { parseCsv } from '../../testing/documents/parse-csv.ts';
import { createAdministration } from './administration.ts';
import { auditPage, callPage, ledgerVerification, settlementResponse } from './responses.ts';

describe('running calls over HTTP', () => {
  it('lists running calls with age and hold, and stops one with a reason', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const [key] = await test.services.keys.list();
    assert.ok(key);
    const call = await test.services.accounts.admit({
      id: 'req_hanging',
      key,
      module: 'ask_agent',
      endpoint: 'ask',
      hold: 3_000,
    });
    test.clock.advance(90_000);
    const page = await client.get<z.output<typeof callPage>>('/admin/api/calls');
    z.strictObject(callPage.shape).parse(page);
    const [{ id, held, age_seconds: age, key_id: keyId } = {}] = page.calls;
    assert.deepEqual([id, held, age, keyId], ['req_hanging', 3_000, 90, key.id]);
    assert.deepEqual((await client.get<typeof page>(`/admin/api/calls?key_id=other`)).calls, []);
    const path = '/admin/api/calls/req_hanging/release';
    assertErrorResponse(await client.send('POST', path, {}), 400, 'invalid_request');
    const settled = await client.change('POST', path, { reason: '卡住了' });
    z.strictObject(settlementResponse.shape).parse(settled);
    assert.deepEqual((await client.get<typeof page>('/admin/api/calls')).calls, []);
    assert.equal((await test.services.keys.get(key.id))?.held, 0);
    const again = await client.send('POST', path, { reason: 'x' }, { 'accept-language': 'zh' });
    assert.equal(assertErrorResponse(again, 409, 'conflict'), '该调用已结束，无需停止。');
    const none = await client.send('POST', '/admin/api/calls/none/release', { reason: 'x' });
    assertErrorResponse(none, 404, 'not_found');
    assert.equal((await call.settle('ok', true)).charged, 0);
    const [entry] = (await test.store.searchAudit({ limit: 1 })).items;
    assert.deepEqual(
      [entry?.action, entry?.target, entry?.reason],
      ['call.release', 'req_hanging', '卡住了'],
    );
  });
});

describe('the ledger over HTTP', () => {
  it('is verified on the file while the service runs, and every drift is reported', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'citewell.db');
    const clock = manualClock();
    const store = openSqliteAccounts({ path, clock, quotaTimeZone: 'UTC' });
    let runs = 0;
    const verify = () => {
      runs += 1;
      return verifyInWorker(path);
    };
    const administration = createAdministration({ store, clock, verify });
    const test = await buildAdminTest(t, { store, services: { administration } });
    const client = await test.signIn();
    const check = () =>
      client.change<z.output<typeof ledgerVerification>>('POST', '/admin/api/ledger/verify', {});
    const [whole, same] = await Promise.all([check(), check()]);
    z.strictObject(ledgerVerification.shape).parse(whole);
    assert.deepEqual(same, whole);
    assert.equal(runs, 1, 'who asks meanwhile shares the answer');
    const { checked, ...found } = whole;
    assert.deepEqual(found, {
      whole: true,
      keys: 1,
      calls: 0,
      ledger_entries: 1,
      audit_entries: 3,
      drifts: [],
    });
    assert.deepEqual(
      checked.map(({ rule }) => rule),
      ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9'],
    );
    const raw = new DatabaseSync(path);
    raw.exec('UPDATE api_key SET granted = granted + 1');
    raw.exec(`DROP TRIGGER audit_log_no_update; UPDATE audit_log SET actor = 'nobody' WHERE seq = 1`);
    raw.close();
    const broken = await check();
    assert.equal(broken.whole, false);
    assert.deepEqual(
      broken.drifts.map(({ rule, where }) => [rule, where]),
      [
        ['I2', 'granted'],
        ['I8', 'audit entry 1'],
      ],
    );
  });

  it('can be verified by auditors without changing anything', async (t) => {
    const test = await buildAdminTest(t);
    const auditor = await test.signIn('auditor');
    const before = [await test.services.keys.list(), (await test.store.searchAudit({ limit: 100 })).items];
    const path = '/admin/api/ledger/verify';
    const report = await auditor.change<z.output<typeof ledgerVerification>>('POST', path, {});
    assert.deepEqual([report.whole, report.keys, report.drifts], [true, 1, []]);
    assert.deepEqual(
      [await test.services.keys.list(), (await test.store.searchAudit({ limit: 100 })).items],
      before,
    );
    const forged = await auditor.send('POST', path, {}, { 'x-csrf-token': 'forged' });
    assertErrorResponse(forged, 403, 'forbidden');
  });
});

describe('the audit log over HTTP', () => {
  it('is searchable page by page, for auditors too', async (t) => {
    const test = await buildAdminTest(t);
    await test.signIn();
    const auditor = await test.signIn('auditor');
    const page = await auditor.get<z.output<typeof auditPage>>('/admin/api/audit?limit=2');
    z.strictObject(auditPage.shape).parse(page);
    assert.deepEqual(
      page.entries.map(({ action, target }) => `${action} ${target}`),
      ['session.sign_in 审计员', 'admin.add 审计员'],
    );
    const rest = await auditor.get<typeof page>(`/admin/api/audit?limit=200&cursor=${page.next_cursor}`);
    assert.deepEqual([rest.entries.length, rest.next_cursor], [3, null]);
    const count = async (query: string) =>
      (await auditor.get<typeof page>(`/admin/api/audit?${query}`)).entries.length;
    assert.equal(await count('actor=admin:mei'), 1);
    assert.equal(await count('action=session'), 2);
    assert.equal(await count(`target=${encodeURIComponent('审计员')}`), 2);
    assert.equal(await count('from=2026-01-15T12:00:00Z'), 5);
    assert.equal(await count('to=2026-01-15'), 0);
    assertErrorResponse(await auditor.send('GET', '/admin/api/audit?from=yesterday'), 400, 'invalid_request');
    assertErrorResponse(await auditor.send('GET', '/admin/api/audit?cursor=x%27'), 400, 'invalid_request');
  });

  it('exports every entry as CSV without formula cells', async (t) => {
    const test = await buildAdminTest(t);
    const client = await test.signIn();
    const [key] = await test.services.keys.list();
    const reasons = [
      '=HYPERLINK("https://evil.example","x")',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '＝1',
      'a,"b"',
      '正常',
    ];
    for (const reason of reasons)
      for (let turn = 0; turn < 60; turn += 1)
        await client.change('PATCH', `/admin/api/keys/${key?.id}`, { label: `${turn}`, reason });
    const reply = await client.send('GET', '/admin/api/audit?format=csv&action=key.update');
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(reply.headers['content-disposition']), /^attachment; filename="[\w.-]+"$/);
    const [head, ...lines] = parseCsv(reply.body);
    assert.deepEqual(head?.slice(0, 3), ['seq', 'at', 'actor']);
    assert.equal(lines.length, reasons.length * 60);
    for (const cell of lines.flat()) assert.doesNotMatch(cell, /^[=+\-@\t\r＝]/);
    assert.ok(lines.some((line) => line.includes(`'=HYPERLINK("https://evil.example","x")`)));
  });
});
