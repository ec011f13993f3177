import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { modules } from '@citewell/sdk';
import { type ReceivedMail, type SmtpSinkOptions, startSmtpSink } from '@citewell/simulators/smtp-sink.ts';
import { until } from '@citewell/simulators/until.ts';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { secretPattern } from '../../accounting/keys/secret.ts';
import { everyUnref } from '../../accounting/running-calls.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { openOffice, operator, plainTerms } from '../../testing/accounting/applicants.ts';
import { hostileAddresses } from '../../testing/accounting/email-addresses.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse as assertRefused } from '../../testing/app/error-response.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import * as schemas from './apply-schema.ts';
import { composeFor } from './mail/compose.ts';
import { createSmtpTransport } from './mail/smtp.ts';
import { MailDelivery } from './mail-delivery.ts';

type Options = { keyDelivery?: Config['keyDelivery']; sink?: SmtpSinkOptions; config?: Partial<Config> };

const form = { name: '李伟', email: 'li.wei@example.org', purpose: '为课程查找临床试验文献' };
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const dayMs = 86_400_000;

/** Starts everything: the app, the accounts in a file, the outbox and a mail server. */
async function begin(
  t: TestContext,
  { keyDelivery = 'inline', sink: sinkOptions, config = {} }: Options = {},
) {
  const folder = temporaryFolder(t);
  const clock = manualClock();
  const store = openSqliteAccounts({ path: join(folder, 'citewell.db'), clock, quotaTimeZone: 'UTC' });
  const sink = await startSmtpSink(t, sinkOptions);
  let delivery: MailDelivery | undefined;
  const { applications, encryption } = openOffice(store, clock, {
    keyDelivery,
    onMail: () => void delivery?.deliver(),
  });
  const test = await buildTestApp(t, {
    store,
    clock,
    services: {
      applications,
      config: { ...readConfig({ CITEWELL_PUBLIC_URL: 'https://cite.example' }), ...config },
    },
  });
  const smtp = { host: '127.0.0.1', port: sink.port, tls: 'off', auth: undefined } as const;
  const running = new MailDelivery({
    ...{
      store,
      encryption,
      log: test.services.log,
      every: everyUnref,
      compose: composeFor('https://cite.example'),
    },
    transport: createSmtpTransport({ ...smtp, from: 'Citewell <no-reply@cite.example>' }),
  });
  delivery = running;
  t.after(() => running.close());

  const send = (
    method: 'GET' | 'POST',
    url: string,
    options: { body?: unknown; headers?: object; ip?: string } = {},
  ) =>
    test.app.inject({
      ...{ method, url, remoteAddress: options.ip ?? '192.0.2.1' },
      headers: {
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
    });
  return {
    ...test,
    ...{ clock, folder, store, applications, sink },
    post: (path: string, body: unknown, headers = {}, ip?: string) =>
      send('POST', path, { body, headers, ...(ip !== undefined && { ip }) }),
    get: (url: string, headers = {}) => send('GET', url, { headers }),
    /** Submits a form as a page does. */
    press: (path: string, token: string) =>
      test.app.inject({
        ...{ method: 'POST', url: path, payload: `token=${token}` },
        headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    /** Waits for the nth e-mail. */
    async mail(nth: number): Promise<ReceivedMail> {
      await until(() => sink.mails.length >= nth);
      return sink.mails[nth - 1] ?? assert.fail();
    },
  };
}

type Scene = Awaited<ReturnType<typeof begin>>;

/** Extracts the token of this page's link from an e-mail. */
function tokenIn({ text }: ReceivedMail, page: string): string {
  const link = new RegExp(`^https://cite\\.example/apply/${page}\\?token=(\\S+)$`, 'm').exec(text);
  return link?.[1] ?? assert.fail(`no link to ${page}`);
}

function assertErrorResponse(reply: LightMyRequestResponse, status: number, code: string, says = /./): void {
  const sentence = assertRefused(
    { status: reply.statusCode, headers: reply.headers, body: reply.body },
    status,
    code,
  );
  assert.match(sentence, says);
}

/** Applies and confirms; returns the application's id. */
async function confirmed({ post, mail, applications, sink }: Scene, changes: object = {}): Promise<string> {
  const reply = await post('/apply', { ...form, ...changes });
  assert.equal(reply.statusCode, 202, reply.body);
  const token = tokenIn(await mail(sink.mails.length + 1), 'confirm');
  assert.equal((await post('/apply/confirm', { token })).statusCode, 200);
  const { items } = await applications.search({ state: 'confirmed', limit: 1 });
  return items[0]?.id ?? assert.fail();
}

describe('an application', () => {
  it('is confirmed by e-mail and approved, and the e-mailed key works', {
    tags: ['rule.5.mail'],
  }, async (t) => {
    const scene = await begin(t);
    const { post, get, mail, applications, app } = scene;
    const applied = await post('/apply', { ...form, organisation: '示例大学' });
    assert.equal(applied.statusCode, 202);
    assert.equal(applied.headers['cache-control'], 'no-store');
    const {
      status_token: status,
      status_url: url,
      state,
    } = z.strictObject(schemas.applyResponse.shape).parse(applied.json());
    assert.deepEqual([url, state], [`https://cite.example/apply/status?token=${status}`, 'submitted']);
    const readStatus = async () =>
      z
        .strictObject(schemas.applicationStatus.shape)
        .parse((await get(`/apply/status?token=${status}`)).json());
    assert.equal((await readStatus()).state, 'submitted');

    const asked = await mail(1);
    assert.deepEqual([asked.recipients, tokenIn(asked, 'status')], [[form.email], status]);
    const token = tokenIn(asked, 'confirm');
    for (let visit = 0; visit < 3; visit += 1) await get(`/apply/confirm?token=${token}`, browser);
    assert.equal((await readStatus()).state, 'submitted', 'whoever only looks at the link confirms nothing');
    const confirmation = (await post('/apply/confirm', { token })).json();
    assert.deepEqual(await readStatus(), confirmation);
    assert.deepEqual([confirmation.state, confirmation.due_at], ['confirmed', '2026-01-21T00:00:00.000Z']);

    const { items } = await applications.search({ limit: 10 });
    await applications.approve(items[0]?.id ?? '', { ...plainTerms, modules: ['ask_agent'] }, operator);
    const letter = await mail(2);
    assert.equal(letter.subject, '您的 Citewell API 密钥');
    for (const part of [
      '李伟',
      '模块：ask_agent',
      '每日配额：200 次调用',
      '余额：100,000 个 Token',
      '过期时间：永不过期',
    ])
      assert.ok(letter.text.includes(part), part);
    const key = secretPattern.exec(letter.text)?.[0] ?? '';
    const command = /-d '(.*)'$/m.exec(letter.text)?.[1] ?? '';
    const answer = await app.inject({
      ...{ method: 'POST', url: '/ai/api/ask', payload: command },
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal((await readStatus()).state, 'approved');
  });

  it('delivers the key by a claim link, which shows it once after its button is pressed', async (t) => {
    const scene = await begin(t, { keyDelivery: 'claim' });
    const { get, post, press, mail, applications, app } = scene;
    const id = await confirmed(scene, { lang: 'en', name: 'Wei Li', email: 'wei@example.org' });
    await applications.approve(id, plainTerms, operator);
    const letter = await mail(2);
    assert.doesNotMatch(letter.text, secretPattern);
    assert.match(letter.text, /^Hello Wei Li,/);
    const token = tokenIn(letter, 'claim');
    for (let visit = 0; visit < 3; visit += 1)
      assert.doesNotMatch((await get(`/apply/claim?token=${token}`, browser)).body, secretPattern);
    const page = await press('/apply/claim', token);
    const key = secretPattern.exec(page.body)?.[0] ?? '';
    assert.equal(page.headers['cache-control'], 'no-store');
    const usage = await app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } });
    assert.equal(usage.statusCode, 200);
    assert.doesNotMatch((await press('/apply/claim', token)).body, secretPattern);
    assertErrorResponse(await post('/apply/claim', { token }), 409, 'conflict');
  });

  it('that is rejected e-mails the reason and shows it on the status page', async (t) => {
    const scene = await begin(t);
    const { get, mail, applications } = scene;
    const id = await confirmed(scene, { lang: 'en' });
    await applications.reject(id, 'Please describe the study <b>in one sentence</b>.', operator);
    const letter = await mail(2);
    assert.match(letter.text, /Please describe the study <b>in one sentence<\/b>\./);
    const status = tokenIn(await mail(1), 'status');
    assert.equal(
      (await get(`/apply/status?token=${status}`)).json().reason,
      'Please describe the study <b>in one sentence</b>.',
    );
    const page = (await get(`/apply/status?token=${status}`, browser)).body;
    assert.match(page, /study &#60;b&#62;in one sentence/);
  });

  it('can be withdrawn until it is decided', async (t) => {
    const scene = await begin(t);
    const { post, press, mail, applications } = scene;
    await confirmed(scene);
    const status = tokenIn(await mail(1), 'status');
    assert.equal((await post('/apply/withdraw', { token: status })).json().state, 'withdrawn');
    assert.match((await press('/apply/withdraw', status)).body, /申请已撤回/);
    scene.clock.advance(dayMs);
    const id = await confirmed(scene);
    await applications.reject(id, 'no', operator);
    const decided = tokenIn(await mail(2), 'status');
    assertErrorResponse(await post('/apply/withdraw', { token: decided }), 409, 'conflict');
  });

  it('is reported as overdue after its due date', { tags: ['rule.5.overdue'] }, async (t) => {
    const scene = await begin(t);
    const { get, mail, clock } = scene;
    await confirmed(scene);
    const url = `/apply/status?token=${tokenIn(await mail(1), 'status')}`;
    assert.match((await get(url, browser)).body, /decide by 2026-01-20 \(UTC\)/);
    clock.advance(Date.UTC(2026, 0, 21) - clock.now() - 1);
    assert.equal((await get(url)).json().overdue, false);
    clock.advance(1);
    assert.equal((await get(url)).json().overdue, true);
    assert.match((await get(url, browser)).body, /本应于 2026-01-20 \(UTC\) 当日结束前完成审批/);
  });
});

describe('applying', () => {
  it('replies alike for new, pending and known addresses', async (t) => {
    const scene = await begin(t);
    const { post, get, applications, clock } = scene;
    const shape = ({ statusCode, headers, body }: LightMyRequestResponse) => [
      statusCode,
      Object.keys(headers).sort(),
      body.replace(/[\w-]{43}/g, 'TOKEN'),
    ];
    const fresh = shape(await post('/apply', { ...form, email: 'nobody@example.org' }));
    const id = await confirmed(scene);
    const whileOpen = await post('/apply', form, {}, '192.0.2.2');
    assert.deepEqual(shape(whileOpen), fresh);
    await applications.approve(id, plainTerms, operator);
    assert.deepEqual(shape(await post('/apply', form, {}, '192.0.2.2')), fresh);
    const other = whileOpen.json().status_token;
    assert.equal(
      (await get(`/apply/status?token=${other}`)).json().state,
      'submitted',
      'nor does the link tell',
    );
    clock.advance(dayMs);
    assert.deepEqual(shape(await post('/apply', form)), fresh);
  });

  it('rejects invalid fields by name, in the language of the form or request', async (t) => {
    const { post, sink } = await begin(t);
    const cases: [field: string, value: unknown][] = [
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['name', 'two\nlines'],
      ['name', 7],
      ['name', undefined],
      ['email', undefined],
      ['email', ['a@b.c']],
      ['organisation', 'o'.repeat(101)],
      ['purpose', 'too short'],
      ['purpose', `${' '.repeat(50)}x`],
      ['purpose', '用'.repeat(2_001)],
      ['modules', []],
      ['modules', ['admin']],
      ['modules', 'ask_agent'],
      ['lang', 'fr'],
    ];
    for (const [field, value] of cases) {
      const named = new RegExp(`"${field}`);
      assertErrorResponse(await post('/apply', { ...form, [field]: value }), 400, 'invalid_request', named);
    }
    const chinese = await post('/apply', { ...form, name: '', lang: 'zh' });
    assert.match(chinese.json().error, /^"name" 应为/);
    const english = await post('/apply', { ...form, name: '', lang: 'zh' }, { 'accept-language': 'en' });
    assert.match(english.json().error, /^"name" must be/);
    assertErrorResponse(
      await post('/apply', { ...form, purpose: 'x'.repeat(70_000) }),
      413,
      'payload_too_large',
    );
    assert.equal(sink.tries(), 0);
  });

  it('rejects malformed addresses and sends no e-mail', async (t) => {
    const { post, sink, applications } = await begin(t);
    for (const email of hostileAddresses)
      assertErrorResponse(await post('/apply', { ...form, email }), 400, 'invalid_request', /"email"/);
    assert.equal(sink.tries(), 0);
    assert.equal((await applications.search({ limit: 1 })).items.length, 0);
  });

  it('rejects the sixth application per network and hour with Retry-After, behind a trusted proxy too', async (t) => {
    const { post } = await begin(t, { config: { trustedProxies: ['10.0.0.0/8'] } });
    const from = (client: string, proxy: string) =>
      post('/apply', { ...form, email: 'a@example.org' }, { 'x-forwarded-for': client }, proxy);
    for (let times = 0; times < 5; times += 1)
      assert.equal((await from('192.0.2.7', '10.0.0.1')).statusCode, 202);
    const refused = await from('192.0.2.7', '10.0.0.2');
    assertErrorResponse(refused, 429, 'rate_limited');
    assert.equal(refused.headers['retry-after'], '3600');
    assert.equal((await from('192.0.2.8', '10.0.0.1')).statusCode, 202);
    // Headers of other peers are not trusted.
    for (let times = 0; times < 5; times += 1) await from(`192.0.2.${20 + times}`, '198.51.100.1');
    assertErrorResponse(await from('192.0.2.30', '198.51.100.1'), 429, 'rate_limited');
  });

  it('requests all modules if none are named, and replies in the language of the form or request', async (t) => {
    const { post, mail, applications } = await begin(t);
    await post('/apply', { ...form, email: 'a@example.org' }, { 'accept-language': 'en' });
    await post('/apply', {
      ...form,
      email: 'b@example.org',
      modules: ['factcheck', 'ask_agent', 'factcheck'],
    });
    await post('/apply', { ...form, email: 'c@example.org', lang: 'zh' }, { 'accept-language': 'en' });
    await mail(3);
    const { items } = await applications.search({ limit: 10 });
    const found = items.map(({ email, language, modules: asked }) => [email, language, asked]).sort();
    assert.deepEqual(found, [
      ['a@example.org', 'en', [...modules]],
      ['b@example.org', 'zh', ['ask_agent', 'factcheck']],
      ['c@example.org', 'zh', [...modules]],
    ]);
  });

  it('sends no form text to the address before it is confirmed', async (t) => {
    const { post, mail } = await begin(t);
    await post('/apply', {
      ...form,
      name: 'Win now http://evil.example',
      organisation: 'evil',
      purpose: 'go to http://evil.example',
    });
    const { subject, text, headers } = await mail(1);
    assert.doesNotMatch(`${subject}${text}${headers.join()}`, /evil/);
  });

  it('removes control and direction characters from names', async (t) => {
    const { post, get, mail, applications } = await begin(t);
    await post('/apply', { ...form, name: 'Ann\u202e\u009b31m<img src=x onerror=alert(1)>' });
    const page = (await get(`/apply/confirm?token=${tokenIn(await mail(1), 'confirm')}`, browser)).body;
    assert.equal(
      (await applications.search({ limit: 1 })).items[0]?.name,
      'Ann31m<img src=x onerror=alert(1)>',
    );
    assert.ok(page.includes('Ann31m&#60;img') && !page.includes('<img'));
  });
});

describe('the pages of applicants', () => {
  it('are bilingual HTML without scripts for browsers, JSON for programs, and never cached', async (t) => {
    const { post, get, mail } = await begin(t);
    await post('/apply', form);
    const url = `/apply/confirm?token=${tokenIn(await mail(1), 'confirm')}`;
    const page = await get(url, browser);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(page.body, /<form method="post" action="confirm">/);
    assert.match(page.body, /Confirm only|确认申请/);
    assert.doesNotMatch(page.body, /<script|https?:/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/);
    assert.deepEqual(
      [page.headers['cache-control'], page.headers['referrer-policy']],
      ['no-store', 'no-referrer'],
    );
    for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const reply = await get(url, accept === undefined ? {} : { accept });
      assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8', String(accept));
    }
  });

  it('confirm an application without a script', async (t) => {
    const { post, press, mail } = await begin(t);
    await post('/apply', form);
    const page = await press('/apply/confirm', tokenIn(await mail(1), 'confirm'));
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /We will decide by 2026-01-20/);
  });

  it('report an invalid or used link as bilingual JSON to programs and as a page to browsers', async (t) => {
    const scene = await begin(t);
    const { get, post, press } = scene;
    const unknown = 'x'.repeat(43);
    for (const page of ['status', 'confirm', 'claim']) {
      for (const query of [
        '',
        '?token=',
        '?token=short',
        `?token=${unknown}`,
        `?token=${unknown}&token=${unknown}`,
      ])
        assertErrorResponse(await get(`/apply/${page}${query}`), 404, 'not_found');
      const shown = await get(`/apply/${page}?token=${unknown}`, browser);
      assert.equal(shown.statusCode, 404);
      assert.match(shown.body, /没有此申请/);
    }
    for (const path of ['/apply/confirm', '/apply/withdraw', '/apply/claim']) {
      assertErrorResponse(await post(path, { token: unknown }), 404, 'not_found');
      assertErrorResponse(await post(path, {}), 404, 'not_found');
      assertErrorResponse(await post(path, { token: 7 }), 404, 'not_found');
      assert.equal((await press(path, unknown)).statusCode, 404);
    }
    assertErrorResponse(await get('/apply'), 405, 'method_not_allowed');
  });

  it('accept only forms and JSON, and other routes accept no forms', async (t) => {
    const { app } = await begin(t);
    const send = (url: string, type: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    assertErrorResponse(await send('/apply/confirm', 'text/plain', 'token=x'), 400, 'invalid_request');
    assertErrorResponse(await send('/apply/confirm', 'application/json', 'token=x'), 400, 'invalid_request');
    const formType = 'application/x-www-form-urlencoded';
    assertErrorResponse(
      await send('/apply/confirm', formType, `token=${'x'.repeat(5_000)}`),
      413,
      'payload_too_large',
    );
    assertErrorResponse(await send('/apply', formType, 'name=x'), 400, 'invalid_request');
  });
});

it('leave no key and no token in the database, the outbox or the log', async (t) => {
  const scene = await begin(t, {
    sink: {
      refuseRecipient: (to) => (to.startsWith('full') ? { code: 452, text: `${to} is full` } : undefined),
    },
  });
  const { applications, folder, logLines, mail, sink, post, store } = scene;
  const id = await confirmed(scene);
  await applications.approve(id, plainTerms, operator);
  const secret = secretPattern.exec((await mail(2)).text)?.[0] ?? assert.fail();
  await post('/apply', { ...form, email: 'full@example.org' });
  await until(() => logLines.some((line) => line.includes('mail_failed')));
  const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toString(
    'latin1',
  );
  const tokens = sink.mails.flatMap(({ text }) => text.match(/[\w-]{43}(?=\n)/g) ?? []);
  assert.ok(tokens.length >= 2 && bytes.includes(id), 'there is something to look for and to find');
  for (const clear of [secret, secret.slice(3, -6), ...tokens]) {
    assert.ok(!bytes.includes(clear));
    assert.ok(!logLines.join('').includes(clear));
  }
  assert.doesNotMatch(bytes, secretPattern);
  assert.doesNotMatch(logLines.join(''), /cw_[0-9A-Za-z]{10}|example\.org|token=/);
  assert.deepEqual((await store.verifyLedger()).drifts, []);
  assert.deepEqual((await store.verifyAudit()).drifts, []);
});
