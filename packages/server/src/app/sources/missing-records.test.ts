import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { AskResponse, AvatarChatResponse, ReviewResponse } from '@citewell/sdk';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { simulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import type { RecordFields } from '@citewell/simulators/pubmed/record-fields.ts';
import { createSqliteCache } from '../../database/sqlite/cache/cache.ts';
import { answer } from '../../features/answers/answer.ts';
import { createEuropepmcRetriever } from '../../literature/sources/europepmc/client.ts';
import { createPubmedRetriever } from '../../literature/sources/pubmed/client.ts';
import { type Retriever, SourceError } from '../../literature/sources/retriever.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

/** A source that lists a record and does not return it has not answered: nobody may be told that there is nothing. */

const pmid = '30000001';
const record = (over: Partial<RecordFields> = {}) =>
  simulatedRecord({
    pmid,
    title: 'Zelparin for the prevention of stroke in atrial fibrillation: a randomized trial.',
    abstract: [{ text: 'Zelparin lowered the risk of stroke in atrial fibrillation by 40% (P < 0.001).' }],
    journal: { title: 'Journal of Tests', abbreviation: 'J Tests' },
    published: { year: '2021' },
    ...over,
  });
/** Found by the broad search for every question here, and relevant to none. */
const other = record({
  pmid: '30000002',
  title: 'Cost of stroke units.',
  abstract: [{ text: 'Stroke units cost 12 million a year.' }],
});

const unrelated = anArticle(other.pmid, {
  title: other.title,
  abstract: [{ text: 'Units cost 12 million.' }],
});
const questions = {
  en: 'Does zelparin prevent stroke in atrial fibrillation?',
  zh: '在 atrial fibrillation 中 zelparin 能否预防 stroke？',
};
const says = {
  none: /No literature found|found no paper|未检索到能够|没有找到相关文献/,
  en: new RegExp(`record found by PubMed \\(PMID ${pmid}\\)`),
  zh: new RegExp(`PubMed 检出的 1 条记录（PMID ${pmid}）`),
  nothing: {
    en: /says nothing about the (?:evidence|literature)/,
    zh: /并不代表没有相关(?:证据|文献)/,
  },
};

type Sources = { europepmc?: boolean; instead?: Retriever; library?: Retriever };

async function setUp(t: TestContext, { europepmc: isSecond = false, instead, library }: Sources = {}) {
  const records = [record(), other];
  const eutils = await startEutilsSimulator({ rateLimit: false, records });
  const europepmc = await startEuropepmcSimulator({ records });
  const clock = { now: () => Date.now() };
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const limiter = { acquire: async () => true as const, pauseUntil: () => {} };
  const options = { cache, clock, limiter, log: () => {}, sleep: async () => {} };
  const pubmed = createPubmedRetriever({
    ...options,
    baseUrl: eutils.url,
    apiKey: undefined,
    email: undefined,
  });
  const second = createEuropepmcRetriever({ ...options, baseUrl: europepmc.url });
  const remote = instead ? [instead] : isSecond ? [pubmed, second] : [pubmed];
  const { app, key } = await buildTestApp(t, {
    answer,
    services: {
      literature: { remote, library },
    },
  });
  t.after(async () => {
    await Promise.all([pubmed.close(), second.close(), eutils.close(), europepmc.close()]);
    cache.close();
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const post = async (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers, payload });
  return { eutils, europepmc, post };
}

for (const language of ['en', 'zh'] as const) {
  const question = questions[language];

  describe(`with PubMed listing the one relevant paper but not returning it, in ${language}`, () => {
    it('ask names the missing record, and does not report “nothing found”', {
      tags: ['run.shortfalls'],
    }, async (t) => {
      const { eutils, post } = await setUp(t);
      eutils.setFault('missing-ids');
      const reply = await post('ask', { question, include: ['run'] });
      assert.equal(reply.statusCode, 200);
      const { answer: text, references, run } = reply.json() as AskResponse;
      assert.deepEqual(references, []);
      assert.doesNotMatch(text, says.none);
      assert.match(text, says[language]);
      assert.match(text, says.nothing[language]);
      assert.deepEqual(run?.unavailable, ['pubmed']);
      assert.deepEqual(run?.shortfalls, [
        { source: 'pubmed', missing_pmids: [pmid], withheld: 0, failed_searches: [] },
      ]);
    });

    it('avatar_chat, expert and the Discussion mode say the same', async (t) => {
      const { eutils, post } = await setUp(t);
      eutils.setFault('missing-ids');
      const { reply } = (await post('avatar_chat', { message: question })).json() as AvatarChatResponse;
      const { review, run } = (await post('expert', { question, include: ['run'] })).json() as ReviewResponse;
      const stream = await post('ask_stream', {
        question,
        mode: 'discussion',
        file_content: 'Zelparin lowered stroke by 38% in 400 patients with atrial fibrillation.',
      });
      const discussion = parseEvents(stream.payload)
        .map(({ data }) => Object(data).text ?? '')
        .join('');
      assert.deepEqual(
        run?.shortfalls.map((each) => each.missing_pmids),
        [[pmid]],
      );
      for (const text of [reply, review]) {
        assert.doesNotMatch(text, says.none);
        assert.match(text, says[language]);
        assert.match(text, says.nothing[language]);
      }
      assert.match(discussion, says[language]);
    });

    it('polish explains why a sentence got no reference', async (t) => {
      const { eutils, post } = await setUp(t);
      eutils.setFault('missing-ids');
      const text =
        language === 'en'
          ? 'Zelparin lowered the risk of stroke in atrial fibrillation by 40%.'
          : '研究显示 zelparin 使 atrial fibrillation 患者的 stroke 风险降低了40%。';
      const { payload } = await post('polish', { text });
      const said = parseEvents(payload)
        .map(({ data }) => Object(data).message ?? '')
        .join('\n');
      assert.match(
        said,
        language === 'en' ? /Not everything that PubMed found/ : /PubMed 检出的内容未能全部获取/,
      );
    });

    it('a tool_result reports it', { tags: ['event.tool_result.shortfall'] }, async (t) => {
      const { eutils, post } = await setUp(t);
      eutils.setFault('missing-ids');
      const events = parseEvents((await post('ask_stream', { question })).payload);
      const results = events.filter(({ event }) => event === 'tool_result').map(({ data }) => Object(data));
      assert.deepEqual(results[0]?.shortfall?.missing_pmids, [pmid]);
    });
  });
}

describe('with PubMed withholding the only record of a broader search', () => {
  it('ask names the record and reports no failed search', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('missing-ids');
    for (const [language, misspelt] of [
      ['en', 'Is zelparinn effective?'],
      ['zh', 'zelparinn 是否有效？'],
    ] as const) {
      const reply = await post('ask', { question: misspelt, include: ['run'] });
      const { answer: text, run } = reply.json() as AskResponse;
      assert.match(text, says[language]);
      assert.match(text, says.nothing[language]);
      assert.doesNotMatch(text, /failed search|失败/);
      assert.deepEqual(run?.shortfalls, [
        { source: 'pubmed', missing_pmids: [pmid], withheld: 0, failed_searches: [] },
      ]);
    }
  });
});

describe('a record requested by PMID', () => {
  it('is upstream_unavailable if PubMed lists it but does not return it, and article_not_found if it is unknown', async (t) => {
    const { eutils, post } = await setUp(t);
    const check = (of: string) =>
      post('factcheck_verify', { sentence: 'Zelparin lowered the risk of stroke.', pmid: of });
    eutils.setFault('missing-ids');
    assert.equal((await check(pmid)).json().code, 'upstream_unavailable');
    assert.equal((await check('39999999')).json().code, 'article_not_found');
    eutils.clearFaults();
    assert.equal((await check(pmid)).statusCode, 200);
  });

  it('is reported as missing in an answer about it', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('no-records');
    const reply = await post('ask', { question: `What did PMID ${pmid} find?` });
    assert.equal(reply.json().code, 'upstream_unavailable');
    eutils.clearFaults();
    const none = (await post('ask', { question: 'What did PMID 39999999 find?' })).json() as AskResponse;
    assert.match(none.answer, /No literature found/);
  });
});

describe('with Europe PMC standing in and withholding records that it counts', () => {
  it('ask reports how many, and not that there are none', async (t) => {
    const { eutils, europepmc, post } = await setUp(t, { europepmc: true });
    eutils.setFault('router-502');
    europepmc.setFault('missing-records');
    const first = (await post('ask', { question, include: ['run'] })).json() as AskResponse;
    const again = (await post('ask', { question, include: ['run'] })).json() as AskResponse;
    for (const { answer: text, run } of [first, again]) {
      assert.match(text, /1 record that Europe PMC reported but did not return/);
      assert.equal(run?.shortfalls[0]?.withheld, 1);
    }
  });
});

describe('with one of the searches of a question failing', () => {
  it('ask reports the failed search despite unrelated results of the other', async (t) => {
    const { post } = await setUp(t, {
      instead: {
        ...scriptedRetriever('pubmed', []),
        async search() {
          const executed = [{ query: '(stroke)', total: 1 }];
          return {
            ...{ source: 'pubmed', articles: [unrelated], executed, missing: [], failed: ['(zelparin)'] },
          } as const;
        },
      },
    });
    for (const [language, pattern] of [
      ['en', /1 failed search in PubMed/],
      ['zh', /PubMed 中 1 次检索失败，其结果未知/],
    ] as const) {
      const reply = await post('ask', { question: questions[language], include: ['run'] });
      const { answer: text, run } = reply.json() as AskResponse;
      assert.doesNotMatch(text, says.none);
      assert.match(text, pattern);
      assert.deepEqual(run?.shortfalls[0]?.failed_searches, ['(zelparin)']);
    }
  });

  it('ask does not report “nothing found” if the spelling search fails', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('router-503', { endpoint: 'espell' });
    const reply = await post('ask', { question: 'Does frobnicol cure whiffle disease?', include: ['run'] });
    const { answer: text, run } = reply.json() as AskResponse;
    assert.doesNotMatch(text, says.none);
    assert.match(text, says.nothing.en);
    assert.deepEqual(run?.shortfalls[0]?.failed_searches, ['spelling']);
  });
});

describe('an unreadable library', () => {
  it('does not make a record unknown', async (t) => {
    const broken = scriptedRetriever('library', new SourceError('library', 'unreachable'));
    const { post } = await setUp(t, { library: broken });
    const check = { sentence: 'Zelparin lowered the risk of stroke.', pmid: '39999999' };
    assert.equal((await post('factcheck_verify', check)).json().code, 'upstream_unavailable');
  });
});

const question = questions.en;
