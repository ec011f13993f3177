import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { AskResponse, RunRecord } from '@citewell/sdk';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { createSqliteCache } from '../database/sqlite/cache/cache.ts';
import { answer } from '../features/answers/answer.ts';
import { CitationWriter } from '../features/answers/citations/citation-writer.ts';
import { quoteEvidence } from '../features/answers/quote-evidence.ts';
import { changedSince, passagesOfRun } from '../features/answers/trust/replay-run.ts';
import { loadCategories } from '../literature/query/category.ts';
import { createPubmedRetriever } from '../literature/sources/pubmed/client.ts';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { scriptedRetriever } from '../testing/app/scripted.ts';
import { parseEvents } from '../testing/process/sse-reader.ts';

const trial = anArticle('1001', {
  title: 'Metformin in type 2 diabetes: a randomized trial.',
  publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
  mesh: ['Humans', 'Metformin'],
  errata: [{ citation: 'J Tests. 2021;2:3.' }],
  abstract: [
    { label: 'METHODS', text: 'We enrolled 240 adults with type 2 diabetes.' },
    { label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).' },
    { label: '结果', text: '二甲双胍使2型糖尿病患者糖化血红蛋白降低1.1%。' },
  ],
});
const mice = anArticle('1002', {
  title: 'Metformin in a mouse model of type 2 diabetes.',
  mesh: ['Animals', 'Mice'],
  abstract: [
    {
      text: 'Metformin lowered glucose in mice with type 2 diabetes. 二甲双胍降低了2型糖尿病小鼠的血糖水平。',
    },
  ],
});
const questions = {
  en: 'Does metformin work in type 2 diabetes?',
  zh: '二甲双胍对2型糖尿病有效吗？',
};

/** The complete service on these records. */
async function serve(t: TestContext, records: readonly Article[] = [trial, mice]) {
  const { app, key } = await buildTestApp(t, {
    answer,
    services: {
      literature: { remote: [], library: scriptedRetriever('library', records) },
    },
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers, payload });
  return {
    post,
    ask: async (payload: object) => (await post('ask', payload)).json() as AskResponse,
  };
}

for (const language of ['en', 'zh'] as const) {
  const question = questions[language];

  describe(`include, asked in ${language}`, () => {
    it('adds nothing by default', async (t) => {
      const { ask, post } = await serve(t);
      assert.deepEqual(Object.keys(await ask({ question })), ['answer', 'references']);
      const events = parseEvents((await post('ask_stream', { question })).body).map(({ event }) => event);
      assert.ok(!events.includes('trust') && !events.includes('run'));
    });

    it('adds a trust card for each reference, in order, as one event after the references', async (t) => {
      const { ask, post } = await serve(t);
      const { references, trust = [] } = await ask({ question, include: ['trust'] });
      assert.deepEqual(
        trust.map(({ pmid }) => pmid),
        references.map(({ pmid }) => pmid),
      );
      const [of, ofMice] = ['1001', '1002'].map((pmid) => trust.find((card) => card.pmid === pmid));
      assert.partialDeepStrictEqual(of, {
        erratum: true,
        retracted: false,
        design: 'randomized_trial',
        evidence_level: 2,
        sample_size: { n: 240, text: '240 adults' },
        subjects: 'human',
        read: 'abstract',
      });
      assert.partialDeepStrictEqual(ofMice, { design: 'animal', evidence_level: 5, subjects: 'animal' });
      const events = parseEvents((await post('ask_stream', { question, include: ['trust'] })).body);
      assert.deepEqual(
        events.slice(-3).map(({ event }) => event),
        ['references', 'trust', 'done'],
      );
      assert.deepEqual(events.at(-2)?.data, { cards: trust });
    });

    it('adds a run with the question, the searches, the records read and the answer', async (t) => {
      const { post } = await serve(t);
      const reply = await post('ask', { question, include: ['run'], date_from: '2015', max_refs: 5 });
      const { answer: text, references, run } = reply.json() as AskResponse;
      assert.ok(run);
      assert.equal(run.request_id, reply.headers['x-request-id']);
      assert.equal(run.question, question);
      assert.partialDeepStrictEqual(run.query, {
        date_from: '2015',
        date_to: null,
        max_refs: 5,
        planned: false,
      });
      assert.ok(run.query.concepts.includes('metformin') && run.query.concepts.includes('type 2 diabetes'));
      assert.deepEqual(
        run.searches.map(({ source, total }) => [source, total]),
        [['library', 2]],
      );
      assert.equal(run.counts.found, 2);
      assert.equal(run.counts.cited, references.length);
      assert.equal(run.counts.passages, run.evidence.length);
      assert.equal(run.answer_sha256, createHash('sha256').update(text).digest('hex'));
      for (const { text: sentence, sha256 } of run.evidence)
        assert.equal(sha256, createHash('sha256').update(sentence).digest('hex'));
    });

    it('adds a run from which the same answer can be written again', async (t) => {
      const { ask } = await serve(t);
      const { answer: text, references, run } = await ask({ question, include: ['run'] });
      assert.ok(run);
      assert.deepEqual(await rewritten(run), { answer: text, pmids: references.map(({ pmid }) => pmid) });
    });
  });
}

/** Writes the answer again from a run alone. */
async function rewritten(run: RunRecord): Promise<{ answer: string; pmids: string[] }> {
  const passages = passagesOfRun(run);
  const citations = new CitationWriter(passages);
  let text = '';
  for (const quoted of quoteEvidence({ language: run.language, passages, attachment: [] }))
    text += citations.write(quoted);
  return { answer: text + citations.end(), pmids: citations.references.map(({ pmid }) => pmid) };
}

describe('a run', () => {
  it('is rejected if it was modified', async (t) => {
    const { ask } = await serve(t);
    const { run } = await ask({ question: questions.en, include: ['run'] });
    assert.ok(run);
    const [first, ...others] = run.evidence;
    assert.ok(first);
    const forged = { ...run, evidence: [{ ...first, text: `${first.text} It cures.` }, ...others] };
    assert.throws(() => passagesOfRun(forged), /not the sentence that was read/);
    assert.throws(() => passagesOfRun({ ...run, articles: [] }), /names a record that is not in it/);
  });

  it('reports which of its records have changed, were retracted or are gone', async (t) => {
    const { ask } = await serve(t);
    const { run } = await ask({ question: questions.en, include: ['run'] });
    assert.ok(run);
    assert.deepEqual(changedSince(run, [trial, mice]), { changed: [], retracted: [], gone: [] });
    const corrected = { ...trial, abstract: [{ text: 'HbA1c did not fall.' }], retracted: true };
    assert.deepEqual(changedSince(run, [corrected]), {
      changed: ['1001'],
      retracted: ['1001'],
      gone: ['1002'],
    });
  });

  it('contains every query as sent to PubMed, with PubMed’s translation, at every step of a search', async (t) => {
    const eutils = await startEutilsSimulator({ rateLimit: false });
    const clock = { now: () => Date.now() };
    const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
    const pubmed = createPubmedRetriever({
      ...{ baseUrl: eutils.url, apiKey: undefined, email: undefined, cache, clock, log: () => {} },
      limiter: { acquire: async () => true, pauseUntil: () => {} },
      sleep: async () => {},
    });
    t.after(async () => {
      await pubmed.close();
      await eutils.close();
      cache.close();
    });
    const categories = loadCategories();
    const { app, key } = await buildTestApp(t, {
      answer,
      services: {
        literature: { remote: [pubmed], library: undefined },
        categories,
      },
    });
    const reply = await app.inject({
      method: 'POST',
      url: '/ai/api/ask_stream',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload: {
        question: 'Does zelparine prevent stroke in atrial fibrillation?',
        include: ['run'],
        date_from: '2010',
        category_id: 'cardiology',
      },
    });
    const events = parseEvents(reply.body);
    const run = events.find(({ event }) => event === 'run')?.data as RunRecord | undefined;
    assert.ok(run);
    const sent = eutils.log().filter(({ endpoint }) => endpoint === 'esearch');
    assert.deepEqual(
      run.searches.map(({ query }) => query),
      sent.map(({ params }) => params.term),
    );
    assert.ok(run.searches.some(({ step }) => step === 'spelling'));
    assert.match(run.searches.at(-1)?.query ?? '', /^\(zelparin /);
    assert.ok(run.searches.every(({ translation }) => translation));
    for (const { params } of sent) {
      assert.equal(params.mindate, '2010');
      assert.ok(params.term?.includes(categories.get('cardiology')?.pubmed ?? '?'));
    }
    const results = events.flatMap(({ event, data }) =>
      event === 'tool_result' ? ((data as { searches?: { query: string }[] }).searches ?? []) : [],
    );
    assert.deepEqual(
      results.map(({ query }) => query),
      run.searches.map(({ query }) => query),
    );
  });
});
