import assert from 'node:assert/strict';
import { it } from 'node:test';
import { docxType } from '../../documents/docx.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { buildTestApp, fixedReference } from '../../testing/app/build-test-app.ts';

const ofPage = { 'x-citewell-page': '1', 'content-type': 'application/json' };
const review = { review: '# 标题\n\nIt works [1].', references: [fixedReference], language: 'zh' };

it('POST /web/document converts a signed-in page’s review to Word, for free', async (t) => {
  const test = await buildTestApp(t);
  const send = (headers: Record<string, string>, body: unknown = review) =>
    test.app.inject({ method: 'POST', url: '/web/document', headers, payload: JSON.stringify(body) });
  const signedIn = await test.app.inject({
    method: 'POST',
    url: '/web/session',
    headers: ofPage,
    payload: JSON.stringify({ key: test.key }),
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const { statusCode, headers, rawPayload } = await send({ ...ofPage, cookie });
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], docxType);
  assert.equal(rawPayload.subarray(0, 2).toString(), 'PK');
  assert.deepEqual(test.settled, []);

  assert.equal((await send(ofPage)).json().code, 'not_signed_in');
  assert.equal((await send({ 'content-type': 'application/json', cookie })).json().code, 'not_signed_in');
  assert.equal((await send({ ...ofPage, cookie, origin: 'https://evil.example' })).json().code, 'forbidden');
  const hostile = { ...review, references: [{ ...fixedReference, pmid: '1"/><x' }] };
  assert.equal((await send({ ...ofPage, cookie }, hostile)).json().code, 'invalid_request');
});

async function signIn(test: Awaited<ReturnType<typeof buildTestApp>>, key = test.key): Promise<string> {
  const reply = await test.app.inject({
    ...{ method: 'POST', url: '/web/session', headers: ofPage },
    payload: JSON.stringify({ key }),
  });
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

it('POST /web/document limits characters, lines and parts, with messages in both languages', async (t) => {
  const clock = manualClock();
  const test = await buildTestApp(t, { clock });
  const cookie = await signIn(test);
  const send = (text: string, headers: Record<string, string> = {}) => {
    clock.advance(60_000);
    const payload = JSON.stringify({ ...review, review: text });
    return test.app.inject({
      ...{ method: 'POST', url: '/web/document', payload },
      headers: { ...ofPage, cookie, ...headers },
    });
  };
  const large = 'A sentence of a review with a finding in it [1].\n\n'.repeat(2_000);
  assert.equal((await send(`# A review\n\n${large}`)).statusCode, 200);
  const row = `${'|a'.repeat(1_000)}\n`;
  for (const text of [
    'a'.repeat(200_001),
    'a\n'.repeat(20_000),
    '\n'.repeat(20_000),
    '**a**'.repeat(20_000),
    '[1]'.repeat(20_000),
    '`a`'.repeat(20_000),
    row + '|\n'.repeat(9_000),
  ]) {
    const started = process.cpuUsage();
    const reply = await send(text);
    const { user, system } = process.cpuUsage(started);
    assert.equal(reply.json().code, 'invalid_request');
    assert.match(
      reply.json().error,
      /^"review" must be a review of at most 200,000 characters and 10,000 parts/,
    );
    assert.ok(user + system < 1_000_000, `${user + system} µs of CPU for ${text.slice(0, 9)}`);
  }
  assert.match((await send('a'.repeat(200_001), { 'accept-language': 'zh' })).json().error, /综述：至多/);
  // Quotation marks once took quadratic time.
  const started = process.cpuUsage();
  assert.equal((await send('“'.repeat(100_000))).statusCode, 200);
  const { user, system } = process.cpuUsage(started);
  assert.ok(user + system < 1_000_000, `${user + system} µs of CPU`);
});

it('POST /web/document allows ten documents a minute per session and network', async (t) => {
  const clock = manualClock();
  const test = await buildTestApp(t, { clock });
  const [cookie, other] = [await signIn(test), await signIn(test, await test.createKey())];
  const send = (cookie: string, remoteAddress = '192.0.2.1', language = 'en') =>
    test.app.inject({
      ...{ method: 'POST', url: '/web/document', payload: JSON.stringify(review), remoteAddress },
      headers: { ...ofPage, cookie, 'accept-language': language },
    });
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await send(cookie)).statusCode, 200);
  clock.advance(20_000);
  const refused = await send(cookie);
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited']);
  assert.equal(refused.headers['retry-after'], '40');
  assert.match(refused.json().error, /Too many requests of this kind; try again in 40 s/);
  assert.match((await send(cookie, '192.0.2.1', 'zh')).json().error, /请在 40 秒后重试/);
  assert.equal((await send(other)).statusCode, 200);
  assert.equal((await send(cookie, '192.0.2.2')).statusCode, 200);
  clock.advance(40_000);
  assert.equal((await send(cookie)).statusCode, 200);
});
