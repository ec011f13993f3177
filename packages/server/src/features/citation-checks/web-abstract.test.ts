import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { referenceOf, toCitable } from '../../literature/ranking/passage.ts';
import { SourceError } from '../../literature/sources/retriever.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';

const article = anArticle('101', {
  abstract: [{ label: '结果', text: '血糖下降。' }, { text: 'Diarrhea was common.' }],
  doi: '10.1000/x',
});

it('GET /web/abstract returns a signed-in page the abstract with the offsets of the evidence, for free', async (t) => {
  const literature = { remote: [scriptedRetriever('pubmed', [article])], library: undefined };
  const test = await buildTestApp(t, { services: { literature } });
  const headers = { 'x-api-key': test.key };
  const get = (pmid: string) => test.app.inject({ url: `/web/abstract?pmid=${pmid}`, headers });
  assert.deepEqual((await get('101')).json(), {
    ...referenceOf(toCitable(article)),
    abstract: '结果: 血糖下降。\nDiarrhea was common.',
    doi: '10.1000/x',
  });
  assert.equal((await get('102')).json().code, 'article_not_found');
  const refused = await get('1%3Cx');
  assert.equal(refused.json().code, 'invalid_request');
  assert.match(refused.json().error, /^"pmid" must be .*digits.*; got "1<x"\.$/);
  const inChinese = { ...headers, 'accept-language': 'zh' };
  const refusedInChinese = await test.app.inject({ url: '/web/abstract?pmid=x', headers: inChinese });
  assert.match(refusedInChinese.json().error, /^"pmid" 应为.*数字.*；收到的是/);
  assert.equal((await test.app.inject('/web/abstract?pmid=101')).json().code, 'missing_key');
  const page = { url: '/web/abstract?pmid=101', headers: { 'x-citewell-page': '1' } };
  assert.equal((await test.app.inject(page)).json().code, 'not_signed_in');
  assert.deepEqual(test.settled, []);
});

it('GET /web/abstract distinguishes a failed source from a missing article', async (t) => {
  const down = scriptedRetriever('pubmed', new SourceError('pubmed', 'unreachable'));
  const test = await buildTestApp(t, { services: { literature: { remote: [down], library: undefined } } });
  const url = '/web/abstract?pmid=101';
  const reply = await test.app.inject({ url, headers: { 'x-api-key': test.key } });
  assert.equal(reply.json().code, 'upstream_unavailable');
});
