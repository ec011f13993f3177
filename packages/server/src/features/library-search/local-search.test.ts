import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { anyCharacter } from '@citewell/core/testing/any-character.ts';
import { type LocalSearchResponse, searchFields } from '@citewell/sdk';
import fc from 'fast-check';
import { addDemonstration } from '../../library/demonstration.ts';
import { openLibraryWriter, openSearchPool } from '../../library/open-library.ts';
import { SearchPool } from '../../library/search/search-pool.ts';
import { createLibraryRetriever } from '../../literature/sources/local/retriever.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { many, open, path, term } from '../../testing/app/library-search-app.ts';
import { memoryLibrary } from '../../testing/library/memory-library.ts';
import { casesOf } from '../../testing/process/cases.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { answer } from '../answers/answer.ts';
import { localSearchResponse } from './local-search-schema.ts';

describe(`POST ${path}`, () => {
  it('returns the total, whole records and the next offset', { tags: ['search'] }, async (t) => {
    const { found } = await open(t);
    assert.deepEqual(await found(term('title', 'metformin trial')), {
      total: 1,
      articles: [
        {
          pmid: '101',
          title: 'Metformin in adults with type 2 diabetes: a trial.',
          authors: 'Doe J, Li W',
          journal: 'Journal of Tests',
          year: '2021',
          abstract: 'METHODS: We looked.\nIt worked.',
          keywords: ['Metformin', 'Humans', '二甲双胍'],
          publication_types: ['Journal Article', 'Randomized Controlled Trial'],
          doi: '10.1000/XYZ',
          retracted: false,
        },
      ],
      next_offset: null,
    });
    assert.deepEqual((await found(term('title', '二甲双胍'))).total, 1);
  });

  it('marks retracted records and hides none', async (t) => {
    const { found } = await open(t);
    const { articles } = await found(term('title', 'metformin'));
    assert.deepEqual(
      articles.map(({ pmid, retracted: marked, doi, abstract }) => [pmid, marked, doi, abstract]),
      [
        ['101', false, '10.1000/XYZ', 'METHODS: We looked.\nIt worked.'],
        ['102', true, '', ''],
      ],
    );
  });

  it('defaults to all records, newest first, 50 from the start', {
    tags: [
      'search.request.sort',
      'search.request.limit',
      'search.request.offset',
      'limit.limit',
      'limit.offset',
    ],
  }, async (t) => {
    const { found, library } = await open(t);
    const { total, articles, next_offset } = await found({});
    assert.deepEqual([total, articles.length, next_offset], [62, 50, 50]);
    assert.deepEqual(library.queries, [
      { conditions: [], years: {}, sort: 'date_desc', limit: 50, offset: 0 },
    ]);
  });

  it('passes on every condition, year, order and page', {
    tags: ['search.request.terms', 'search.request.year_from', 'search.request.year_to'],
  }, async (t) => {
    const { found, library } = await open(t);
    const terms = searchFields.map((field) => ({ field, value: `${field} 1 "a b" 糖尿` }));
    await found({ terms, year_from: '1999', year_to: '2020', sort: 'relevance', limit: 7, offset: 21 });
    assert.deepEqual(library.queries, [
      { conditions: terms, years: { from: 1999, to: 2020 }, sort: 'relevance', limit: 7, offset: 21 },
    ]);
  });

  it('pages through all results to a last page', async (t) => {
    const { found } = await open(t);
    const seen: string[] = [];
    const offsets: (number | null)[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page: LocalSearchResponse = await found({ limit: 25, offset });
      seen.push(...page.articles.map(({ pmid }) => pmid));
      offset = page.next_offset;
      offsets.push(offset);
    }
    assert.deepEqual(offsets, [25, 50, null]);
    assert.equal(new Set(seen).size, 62);
  });

  it('pages up to offset 10,000, reports the full total and rejects larger offsets', async (t) => {
    const library = {
      ...memoryLibrary([]),
      search: async () => ({ total: 12_345, articles: many.slice(0, 50) }),
    };
    const { found, refused } = await open(t, { services: { library } });
    const allowed = /^"offset" must be a whole number from 0 to 10,000 .*; got the number 1\d+\.$/;
    for (const offset of [10_001, 12_344]) assert.match(await refused({ offset }), allowed);
    assert.match(await refused({ offset: 10_001 }, 'zh'), /^"offset" 应为 0 到 10,000 的整数/);
    assert.equal((await found({ offset: 9_950 })).next_offset, 10_000);
    const last = await found({ offset: 9_951 });
    assert.deepEqual([last.total, last.next_offset], [12_345, null]);
    for (const offset of [12_345, 1e9, Number.MAX_SAFE_INTEGER])
      assert.deepEqual(await found({ offset }), { total: 12_345, articles: [], next_offset: null });
  });

  it('returns an empty page at any offset past the end', async (t) => {
    const { found } = await open(t);
    for (const offset of [62, 10_000, 10_001, 1e9])
      assert.deepEqual(await found({ offset }), { total: 62, articles: [], next_offset: null });
  });

  it('searches in the name of its key, as answers, reviews and citation checks do', async (t) => {
    const sentence = 'Metformin lowered mortality in adults with diabetes.';
    const cited = anArticle('900', { abstract: [{ text: sentence }], doi: '10.1000/one' });
    const library = memoryLibrary([...many, cited]);
    const literature = { remote: [], library: createLibraryRetriever(library, () => undefined) };
    const { createKey, postTo } = await open(t, { answer, services: { library, literature } });
    const callersOf = async (key: string) => {
      const callers = new Set<string | undefined>();
      const asked: [path: string, body: object][] = [
        [path, term('title', 'paper')],
        [path, { ...term('title', 'paper'), offset: 10_001 }],
        ['/ai/api/ask', { question: 'Does metformin lower mortality in diabetes?' }],
        ['/ai/api/ask_stream', { question: '二甲双胍能降低糖尿病患者的死亡率吗？' }],
        ['/ai/api/ask', { question: 'What do PMID 900 and doi:10.1000/one say about metformin?' }],
        ['/ai/api/expert', { question: 'Metformin and mortality in diabetes' }],
        ['/ai/api/factcheck_verify', { sentence, pmid: '900' }],
        ['/ai/api/factcheck_batch', { pairs: [{ sentence, pmid: '900' }] }],
      ];
      for (const [to, body] of asked) {
        const before = library.callers.length;
        assert.equal((await postTo(to, body, { 'x-api-key': key })).status, 200, to);
        const added = library.callers.slice(before);
        assert.ok(added.length > 0, to);
        for (const caller of added) callers.add(caller);
      }
      assert.equal(callers.size, 1);
      const [caller] = callers;
      assert.ok(caller);
      return caller;
    };
    assert.notEqual(await callersOf(await createKey({})), await callersOf(await createKey({})));
  });

  it('ignores unknown fields', async (t) => {
    const { found } = await open(t);
    const terms = [{ field: 'title', value: 'metformin', boost: 3 }];
    assert.equal((await found({ terms, filter: { any: 1 }, date_from: 'x' })).total, 2);
  });
});

describe(`values of ${path}`, () => {
  const values = [
    ...['multi-agent', 'IL-6', '"un', 'NOT x', '*', 'NEAR(', 'x^2', 'p<0.05', 'C++', "a'b", '%'],
    ...['IL-17*', '"septic sho*"', '糖*', 'HLA-B*57:01', 'CYP2C19*2', '*sepsis', 'C++*'],
    ...['met\u0000formin', "';drop table document;--", '二甲双胍', '糖尿', 'β-catenin', '""', '"a b"', '\\'],
    ...[
      'AND',
      'title:x',
      '{title}',
      '(((',
      '\u202egnp',
      '😊',
      '𠮷野',
      'e\u0301tude',
      'Ünïcode',
      '１２',
      '\n',
    ],
  ];
  for (const value of values.filter((each) => each !== '\n'))
    it(`include ${JSON.stringify(value)}`, async (t) => {
      const { found, library } = await open(t);
      await found(term('title_abstract', value));
      const clean = value.replace('\u0000', '').normalize('NFC');
      assert.deepEqual(library.queries[0]?.conditions, [{ field: 'title_abstract', value: clean }]);
    });

  it('may fill the longest allowed body', async (t) => {
    const { found } = await open(t);
    const terms = Array.from({ length: 20 }, () => ({ field: 'title', value: '𠮷'.repeat(500) }));
    assert.equal((await found({ terms })).total, 0);
  });
});

describe(`request validation of ${path}`, () => {
  const fine = { field: 'title', value: 'x' };
  const rejections: [body: unknown, en: RegExp, zh: RegExp][] = [
    [{ terms: 'x' }, /^"terms" must be an array of at most 20/, /^"terms" 应为最多含 20 个条件的数组/],
    [{ terms: {} }, /^"terms" must be an array/, /^"terms" 应为/],
    [{ terms: 'x' }, /^"terms" must be an array/, /^"terms" 应为/],
    [{ terms: [null] }, /^"terms\[0\]" must be an object/, /^"terms\[0\]" 应为/],
    [{ terms: [fine, 'x'] }, /^"terms\[1\]" must be an object/, /^"terms\[1\]" 应为/],
    [{ terms: [{}] }, /^"terms\[0\]\.field" is required: one of "title"/, /缺少必填字段 "terms\[0\]\.field"/],
    [{ terms: [{ field: 'title' }] }, /^"terms\[0\]\.value" is required/, /"terms\[0\]\.value"/],
    [{ terms: Array(21).fill(fine) }, /^"terms" must be .*; got an array of 21/, /含 21 个元素/],
    ...['rowid', 'title OR 1', 'Title', '', 'toString', '__proto__', 5, null, ['title']].map(
      (field): [unknown, RegExp, RegExp] => [
        { terms: [{ field, value: 'x' }] },
        /^"terms\[0\]\.field" must be one of "title", "abstract"/,
        /^"terms\[0\]\.field" 应为下列之一/,
      ],
    ),
    ...['', ' \t\n', '\u200b\u3164', '\u0000\u0007', 'x'.repeat(501), 1, true, null, {}, ['x']].map(
      (value): [unknown, RegExp, RegExp] => [
        { terms: [fine, { field: 'title', value }] },
        /^"terms\[1\]\.value" must be text of 1 to 500 characters/,
        /^"terms\[1\]\.value" 应为 1 到 500 个字符的文本/,
      ],
    ),
    ...['se*', 'β-a*', 'sepsis IL-6*', 'ｐ＊'].map((value): [unknown, RegExp, RegExp] => [
      { terms: [fine, { field: 'title', value }] },
      /^"terms\[1\]\.value" must be text in which "\*" follows at least three letters or digits, .*; got "/,
      /^"terms\[1\]\.value" 应为 "\*" 前至少有三个字母或数字.*；收到的是/,
    ]),
    ...[
      { field: 'title', value: '"sept* shock"' },
      { field: 'title', value: '“脓毒* 休克”' },
      { field: 'abstract', value: 'beta*-blocker' },
      { field: 'author', value: 'Smi* JA, Lee K' },
    ].map((condition): [unknown, RegExp, RegExp] => [
      { terms: [condition] },
      /^"terms\[0\]\.value" must be text in which "\*" ends only the last word of a phrase or name; got "/,
      /^"terms\[0\]\.value" 应为仅在短语或姓名的最后一个词后使用 "\*" 的文本；收到的是/,
    ]),
    ...[
      { field: 'pmid', value: '3173*' },
      { field: 'doi', value: '10.1000/ab*' },
      { field: 'language', value: '英*' },
    ].map((condition): [unknown, RegExp, RegExp] => [
      { terms: [condition] },
      /^"terms\[0\]\.value" must be complete: this field cannot be searched by prefix with "\*"; got "/,
      /^"terms\[0\]\.value" 应为完整的值（此字段不支持以 "\*" 作前缀检索）；收到的是/,
    ]),
    ['{"terms":[{"field":"title","value":"a\\ud800"}]}', /"terms\[0\]\.value".*surrogate/, /半个字符/],
    ...['year_from', 'year_to'].flatMap((field) =>
      [2020, '24', '2020-01', 'abcd', '0000', '２０２０', '-1'].map((year): [unknown, RegExp, RegExp] => [
        { [field]: year },
        new RegExp(`^"${field}" must be a year of four digits`),
        new RegExp(`^"${field}" 应为四位数字的年份`),
      ]),
    ),
    [
      { year_from: '2020', year_to: '2010' },
      /^"year_from" must be a year not after "year_to"/,
      /不晚于 "year_to"/,
    ],
    ...['date_asc', 'DATE_DESC', 1].map((sort): [unknown, RegExp, RegExp] => [
      { sort },
      /^"sort" must be "date_desc" or "relevance"/,
      /^"sort" 应为 "date_desc" 或 "relevance"/,
    ]),
    ...[0, 101, -1, 1.5, '50', true, [50], 1e9].map((limit): [unknown, RegExp, RegExp] => [
      { limit },
      /^"limit" must be a whole number from 1 to 100; got/,
      /^"limit" 应为 1 到 100 的整数/,
    ]),
    ['{"limit":1e999}', /^"limit" must be/, /^"limit" 应为/],
    ...[-1, '0', 0.5, 1e16].map((offset): [unknown, RegExp, RegExp] => [
      { offset },
      /^"offset" must be a whole number from 0 to 10,000/,
      /^"offset" 应为 0 到 10,000 的整数/,
    ]),
  ];
  for (const [body, en, zh] of rejections)
    it(`rejects ${(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 90)}`, {
      tags: ['search.request.limit.most', 'limit.limit'],
    }, async (t) => {
      const { refused } = await open(t);
      assert.match(await refused(body), en);
      assert.match(await refused(body, 'zh'), zh);
    });

  it('rejects a body above 64 KB with 413', async (t) => {
    const { post, settled } = await open(t);
    assertErrorResponse(await post({ terms: [], more: 'x'.repeat(64 * 1024) }), 413, 'payload_too_large');
    assert.deepEqual(settled, []);
  });

  it('replies in the language of the values without Accept-Language', async (t) => {
    const { post } = await open(t);
    const terms = [{ field: 'title', value: '二甲双胍' }];
    const reply = await post({ terms, year_from: '2020', year_to: '2010' });
    assert.match(assertErrorResponse(reply, 400, 'invalid_request'), /^"year_from" 应为/);
  });

  it('checks key, module, body, quota and balance in this order', { tags: ['search.module'] }, async (t) => {
    const { post, createKey } = await open(t);
    const bad = { limit: 0 };
    const attempt = async (key: Parameters<typeof createKey>[0], body: object) =>
      post(body, { 'x-api-key': await createKey(key) });
    assertErrorResponse(await post(bad, { 'x-api-key': '' }), 401, 'missing_key');
    const other = { modules: ['factcheck' as const] };
    assertErrorResponse(await attempt(other, bad), 403, 'no_permission:ask_agent');
    const poor = { dailyQuota: 0, balance: 499 };
    assertErrorResponse(await attempt(poor, bad), 400, 'invalid_request');
    assertErrorResponse(await attempt(poor, {}), 429, 'quota_exceeded:0/0');
    assertErrorResponse(await attempt({ balance: 499 }, {}), 403, 'insufficient_balance:499/500');
    assert.equal((await attempt({ balance: 500 }, {})).status, 200);
  });
});

it('answers a timed-out search with 503 in both languages, for free, and serves others meanwhile', async (t) => {
  const library = new SearchPool({
    file: new URL('../../testing/process/scripted-worker.ts', import.meta.url),
    ...{
      workerData: new SharedArrayBuffer(4),
      workers: 1,
      concurrencyPerWorker: 1,
      workMs: 200,
      log: () => {},
    },
  });
  t.after(() => library.close());
  const test = await open(t, { services: { library } });
  for (const script of ['wait', 'hang']) {
    const [en, zh, live] = await Promise.all([
      test.post(term('title', script)),
      test.post(term('title', script), { 'accept-language': 'zh' }),
      test.app.inject({ url: '/livez' }),
    ]);
    assert.match(assertErrorResponse(en, 503, 'overloaded'), /took more than 0.2 s/);
    assert.match(assertErrorResponse(zh, 503, 'overloaded'), /检索未能在 0.2 秒内完成/);
    for (const { headers } of [en, zh])
      assert.deepEqual([headers['retry-after'], headers['x-tokens-charged']], ['5', '0']);
    assert.equal(live.statusCode, 200);
  }
  assert.deepEqual(new Set(test.settled.map(({ outcome }) => outcome)), new Set(['internal_error']));
});

it('never answers 5xx to random bodies over the real library', async (t) => {
  const location = { kind: 'sqlite', path: join(temporaryFolder(t), 'library.db') } as const;
  const writer = await openLibraryWriter(location, systemClock);
  await addDemonstration(writer);
  await writer.close();
  const library = await openSearchPool(location, (_level, event) => t.diagnostic(event), {
    deadlineMs: 600_000,
    workMs: 600_000,
  });
  t.after(() => library.close());
  const test = await open(t, { services: { library } });
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.stringMatching(/^[ "'*()%^\\;:<>+\-[\]{}|&a-c二甲糖β\u0000\ud800]{0,20}$/),
  );
  const junk = fc.anything({ maxDepth: 2, withNullPrototype: false });
  /** Values most of which are valid: rejection at the first field would test none of the others. */
  const mostly = <T>(allowed: fc.Arbitrary<T>) =>
    fc.oneof(
      { weight: 30, arbitrary: allowed },
      { weight: 1, arbitrary: text },
      { weight: 1, arbitrary: junk },
    );
  const condition = fc.record({
    field: mostly(fc.constantFrom(...searchFields)),
    value: mostly(fc.oneof(text, fc.constantFrom('metformin', '糖尿病', '"type 2"', '102', '10.1000/xyz'))),
  });
  const year = mostly(fc.integer({ min: 1000, max: 2999 }).map(String));
  const body = fc.record(
    {
      terms: mostly(fc.array(mostly(condition), { maxLength: 4 })),
      year_from: year,
      year_to: year,
      sort: mostly(fc.constantFrom('date_desc', 'relevance')),
      limit: mostly(fc.integer({ min: 1, max: 100 })),
      offset: mostly(fc.oneof(fc.nat(100), fc.nat(20_000), fc.maxSafeNat())),
      more: junk,
    },
    { requiredKeys: [] },
  );
  const anyBody = fc.oneof(
    { weight: 8, arbitrary: body.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: text },
  );
  const seed = 4_710_815;
  const count = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyBody, async (payload) => {
      const { status, headers, body: answer } = await test.post(payload);
      count.set(status, (count.get(status) ?? 0) + 1);
      if (status === 200) localSearchResponse.parse(JSON.parse(answer));
      else assertErrorResponse({ status, headers, body: answer }, 400, 'invalid_request');
    }),
    { numRuns: casesOf(800), seed },
  );
  t.diagnostic(`seed ${seed}: ${[...count].map(([status, n]) => `${n} × ${status}`).join(', ')}`);
  assert.ok((count.get(200) ?? 0) > 200, 'many of them are searches');
});
