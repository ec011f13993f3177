import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { AskResponse, CitationCheckResponse, LocalSearchResponse } from '@citewell/sdk';
import { citationStyles, exportFormats } from '@citewell/sdk/bibliography';
import { docxType } from '../../documents/docx.ts';
import { answer } from '../../features/answers/answer.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { memoryLibrary } from '../../testing/library/memory-library.ts';

const place = { volume: '12', issue: '3', pages: '201-10', issn: '0000-0027', doi: '10.5555/trial.1' };
const trial = (pmid: string) =>
  anArticle(pmid, {
    ...place,
    title: `Metformin in type 2 diabetes: a randomized trial ${pmid}.`,
    published: '2020-03-05',
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: ['Humans', 'Metformin'],
    affiliations: ['Somewhere'],
    abstract: [
      { label: 'METHODS', text: `We enrolled 240 adults with type 2 diabetes in trial ${pmid}.` },
      { label: 'RESULTS', text: `Metformin lowered HbA1c by 1.1% in type 2 diabetes in trial ${pmid}.` },
    ],
  });
const trials = ['1001', '1002', '1003'].map(trial);
const question = 'Does metformin lower HbA1c in type 2 diabetes?';
const bodies = {
  ask: { question },
  expert: { question: 'Metformin and HbA1c in type 2 diabetes' },
  local_advanced_search: { terms: [{ field: 'title', value: 'metformin' }] },
  factcheck_verify: {
    sentence: 'Metformin lowered HbA1c by 1.1% in type 2 diabetes in trial 1001.',
    pmid: '1001',
  },
} as const;
type Endpoint = keyof typeof bodies;

async function serve(t: TestContext, records: readonly Article[] = trials) {
  const { app, key } = await buildTestApp(t, {
    answer,
    services: {
      literature: { remote: [], library: scriptedRetriever('library', records) },
      library: memoryLibrary(records),
    },
  });
  return (endpoint: Endpoint, { query = '', headers = {}, more = {} }: Ask = {}) =>
    app.inject({
      method: 'POST',
      url: `/ai/api/${endpoint}${query}`,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      payload: { ...bodies[endpoint], ...more },
    });
}
const errorResponseIn = ({
  statusCode,
  headers,
  body,
}: Awaited<ReturnType<Awaited<ReturnType<typeof serve>>>>) => ({
  ...{ status: statusCode, headers, body },
});
type Ask = { query?: string; headers?: Record<string, string>; more?: object };

describe('the records of a reply', () => {
  it('come as files for reference managers and reference lists, by Accept or by format, from every endpoint that returns records', {
    tags: ['ask.format', 'expert.format', 'search.format', 'factcheck.format'],
  }, async (t) => {
    const post = await serve(t);
    for (const endpoint of Object.keys(bodies) as Endpoint[]) {
      for (const [format, { type, extension }] of Object.entries(exportFormats)) {
        const byFormat = await post(endpoint, { query: `?format=${format}` });
        assert.equal(byFormat.statusCode, 200, byFormat.body);
        assert.equal(byFormat.headers['content-type'], `${type}; charset=utf-8`);
        assert.equal(
          byFormat.headers['content-disposition'],
          `attachment; filename="citewell-references.${extension}"`,
        );
        for (const part of [
          'Metformin in type 2 diabetes',
          '12',
          '0000-0027',
          '10.5555/trial.1',
          'lowered HbA1c by 1.1',
        ])
          assert.ok(byFormat.body.includes(part), `${endpoint} ${format}: ${part}`);
        if (endpoint === 'expert') continue;
        assert.equal((await post(endpoint, { headers: { accept: type } })).body, byFormat.body, format);
      }
      if (endpoint === 'expert') continue;
      for (const style of Object.keys(citationStyles)) {
        const list = await post(endpoint, { query: `?format=${style}` });
        assert.match(list.body, /2020[^\n]*12\(3\)[^\n]*201[^\n]*10\.5555\/trial\.1/, `${endpoint} ${style}`);
        assert.match(String(list.headers['content-type']), /^text\/plain/);
      }
    }
    const ris = (await post('factcheck_verify', { query: '?format=ris' })).body;
    assert.match(ris, /N1 {2}- citation check: consistent\r\n/);
  });

  it('are added to the five fields if include asks for them, and otherwise leave the reply unchanged', {
    tags: ['search.request.include', 'ask.request.include'],
  }, async (t) => {
    const post = await serve(t);
    const plain = (await post('ask')).json<AskResponse>();
    assert.deepEqual(Object.keys(plain), ['answer', 'references']);
    for (const reference of plain.references)
      assert.deepEqual(Object.keys(reference), ['pmid', 'title', 'authors', 'journal', 'year']);
    const more = { include: ['bibliography'] };
    const whole = (await post('ask', { more })).json<AskResponse>();
    assert.deepEqual(
      whole.bibliography?.map(({ pmid }) => pmid),
      whole.references.map(({ pmid }) => pmid),
    );
    assert.partialDeepStrictEqual(whole.bibliography?.[0], {
      ...place,
      ...{
        published: '2020-03-05',
        languages: ['eng'],
        mesh: ['Humans', 'Metformin'],
        affiliations: ['Somewhere'],
      },
      author_list: ['Doe J'],
    });
    const found = (await post('local_advanced_search', { more })).json<LocalSearchResponse>();
    assert.deepEqual(
      found.bibliography?.map(({ pmid, volume }) => [pmid, volume]),
      [
        ['1003', '12'],
        ['1002', '12'],
        ['1001', '12'],
      ],
    );
    assert.ok(!('bibliography' in (await post('local_advanced_search')).json<object>()));
    const checked = (await post('factcheck_verify', { more })).json<CitationCheckResponse>();
    assert.equal(checked.bibliography?.[0]?.volume, '12');
    const unknown = { abstract: 'Metformin lowered HbA1c by 1.1%.', pmid: '7', ...more };
    assert.deepEqual(
      (await post('factcheck_verify', { more: unknown })).json<CitationCheckResponse>().bibliography,
      [],
    );
  });

  it('mark an invented record as invented in every format, without a link to PubMed', async (t) => {
    const post = await serve(
      t,
      trials.map((article) => ({ ...article, demonstration: true as const })),
    );
    for (const format of [...Object.keys(exportFormats), ...Object.keys(citationStyles)]) {
      const { body } = await post('ask', { query: `?format=${format}` });
      assert.match(body, /invented demonstration record/, format);
      assert.doesNotMatch(body, /pubmed/i, format);
    }
  });

  it('come in the format that Accept prefers; JSON wins for ranges that include it and for unknown types', async (t) => {
    const post = await serve(t);
    for (const [accept, type] of [
      ['text/csv;q=0.4, application/json;q=0.3', /^text\/csv/],
      ['text/csv;q=0.4, application/json;q=0.5', /^application\/json/],
      ['application/*, text/csv;q=0.9', /^application\/json/],
      ['*/*;q=0.1, TEXT/CSV ; charset=utf-8; q=0.2', /^text\/csv/],
      ['text/csv;q=0, application/pdf', /^application\/json/],
      [',;q=1, text/', /^application\/json/],
    ] as const)
      assert.match(
        String((await post('local_advanced_search', { headers: { accept } })).headers['content-type']),
        type,
        accept,
      );
  });

  it('rejects an unknown format before admission and lists the known ones', async (t) => {
    const post = await serve(t);
    const message = assertErrorResponse(
      errorResponseIn(await post('ask', { query: '?format=pdf' })),
      400,
      'invalid_request',
    );
    assert.match(message, /^"format" must be one of json, markdown, docx, ris, bibtex, .*; got "pdf"/);
    const search = assertErrorResponse(
      errorResponseIn(
        await post('local_advanced_search', { query: '?format=docx', headers: { 'accept-language': 'zh' } }),
      ),
      400,
      'invalid_request',
    );
    assert.match(search, /^"format" 应为下列之一：json、ris、/);
    const twice = await post('ask', { query: '?format=ris&format=csv' });
    assertErrorResponse(errorResponseIn(twice), 400, 'invalid_request');
    const json = await post('ask', { query: '?format=json', headers: { accept: docxType } });
    assert.match(String(json.headers['content-type']), /^application\/json/);
  });

  it('are repeated in the same format for an Idempotency-Key, and rejected in another', {
    tags: ['ask.format'],
  }, async (t) => {
    const post = await serve(t);
    const headers = { 'idempotency-key': 'once' };
    const first = await post('ask', { query: '?format=ris', headers });
    const again = await post('ask', { query: '?format=ris', headers });
    assert.deepEqual([again.headers['idempotency-replayed'], again.body], ['true', first.body]);
    assert.equal(again.headers['content-type'], first.headers['content-type']);
    assert.equal((await post('ask', { headers })).statusCode, 409);
  });
});

describe('an answer as a document', () => {
  it('is Word or Markdown with its question, date, searches and full references', async (t) => {
    const post = await serve(t);
    const word = await post('ask', { headers: { accept: docxType } });
    assert.equal(word.headers['content-type'], docxType);
    assert.equal(word.headers['content-disposition'], 'attachment; filename="citewell-answer.docx"');
    assert.equal(word.rawPayload.subarray(0, 2).toString(), 'PK');
    const { body } = await post('ask', { headers: { accept: 'text/markdown' } });
    assert.match(body, new RegExp(`^# ${question.replace('?', '\\?')}\n`));
    assert.match(body, /^## Searches\n\n- Local library \(\d{4}-\d\d-\d\d\): `.+`, \d+ records?$/m);
    assert.match(body, /^1\. Doe J\. .*2020;12\(3\):201-10\. doi:10\.5555\/trial\.1 PMID: \[100\d\]/m);
    const chinese = await post('ask', {
      query: '?format=markdown',
      more: { question: '二甲双胍能否降低2型糖尿病患者的 HbA1c？' },
    });
    assert.match(chinese.body, /^## 检索\n\n- 本地文献库（/m);
  });
});
