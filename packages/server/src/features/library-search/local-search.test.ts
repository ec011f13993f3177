import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import { type LocalSearchResponse, searchFields, type UsageResponse } from '@citewell/sdk';
import fc from 'fast-check';
import { z } from 'zod';
import { addDemonstration } from '../../library/demonstration.ts';
import { openLibraryWriter, openSearchPool } from '../../library/open-library.ts';
import { SearchPool } from '../../library/search/search-pool.ts';
import { buildTestApp, type TestAppOptions } from '../../testing/app/build-test-app.ts';
import { assertRefusal } from '../../testing/app/refusal.ts';
import { memoryLibrary } from '../../testing/library/memory-library.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { localSearchResponse } from './local-search-schema.ts';

const path = '/ai/api/local_advanced_search';

const trial = anArticle('101', {
  title: 'Metformin in adults with type 2 diabetes: a trial.',
  vernacularTitle: '二甲双胍治疗 2 型糖尿病的试验',
  abstract: [{ label: 'METHODS', text: 'We looked.' }, { text: 'It worked.' }],
  authors: ['Doe J', 'Li W'],
  journal: 'Journal of Tests',
  year: '2021',
  publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
  mesh: ['Metformin', 'Humans'],
  keywords: ['二甲双胍'],
  doi: '10.1000/XYZ',
});
const retracted = anArticle('102', { title: 'Metformin, retracted.', year: '2019', retracted: true });
const many = Array.from({ length: 60 }, (_, index) =>
  anArticle(String(1_000 + index), { title: `Paper number ${index} on a subject of its own.`, year: '2015' }),
);

/** The app over these records; `search` posts a body with a good key. */
async function open(
  t: TestContext,
  { articles = [trial, retracted, ...many], ...options }: TestAppOptions & { articles?: typeof many } = {},
) {
  const library = memoryLibrary(articles);
  const test = await buildTestApp(t, { ...options, services: { library, ...options.services } });
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', 'x-api-key': test.key, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };
  return {
    ...test,
    library,
    post,
    async found(body: unknown): Promise<LocalSearchResponse> {
      const { status, body: text } = await post(body);
      assert.equal(status, 200, text);
      return z.strictObject(localSearchResponse.shape).parse(JSON.parse(text));
    },
    /** The refusal's sentence, having made sure that nothing was looked for or counted. */
    async refused(body: unknown, language = 'en'): Promise<string> {
      const before = library.queries.length;
      const sentence = assertRefusal(
        await post(body, { 'accept-language': language }),
        400,
        'invalid_request',
      );
      assert.equal(library.queries.length, before);
      assert.deepEqual(test.settled, []);
      return sentence;
    },
  };
}

const term = (field: string, value: unknown) => ({ terms: [{ field, value }] });

describe(`POST ${path}`, () => {
  it('answers with total, whole records and the offset of the next page', { tags: ['search'] }, async (t) => {
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

  it('marks what was retracted, and hides nothing', async (t) => {
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

  it('fills in what the contract says is the default: everything, newest first, 50 from the beginning', {
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

  it('passes on every condition, years, order and page as they were given', {
    tags: ['search.request.terms', 'search.request.year_from', 'search.request.year_to'],
  }, async (t) => {
    const { found, library } = await open(t);
    const terms = searchFields.map((field) => ({ field, value: `${field} 1 "a b" 糖尿` }));
    await found({ terms, year_from: '1999', year_to: '2020', sort: 'relevance', limit: 7, offset: 21 });
    assert.deepEqual(library.queries, [
      { conditions: terms, years: { from: 1999, to: 2020 }, sort: 'relevance', limit: 7, offset: 21 },
    ]);
  });

  it('leads through all pages to a last one', async (t) => {
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

  it('leads no further than offset 10,000, tells the total all the same, and refuses what lies beyond', async (t) => {
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

  it('has an empty page at any offset at which there is nothing', async (t) => {
    const { found } = await open(t);
    for (const offset of [62, 10_000, 10_001, 1e9])
      assert.deepEqual(await found({ offset }), { total: 62, articles: [], next_offset: null });
  });

  it('ignores fields it does not know', async (t) => {
    const { found } = await open(t);
    const terms = [{ field: 'title', value: 'metformin', boost: 3 }];
    assert.equal((await found({ terms, filter: { any: 1 }, date_from: 'x' })).total, 2);
  });
});

describe(`what ${path} takes as words`, () => {
  const values = [
    ...['multi-agent', 'IL-6', '"un', 'NOT x', '*', 'NEAR(', 'x^2', 'p<0.05', 'C++', "a'b", '%'],
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
    it(`takes ${JSON.stringify(value)}`, async (t) => {
      const { found, library } = await open(t);
      await found(term('title_abstract', value));
      const clean = value.replace('\u0000', '').normalize('NFC');
      assert.deepEqual(library.queries[0]?.conditions, [{ field: 'title_abstract', value: clean }]);
    });

  it('takes the longest body that is allowed', async (t) => {
    const { found } = await open(t);
    const terms = Array.from({ length: 20 }, () => ({ field: 'title', value: '𠮷'.repeat(500) }));
    assert.equal((await found({ terms })).total, 0);
  });
});

describe(`what ${path} refuses, naming the field`, () => {
  const fine = { field: 'title', value: 'x' };
  const refusals: [body: unknown, en: RegExp, zh: RegExp][] = [
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
  for (const [body, en, zh] of refusals)
    it(`refuses ${(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 90)}`, {
      tags: ['search.request.limit.most'],
    }, async (t) => {
      const { refused } = await open(t);
      assert.match(await refused(body), en);
      assert.match(await refused(body, 'zh'), zh);
    });

  it('refuses more than 64 KB with 413', async (t) => {
    const { post, settled } = await open(t);
    assertRefusal(await post({ terms: [], more: 'x'.repeat(64 * 1024) }), 413, 'payload_too_large');
    assert.deepEqual(settled, []);
  });

  it('answers in the language of the values where the caller names none', async (t) => {
    const { post } = await open(t);
    const terms = [{ field: 'title', value: '二甲双胍' }];
    const reply = await post({ terms, year_from: '2020', year_to: '2010' });
    assert.match(assertRefusal(reply, 400, 'invalid_request'), /^"year_from" 应为/);
  });

  it('checks key, module, body, quota and balance in this order', { tags: ['search.module'] }, async (t) => {
    const { post, createKey } = await open(t);
    const bad = { limit: 0 };
    const attempt = async (key: Parameters<typeof createKey>[0], body: object) =>
      post(body, { 'x-api-key': await createKey(key) });
    assertRefusal(await post(bad, { 'x-api-key': '' }), 401, 'missing_key');
    const other = { modules: ['factcheck' as const] };
    assertRefusal(await attempt(other, bad), 403, 'no_permission:ask_agent');
    const poor = { dailyQuota: 0, balance: 499 };
    assertRefusal(await attempt(poor, bad), 400, 'invalid_request');
    assertRefusal(await attempt(poor, {}), 429, 'quota_exceeded:0/0');
    assertRefusal(await attempt({ balance: 499 }, {}), 403, 'insufficient_balance:499/500');
    assert.equal((await attempt({ balance: 500 }, {})).status, 200);
  });
});

describe(`the guards of ${path}`, () => {
  const headersOf = (key: string) => ({ 'content-type': 'application/json', 'x-api-key': key });

  it('knows keys in both headers, one of them, and the same in both', async (t) => {
    const { app, key } = await open(t);
    const code = async (headers: object) => {
      const reply = await app.inject({
        ...{ method: 'POST', url: path, payload: '{}' },
        headers: { 'content-type': 'application/json', ...headers },
      });
      return reply.statusCode === 200 ? 200 : reply.json<{ code: string }>().code;
    };
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const cases: [headers: object, expected: number | string][] = [
      [{}, 'missing_key'],
      [{ 'x-api-key': ' ' }, 'missing_key'],
      [{ cookie: `x-api-key=${key}` }, 'missing_key'],
      [{ 'x-api-key': wrong }, 'invalid_key'],
      [{ 'x-api-key': key.toUpperCase() }, 'invalid_key'],
      [{ authorization: `Basic ${key}` }, 'invalid_key'],
      [{ authorization: `Bearer ${key} x` }, 'invalid_key'],
      [{ 'x-api-key': key, authorization: `Bearer ${wrong}` }, 'invalid_key'],
      [{ 'x-api-key': key, authorization: `Bearer ${key}` }, 200],
      [{ authorization: `Bearer ${key}` }, 200],
      [{ 'x-api-key': key }, 200],
    ];
    for (const [headers, expected] of cases) assert.equal(await code(headers), expected);
  });

  it('refuses keys that are disabled or have expired', async (t) => {
    const { post, createKey } = await open(t);
    const with401 = async (key: Parameters<typeof createKey>[0], code: string) =>
      assertRefusal(await post({}, { 'x-api-key': await createKey(key) }), 401, code);
    await with401({ status: 'disabled', expiresAt: 1 }, 'key_disabled');
    await with401({ expiresAt: 1 }, 'key_expired');
  });

  it('is at this path and for this method only', async (t) => {
    const { app, key } = await open(t);
    const status = async (method: 'GET' | 'PUT' | 'POST', url: string) =>
      (await app.inject({ method, url, headers: headersOf(key), payload: '{}' })).statusCode;
    for (const method of ['GET', 'PUT'] as const) assert.equal(await status(method, path), 405);
    for (const url of [`${path}/`, `/${path}`, path.toUpperCase(), '/ai/api/local-advanced-search'])
      assert.equal(await status('POST', url), 404, url);
    assert.equal(await status('POST', `${path}?limit=0&key=x`), 200, 'a query is nothing to it');
  });

  it('takes JSON in UTF-8 and nothing else', async (t) => {
    const { app, key, settled } = await open(t);
    const send = async (payload: string | Buffer, headers: object = {}) => {
      const reply = await app.inject({
        ...{ method: 'POST', url: path, payload },
        headers: { ...headersOf(key), ...headers },
      });
      const { statusCode: status, body } = reply;
      if (status !== 200) assertRefusal({ status, headers: reply.headers, body }, 400, 'invalid_request');
      return status;
    };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json x', ''])
      assert.equal(await send('{}', { 'content-type': type }), 400, type);
    assert.equal(await send('{}', { 'content-type': 'application/json; charset=gbk' }), 400);
    assert.equal(await send('{}', { 'content-encoding': 'gzip' }), 400);
    for (const body of ['', 'null', '[]', '"x"', '1', '{', '{"limit":5,}', '{"limit":NaN}', '{}{}', '{} x'])
      assert.equal(await send(body), 400, body);
    assert.equal(await send(Buffer.from('7b22736f7274223a22ff227d', 'hex')), 400, 'no UTF-8');
    assert.equal(await send('{"limit":5,"limit":"x"}'), 400, 'the last of two counts');
    assert.equal(await send('{"__proto__":{"limit":5}}'), 400);
    assert.equal(await send('{"constructor":{"prototype":{"limit":5}}}'), 400);
    assert.equal(await send(`{"more":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), 400);
    assert.deepEqual(settled, []);
    assert.equal(await send('{}', { 'content-type': 'application/json; charset=utf-8' }), 200);
  });
});

describe(`the price of ${path}`, () => {
  const chargeOf = async (test: Awaited<ReturnType<typeof open>>, body: unknown) =>
    Number((await test.post(body)).headers['x-tokens-charged']);

  it('is 200 tokens at least and 500 at most, by the conditions and the titles that are returned', {
    tags: ['search.tokens'],
  }, async (t) => {
    const test = await open(t);
    assert.equal(await chargeOf(test, term('title', 'nothing has this')), 200);
    assert.equal(await chargeOf(test, term('title', 'metformin')), 200);
    assert.equal(await chargeOf(test, {}), 500);
    const [twenty, thirty] = [await chargeOf(test, { limit: 20 }), await chargeOf(test, { limit: 30 })];
    assert.ok(200 < twenty && twenty < thirty && thirty < 500, `${twenty} ${thirty}`);
    const terms = Array.from({ length: 20 }, () => ({
      field: 'title',
      value: 'nothing has this '.repeat(29),
    }));
    assert.equal(await chargeOf(test, { terms }), 500);
  });

  it('stands in my_usage as the search it was, with the conditions as prompt', async (t) => {
    const test = await open(t);
    const reply = await test.post({ ...term('title', 'paper'), limit: 20 });
    const charged = Number(reply.headers['x-tokens-charged']);
    const usage = await test.app.inject({
      url: '/ai/api/my_usage?group_by=model',
      headers: { 'x-api-key': test.key },
    });
    const { records, trend, totals, balance } = usage.json<UsageResponse>();
    const [record] = records;
    assert.equal(record?.request_id, reply.headers['x-request-id']);
    assert.deepEqual(
      [record?.endpoint, record?.outcome, record?.state, record?.estimated, record?.unbilled],
      ['local_advanced_search', 'ok', 'settled', false, 0],
    );
    assert.deepEqual(
      [record?.charged, record?.total_tokens, totals.charged, balance.held],
      [...[charged, charged, charged, 0]],
    );
    assert.equal(record?.prompt_tokens, Math.ceil(estimateTokens('paper')));
    assert.deepEqual(
      trend.map(({ key, total_tokens }) => [key, total_tokens]),
      [['local-search', charged]],
    );
  });

  it('is nothing for a search that failed, which gives its place in the quota back', async (t) => {
    const library = {
      ...memoryLibrary([]),
      async search(): Promise<never> {
        throw new ServiceError('overloaded', { headers: { 'Retry-After': '5' } });
      },
    };
    const test = await open(t, { services: { library } });
    const key = await test.createKey({ dailyQuota: 1 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const reply = await test.post({}, { 'x-api-key': key });
      assertRefusal(reply, 503, 'overloaded');
      assert.equal(reply.headers['retry-after'], '5');
      assert.equal(reply.headers['x-tokens-charged'], '0');
    }
    const usage = await test.app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } });
    const { quota, balance, totals } = usage.json<UsageResponse>();
    assert.deepEqual([quota.used, balance.held, balance.charged, totals.requests], [0, 0, 0, 2]);
  });

  it('is paid once under an Idempotency-Key, and the same bytes come again', async (t) => {
    const test = await open(t);
    const named = { 'idempotency-key': 'page 1' };
    const first = await test.post({ limit: 3 }, named);
    const again = await test.post({ limit: 3 }, named);
    assert.equal(again.body, first.body);
    assert.deepEqual([first.headers['x-tokens-charged'], again.headers['x-tokens-charged']], ['200', '0']);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(test.library.queries.length, 1);
    assertRefusal(await test.post({ limit: 4 }, named), 400, 'invalid_request');
  });
});

it('answers a search that takes too long with 503, in both languages, charges nothing, and serves others meanwhile', async (t) => {
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
    assert.match(assertRefusal(en, 503, 'overloaded'), /took more than 0.2 s/);
    assert.match(assertRefusal(zh, 503, 'overloaded'), /检索未能在 0.2 秒内完成/);
    for (const { headers } of [en, zh])
      assert.deepEqual([headers['retry-after'], headers['x-tokens-charged']], ['5', '0']);
    assert.equal(live.statusCode, 200);
  }
  assert.deepEqual(new Set(test.settled.map(({ outcome }) => outcome)), new Set(['internal_error']));
});

it('gives no 5xx to whatever body comes, over the real library in its threads', async (t) => {
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
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.stringMatching(/^[ "'*()%^\\;:<>+\-[\]{}|&a-c二甲糖β\u0000\ud800]{0,20}$/),
  );
  const junk = fc.anything({ maxDepth: 2, withNullPrototype: false });
  /** Mostly what is allowed: what is refused at the first field tells nothing of the others. */
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
      else assertRefusal({ status, headers, body: answer }, 400, 'invalid_request');
    }),
    { numRuns: 2_500, seed },
  );
  t.diagnostic(`seed ${seed}: ${[...count].map(([status, n]) => `${n} × ${status}`).join(', ')}`);
  assert.ok((count.get(200) ?? 0) > 200, 'many of them are searches');
});
