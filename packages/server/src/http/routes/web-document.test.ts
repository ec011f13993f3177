import assert from 'node:assert/strict';
import { it } from 'node:test';
import { docxType } from '../../documents/docx.ts';
import { buildTestApp, fixedReference } from '../../testing/build-test-app.ts';

const ofPage = { 'x-citewell-page': '1', 'content-type': 'application/json' };
const review = { review: '# 标题\n\nIt works [1].', references: [fixedReference], language: 'zh' };

it('POST /web/document makes a Word file of what a page shows, for who is signed in there, and bills nothing', async (t) => {
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
