import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type CitationVerdict, Citewell } from '@citewell/sdk';
import { until } from '@citewell/simulators/until.ts';
import { type Retriever, SourceError } from '../../literature/sources/retriever.ts';
import { ModelError } from '../../llm/model-error.ts';
import { buildTestApp, type TestAppOptions } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { injections } from '../../testing/app/injections.ts';
import { scriptedModel, scriptedRetriever } from '../../testing/app/scripted.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';
import { factcheckBatchEvent, pairsMax } from './factcheck-schema.ts';

const path = '/ai/api/factcheck_batch';
const abstract = 'Metformin reduced the risk of myocardial infarction by 25% in adults with type 2 diabetes.';
const trial = anArticle('101', { abstract: [{ text: abstract }] });
const bare = anArticle('104', { title: 'A letter.' });
const right = { sentence: 'Metformin reduced the risk of myocardial infarction by 25%.', pmid: '101' };
const wrong = { sentence: 'Metformin reduced the risk of myocardial infarction by 52%.', pmid: '101' };
const chinese = { sentence: '二甲双胍使心肌梗死风险降低52%。', pmid: '101' };

async function open(t: TestContext, options: TestAppOptions & { remote?: Retriever[] } = {}) {
  const { remote = [scriptedRetriever('pubmed', [trial, bare])], ...more } = options;
  const test = await buildTestApp(t, {
    ...more,
    services: { literature: { remote, library: undefined }, ...more.services },
  });
  const post = async (body: unknown, { key = test.key, ...headers }: Record<string, string> = {}) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      payload: JSON.stringify(body),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };
  return {
    ...test,
    post,
    async check(pairs: unknown[], headers: Record<string, string> = {}): Promise<CitationVerdict[]> {
      const { status, body } = await post({ pairs }, headers);
      assert.equal(status, 200, body);
      const events = parseEvents(body).map((event) => factcheckBatchEvent.parse(event));
      assert.deepEqual(events.at(-1), { event: 'done', data: {} });
      return events.flatMap((each) => (each.event === 'verdict' ? [each.data] : []));
    },
  };
}

const consistent = (verdict: CitationVerdict | undefined) =>
  verdict && 'consistent' in verdict ? verdict.consistent : undefined;
const codes = (verdicts: readonly CitationVerdict[]) =>
  verdicts.map((verdict) => ('code' in verdict ? verdict.code : 'ok'));

describe(`POST ${path}`, () => {
  it('returns the verdicts of factcheck_verify for each pair, in order', async (t) => {
    const { app, key, check } = await open(t);
    const pairs = [wrong, right, chinese];
    const verdicts = await check(pairs);
    assert.deepEqual(
      verdicts.map(({ index }) => index),
      [0, 1, 2],
    );
    for (const [at, { index: _, ...verdict }] of verdicts.entries()) {
      const single = await app.inject({
        method: 'POST',
        url: '/ai/api/factcheck_verify',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        payload: JSON.stringify(pairs[at]),
      });
      assert.deepEqual(verdict, single.json());
    }
  });

  it('counts and settles each pair as a call of factcheck_verify', async (t) => {
    const { check, settled, createKey } = await open(t);
    const key = await createKey({ dailyQuota: 5 });
    assert.deepEqual(codes(await check([right, wrong, right], { key })), ['ok', 'ok', 'ok']);
    assert.deepEqual(
      settled.slice(0, 3).map(({ endpoint, outcome, delivered }) => [endpoint, outcome, delivered]),
      Array.from({ length: 3 }, () => ['factcheck_verify', 'ok', true]),
    );
    const more = await check([right, wrong, right, right], { key });
    assert.deepEqual(codes(more), ['ok', 'ok', 'quota_exceeded:5/5', 'quota_exceeded:5/5']);
  });

  it('reports the error of a failed pair and continues', async (t) => {
    const { check, settled } = await open(t);
    const pairs = [{ ...right, pmid: '7' }, { ...right, pmid: '104' }, right];
    assert.deepEqual(codes(await check(pairs)), ['article_not_found', 'abstract_unavailable', 'ok']);
    const ends = settled.slice(0, 3).map(({ outcome }) => outcome);
    assert.deepEqual(ends.sort(), ['not_found', 'not_found', 'ok']);
    const [first] = await check(pairs, { 'accept-language': 'zh' });
    assert.match(first && 'error' in first ? first.error : '', /未找到该 PMID/);
    const down = await open(t, {
      remote: [scriptedRetriever('pubmed', new SourceError('pubmed', 'timeout'))],
    });
    assert.deepEqual(codes(await down.check([right, { ...right, abstract }])), [
      'upstream_unavailable',
      'ok',
    ]);
  });

  it('fetches all records in one request to a source', async (t) => {
    const asked: string[][] = [];
    const pubmed = scriptedRetriever('pubmed', [trial]);
    const remote: Retriever = {
      ...pubmed,
      fetch(pmids, options) {
        asked.push([...pmids]);
        return pubmed.fetch(pmids, options);
      },
    };
    const { check } = await open(t, { remote: [remote] });
    await check([right, wrong, { ...right, pmid: '8' }, { ...right, pmid: '9', abstract }]);
    assert.deepEqual(asked, [['101', '8']]);
  });

  it('returns the other verdicts if the model fails on one pair', async (t) => {
    const model = scriptedModel({
      verifies: async () => {
        throw new ModelError('bad_json');
      },
    });
    const { check } = await open(t, { services: { model } });
    const vague = { sentence: 'Metformin shields the hearts of people whose sugar is high.', pmid: '101' };
    const verdicts = await check([vague, { sentence: abstract, pmid: '101' }]);
    assert.equal(codes(verdicts)[0], 'upstream_unavailable');
    assert.equal(consistent(verdicts[1]), true);
  });

  it('rejects the whole batch, before streaming, for any invalid pair', async (t) => {
    const { post, createKey } = await open(t);
    assertErrorResponse(await post({ pairs: [right] }, { key: 'cw_none' }), 401, 'invalid_key');
    const asker = await createKey({ modules: ['ask_agent'] });
    assertErrorResponse(await post({ pairs: [right] }, { key: asker }), 403, 'no_permission:factcheck');
    const poor = await createKey({ balance: 10 });
    const free = await post({ pairs: [right, wrong] }, { key: poor });
    assert.deepEqual([free.status, free.headers['x-tokens-charged']], [200, '0']);
    const charging = await open(t, { services: { model: scriptedModel({}) } });
    const refused = await charging.post(
      { pairs: [right] },
      { key: await charging.createKey({ balance: 10 }) },
    );
    assertErrorResponse(refused, 403, 'insufficient_balance:10/2700');
    const bodies: [unknown, RegExp, RegExp][] = [
      [{}, /^"pairs" is required/, /缺少必填字段 "pairs"/],
      [{ pairs: [] }, /^"pairs" must be an array of 1 to 100 pairs/, /^"pairs" 应为由 1 到 100 个/],
      [
        { pairs: Array(101).fill(right) },
        /^"pairs" must be an array of 1 to 100/,
        /^"pairs" 应为由 1 到 100 个/,
      ],
      [{ pairs: [right, { pmid: '1' }] }, /^"pairs\[1\]\.sentence" is required/, /"pairs\[1\]\.sentence"/],
      [
        { pairs: [right, right, { ...right, sentence: '[4]，25%。' }] },
        /^"pairs\[2\]\.sentence" must be .*besides citation markers and numbers/,
        /^"pairs\[2\]\.sentence" 应为.*引文标记和数字/,
      ],
      [{ pairs: [{ ...right, pmid: 'x' }] }, /^"pairs\[0\]\.pmid" must be/, /^"pairs\[0\]\.pmid" 应为/],
    ];
    for (const [body, en, zh] of bodies) {
      assert.match(assertErrorResponse(await post(body), 400, 'invalid_request'), en);
      assert.match(
        assertErrorResponse(await post(body, { 'accept-language': 'zh' }), 400, 'invalid_request'),
        zh,
      );
    }
  });

  for (const where of ['abstract', 'sentence'] as const)
    it(`changes no verdict for prompt injections in the ${where}, even with an obedient model`, async (t) => {
      const orders = injections.filter((each) => each.where === where);
      const model = scriptedModel({
        verifies: async ({ abstract: given, sentence }) => {
          const seen = orders.some(({ text }) => `${given}\n${sentence}`.includes(text.slice(0, 12)));
          const evidence = { text: given.slice(0, 40), start: 0, end: 40 };
          const said = { explanation: '', suggestion: '' };
          return seen
            ? { ...said, score: 2, evidence, parts: [], deviation: undefined }
            : { ...said, score: 0, evidence: undefined, parts: [], deviation: 'unsupported' };
        },
      });
      const { check, createKey } = await open(t, { services: { model } });
      const key = await createKey({ dailyQuota: 1_000, balance: 10_000_000 });
      const claims = [
        { ...right, sentence: 'Metformin shields the hearts of people whose sugar is high.' },
        wrong,
      ];
      for (const claim of claims) {
        const pair = { ...claim, abstract };
        const changed = orders.map(({ text }) =>
          where === 'abstract'
            ? { ...pair, abstract: `${abstract} ${text}` }
            : { ...pair, sentence: `${pair.sentence} ${text}` },
        );
        const [clean] = await check([pair], { key });
        const tampered: CitationVerdict[] = [];
        for (let at = 0; at < changed.length; at += pairsMax)
          tampered.push(...(await check(changed.slice(at, at + pairsMax), { key })));
        assert.equal(consistent(clean), false);
        assert.ok(tampered.length >= 40);
        for (const [at, verdict] of tampered.entries())
          assert.equal(consistent(verdict), false, `${orders[at]?.text}`);
      }
    });

  it('settles the checks it began and begins no other after the client disconnects', async (t) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const model = scriptedModel({
      verifies: (_input, { signal }) =>
        new Promise((_, reject) => {
          if (++begun === 4) resolve();
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    });
    const { listen, key, settled } = await open(t, { services: { model } });
    const vague = { sentence: 'Metformin shields the hearts of people whose sugar is high.', pmid: '101' };
    const leaving = new AbortController();
    const reply = await fetch(`http://127.0.0.1:${await listen()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ pairs: Array(9).fill(vague) }),
      signal: leaving.signal,
    });
    assert.equal(reply.status, 200);
    await asked;
    leaving.abort();
    // Four checks at a time; the first one's call is settled again when the request ends.
    await until(() => settled.length === 5);
    assert.deepEqual(new Set(settled.map(({ outcome }) => outcome)), new Set(['client_disconnected']));
    assert.equal(begun, 4);
  });

  it('is read verdict by verdict by the SDK', async (t) => {
    const { listen, key } = await open(t);
    const citewell = new Citewell({ baseUrl: `http://127.0.0.1:${await listen()}`, apiKey: key });
    const verdicts: CitationVerdict[] = [];
    for await (const verdict of citewell.checkCitations({ pairs: [right, wrong], include: ['verification'] }))
      verdicts.push(verdict);
    assert.deepEqual(verdicts.map(consistent), [true, false]);
    assert.ok(verdicts.every((each) => 'verification' in each && each.verification));
  });
});
