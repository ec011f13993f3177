import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticRecords } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { createSqliteCache } from '../../database/sqlite/cache/cache.ts';
import { answer } from '../../features/answers/answer.ts';
import { createEuropepmcRetriever } from '../../literature/sources/europepmc/client.ts';
import { createPubmedRetriever } from '../../literature/sources/pubmed/client.ts';
import type { RemoteRetriever } from '../../literature/sources/retriever.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const questions = {
  en: 'Does zelparin prevent stroke in atrial fibrillation?',
  zh: '在 atrial fibrillation 中 zelparin 能否预防 stroke？',
};
/** The service with both simulated sources; `asked` records the deadlines given to them. */
async function setUp(t: TestContext, { sourceMs = 1_000 } = {}) {
  const sourceTimeouts = { sourceMs, totalMs: 10 * sourceMs, queueMs: sourceMs / 2 };
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator();
  const clock = { now: () => Date.now() };
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const freely = { acquire: async () => true as const, pauseUntil: () => {} };
  const options = { cache, clock, log: () => {}, limiter: freely, sleep: async () => {} };
  const asked: { source: string; deadline: number }[] = [];
  const overheard = (retriever: RemoteRetriever): RemoteRetriever => ({
    ...retriever,
    search(query, given) {
      asked.push({ source: retriever.source, deadline: given.deadline });
      return retriever.search(query, given);
    },
    fetch(pmids, given) {
      asked.push({ source: retriever.source, deadline: given.deadline });
      return retriever.fetch(pmids, given);
    },
  });
  const remote = [
    createPubmedRetriever({ ...options, baseUrl: eutils.url, apiKey: undefined, email: undefined }),
    createEuropepmcRetriever({ ...options, baseUrl: europepmc.url }),
  ];
  const { app, key } = await buildTestApp(t, {
    answer,
    services: {
      literature: { remote: remote.map(overheard), library: undefined, sourceTimeouts },
    },
  });
  t.after(async () => {
    for (const each of [...remote, eutils, europepmc]) await each.close();
    cache.close();
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers, payload });
  return { eutils, europepmc, asked, post };
}

describe('with both sources hanging', () => {
  for (const language of ['en', 'zh'] as const)
    it(`an answer asks both within one timeout, in ${language}`, async (t) => {
      const { eutils, europepmc, asked, post } = await setUp(t);
      for (const source of [eutils, europepmc]) source.setFault('hang', { delayMs: 60_000 });
      const reply = await post('ask', { question: questions[language] });
      assert.equal(reply.statusCode, 502);
      assert.match(
        reply.json().error,
        language === 'en' ? /PubMed and Europe PMC could not be reached/ : /未能连接PubMed、Europe PMC/,
      );
      assert.deepEqual(
        asked.map(({ source }) => source),
        ['pubmed', 'europepmc'],
      );
      assert.equal(asked[1]?.deadline, asked[0]?.deadline);
    });

  it('a citation check asks both within one timeout', async (t) => {
    const { eutils, europepmc, asked, post } = await setUp(t);
    for (const source of [eutils, europepmc]) source.setFault('hang', { delayMs: 60_000 });
    const reply = await post('factcheck_verify', { sentence: 'Zelparin lowered stroke.', pmid: '90000001' });
    assert.equal(reply.statusCode, 502);
    assert.deepEqual(
      asked.map(({ source }) => source),
      ['pubmed', 'europepmc'],
    );
    assert.equal(asked[1]?.deadline, asked[0]?.deadline);
  });
});

describe('with PubMed hanging', () => {
  it('Europe PMC takes over, and each call has its result', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('hang', { delayMs: 60_000 });
    const events = parseEvents((await post('ask_stream', { question: questions.en })).payload);
    const tools = events.flatMap(({ event, data }) =>
      event === 'tool_call' || event === 'tool_result' ? [`${event} ${data.tool}`] : [],
    );
    assert.deepEqual(tools, [
      'tool_call pubmed_search',
      'tool_result pubmed_search',
      'tool_call europepmc_search',
      'tool_result europepmc_search',
    ]);
    assert.ok(events.some(({ event, data }) => event === 'references' && Object(data.refs).length > 0));
  });

  it('a citation check uses the record of Europe PMC before PubMed’s deadline', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('hang', { delayMs: 60_000 });
    const { pmid = '' } = syntheticRecords().find(({ title }) => /zelparin.*stroke/i.test(title)) ?? {};
    const reply = await post('factcheck_verify', { sentence: 'Zelparin lowered stroke.', pmid });
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.json().pmid, pmid);
  });
});

describe('with a slow PubMed', () => {
  it('its records are used when it answers, and the unneeded search is not reported', async (t) => {
    const sourceMs = 6_000;
    const { eutils, europepmc, asked, post } = await setUp(t, { sourceMs });
    // Two replies, each after 0.3 of the time: together they exceed half of it, but not all of it.
    eutils.setFault('slow', { delayMs: 0.3 * sourceMs });
    europepmc.setFault('hang', { delayMs: 60_000 });
    const { payload } = await post('ask_stream', { question: questions.en });
    const events = parseEvents(payload);
    const called = events.flatMap(({ event, data }) => (event === 'tool_call' ? [data.tool] : []));
    assert.ok(called.every((tool) => tool === 'pubmed_search'));
    assert.doesNotMatch(payload, /could not be reached/);
    assert.ok(events.some(({ event, data }) => event === 'references' && Object(data.refs).length > 0));
    assert.deepEqual(
      asked.slice(0, 2).map(({ source }) => source),
      ['pubmed', 'europepmc'],
    );
  });
});
