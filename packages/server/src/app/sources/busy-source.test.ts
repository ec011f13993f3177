import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AskResponse, ReviewResponse } from '@citewell/sdk';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { createSqliteCache } from '../../database/sqlite/cache/cache.ts';
import { answer } from '../../features/answers/answer.ts';
import { createEuropepmcRetriever } from '../../literature/sources/europepmc/client.ts';
import { createPubmedRetriever } from '../../literature/sources/pubmed/client.ts';
import { createRateLimiter } from '../../literature/sources/remote/rate-limiter.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

/**
 * Questions to sources of different speed: at NCBI's rate a second caller may wait ten seconds, although another source has
 * the same records.
 */
const questions = {
  en: 'Does zelparin prevent stroke in atrial fibrillation?',
  zh: '在 atrial fibrillation 中 zelparin 能否预防 stroke？',
};
const notes = {
  en: 'Note: PubMed was busy; Europe PMC was searched instead.',
  zh: '注意：PubMed 繁忙，已改为检索 Europe PMC。',
};

async function setUp(t: TestContext, { europepmcRecords = true, alone = false, queueMs = 200 } = {}) {
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator(europepmcRecords ? {} : { records: [] });
  const clock = { now: () => Date.now() };
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const limiter = createRateLimiter({ startsPerSecond: 3, clock });
  const options = { cache, clock, log: () => {} };
  const pubmed = createPubmedRetriever({
    ...{ ...options, limiter, baseUrl: eutils.url },
    ...{ apiKey: undefined, email: undefined },
  });
  const second = createEuropepmcRetriever({ ...options, baseUrl: europepmc.url });
  const { app, key } = await buildTestApp(t, {
    answer,
    services: {
      literature: {
        remote: alone ? [pubmed] : [pubmed, second],
        library: undefined,
        sourceTimeouts: { sourceMs: 8_000, totalMs: 15_000, queueMs },
      },
    },
  });
  t.after(async () => {
    await Promise.all([pubmed.close(), second.close(), eutils.close(), europepmc.close()]);
    cache.close();
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const post = async (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers, payload });
  return { eutils, limiter, post, pubmed };
}

describe('if the queue for PubMed exceeds the patience of a question', () => {
  for (const language of ['en', 'zh'] as const)
    it(`searches Europe PMC instead, and says so in the answer, in ${language}`, {
      tags: ['event.tool_result.busy', 'run.busy'],
    }, async (t) => {
      const { eutils, limiter, post } = await setUp(t);
      limiter.pauseUntil(Date.now() + 60_000);
      const payload = { question: questions[language], include: ['run'] };
      const { answer: text, references, run } = (await post('ask', payload)).json() as AskResponse;
      assert.ok(references.length > 0);
      assert.ok(text.includes(notes[language]), text);
      assert.deepEqual([run?.busy, run?.unavailable, run?.shortfalls], [['pubmed'], [], []]);
      assert.equal(eutils.log().length, 0);
      const events = parseEvents((await post('ask_stream', { question: questions[language] })).payload);
      const results = events.filter(({ event }) => event === 'tool_result').map(({ data }) => Object(data));
      assert.ok(results.some(({ tool, busy }) => tool === 'pubmed_search' && busy === true));
    });

  it('polishing says the same when it searches references', async (t) => {
    const { limiter, post } = await setUp(t);
    limiter.pauseUntil(Date.now() + 60_000);
    const text = 'Zelparin reduced stroke compared with warfarin without more major bleeding.';
    const events = parseEvents((await post('polish', { text })).payload);
    assert.ok(events.some(({ data }) => data.message === notes.en));
  });

  it('a review waits four times as long, then says the same', async (t) => {
    const { limiter, post } = await setUp(t, { queueMs: 50 });
    limiter.pauseUntil(Date.now() + 60_000);
    const { review } = (await post('expert', { question: questions.en })).json() as ReviewResponse;
    assert.ok(review.includes(notes.en), review);
  });

  it('waits for PubMed after all if Europe PMC has nothing', async (t) => {
    const { limiter, post } = await setUp(t, { europepmcRecords: false });
    limiter.pauseUntil(Date.now() + 1_500);
    const reply = await post('ask', { question: questions.en, include: ['run'] });
    const { answer: text, references, run } = reply.json() as AskResponse;
    assert.ok(references.length > 0, text);
    assert.doesNotMatch(text, /was busy/);
    assert.deepEqual(run?.busy, []);
  });

  it('waits for PubMed if it is the only source', async (t) => {
    const { limiter, post } = await setUp(t, { alone: true });
    limiter.pauseUntil(Date.now() + 1_000);
    const { references } = (await post('ask', { question: questions.en })).json() as AskResponse;
    assert.ok(references.length > 0);
  });

  it('does not report “nothing found” if PubMed is busy for too long and Europe PMC finds nothing', async (t) => {
    const { limiter, post } = await setUp(t, { europepmcRecords: false });
    limiter.pauseUntil(Date.now() + 60_000);
    const { answer: text } = (await post('ask', { question: questions.en })).json() as AskResponse;
    assert.doesNotMatch(text, /No literature found/);
    assert.match(text, /PubMed could not be reached/);
  });
});
