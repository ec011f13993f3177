import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { modules, type Reference } from '@citewell/sdk';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticRecords } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { buildApp } from '../../app/app.ts';
import { inlineWorkers } from '../../app/language-tasks/inline-work.ts';
import { buildServices } from '../../app/services.ts';
import { openLibraryWriter } from '../../library/open-library.ts';
import { readConfig } from '../../platform/config.ts';
import { whyNoOpenSearch } from '../../testing/library/opensearch/jars.ts';
import { newLibraryUrl, sharedOpenSearch } from '../../testing/library/opensearch/opensearch-server.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';

const english = { question: 'Does metformin lower HbA1c in type 2 diabetes?' };
const chinese = { question: '二甲双胍能降低2型糖尿病患者的糖化血红蛋白吗？' };
const notices = { en: /^\*\*Demonstration data: the papers/, zh: /^\*\*演示数据：此处引用的文献均为虚构/ };

/** Starts the service as its first start leaves it. `pubmed`: with a source that answers. */
async function start(
  t: TestContext,
  { pubmed = false, settings = {} }: { pubmed?: boolean; settings?: Record<string, string> } = {},
) {
  const eutils = await startEutilsSimulator({ records: syntheticRecords(), rateLimit: false });
  t.after(() => eutils.close());
  const config = readConfig({
    CITEWELL_DATA_DIR: temporaryFolder(t),
    CITEWELL_SOURCES: pubmed ? 'pubmed,library' : 'library',
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    ...settings,
  });
  // The service itself does not create a library in OpenSearch.
  if (config.library.kind === 'opensearch')
    await (await openLibraryWriter(config.library, systemClock)).close();
  const services = await buildServices(config);
  t.after(() => services.close());
  await services.prepareDemonstration();
  // Without worker threads, which would load the word lists again for each test.
  const app = buildApp({ ...services, languageWorkers: inlineWorkers }, { webFolder: null });
  t.after(() => app.close());
  const { secret } = await services.keys.create({
    ...{ label: 'test', modules: [...modules], balance: 10_000_000, dailyQuota: null },
    ...{ expiresAt: undefined, status: 'enabled' },
  });
  return {
    ...{ services, eutils },
    async post(path: string, payload: object, headers: Record<string, string> = {}) {
      const url = `/ai/api/${path}`;
      const reply = await app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'x-api-key': secret, ...headers },
      });
      assert.equal(reply.statusCode, 200, reply.body);
      return reply;
    },
    async write<T>(work: (writer: Awaited<ReturnType<typeof openLibraryWriter>>) => Promise<T>) {
      const writer = await openLibraryWriter(config.library, systemClock);
      try {
        return await work(writer);
      } finally {
        await writer.close();
      }
    },
    stats: () => services.library.stats(),
  };
}

const real = anArticle('31000001', {
  title: 'Metformin and HbA1c in type 2 diabetes: a randomized trial.',
  abstract: [{ label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.0% compared with placebo.' }],
});
const invented = (references: readonly Reference[]) =>
  references.filter(({ demonstration }) => demonstration);

describe('a reply with demonstration records', () => {
  it('states so in its first words, in either language, and marks each reference', {
    tags: ['reference.demonstration', 'factcheck.response.demonstration'],
  }, async (t) => {
    const { post } = await start(t);
    for (const [language, body] of [
      ['en', english],
      ['zh', chinese],
    ] as const) {
      const { answer, references } = (await post('ask', body)).json();
      assert.match(answer, notices[language]);
      assert.ok(references.length > 0);
      assert.deepEqual(invented(references), references);
      const review = (await post('expert', body)).json();
      assert.match(review.review.split('\n\n')[1], notices[language]);
      const markdown = (await post('expert', body, { accept: 'text/markdown' })).body;
      assert.match(markdown, /invented demonstration record|虚构的演示记录/);
      assert.doesNotMatch(markdown, /pubmed\.ncbi/);
      const chat = (await post('avatar_chat', { message: body.question })).json();
      if (chat.references.length > 0) assert.match(chat.reply, notices[language]);
      const sentence = { en: 'Metformin lowered HbA1c.', zh: '二甲双胍降低了糖化血红蛋白。' }[language];
      const check = (await post('factcheck_verify', { sentence, pmid: '9900000001' })).json();
      assert.equal(check.demonstration, true);
      assert.match(check.reason, /^(Warning: the cited article is an invented|警告：所引文献是虚构的)/);
    }
  });

  it('states so before how a misspelt word was read, in either language', async (t) => {
    const { post } = await start(t);
    for (const [language, question, read] of [
      ['en', 'Does metfornin lower HbA1c in type 2 diabetes?', 'Searched for “metformin”'],
      ['zh', '二甲双呱能降低2型糖尿病患者的糖化血红蛋白吗？', '已按“二甲双胍”'],
    ] as const) {
      const { answer } = (await post('ask', { question })).json();
      assert.match(answer, notices[language]);
      assert.ok(answer.includes(read), answer);
    }
  });

  it('marks each record of a search and of a tool result', async (t) => {
    const { post } = await start(t);
    const found = (await post('local_advanced_search', { limit: 3 })).json();
    assert.deepEqual(
      found.articles.map(({ demonstration }: Reference) => demonstration),
      [true, true, true],
    );
    assert.match((await post('ask_stream', english)).body, /"tool":"library_search".*"demonstration":true/);
  });

  it('never results from polishing, which inserts no invented paper', async (t) => {
    const { post } = await start(t);
    const text = 'Metformin lowered HbA1c more than placebo in adults with newly diagnosed type 2 diabetes.';
    assert.doesNotMatch((await post('polish', { text })).body, /99000000\d\d/);
  });
});

const noOpenSearch = whyNoOpenSearch();

async function openSearchSettings() {
  return { CITEWELL_LIBRARY_URL: newLibraryUrl((await sharedOpenSearch()).url) };
}

describe('demonstration records', () => {
  for (const [engine, locate] of [
    ['SQLite', async () => ({})],
    ...(noOpenSearch ? [] : [['OpenSearch', openSearchSettings] as const]),
  ] as const)
    it(`are removed by the first real record, restored by a command and removed by one, on ${engine}`, async (t) => {
      const { services, write, stats, post } = await start(t, { settings: await locate() });
      assert.deepEqual([(await stats()).records, (await stats()).demonstration], [150, 150]);
      await write((writer) =>
        writer.write({ put: [{ article: real, revisedAt: undefined }], remove: [], notices: [] }),
      );
      assert.deepEqual([(await stats()).records, (await stats()).demonstration], [1, 0]);
      await services.prepareDemonstration();
      assert.equal((await stats()).records, 1, 'the next start');
      const { answer, references } = (await post('ask', english)).json();
      assert.doesNotMatch(answer, /invented/);
      assert.deepEqual(
        references.map(({ pmid }: Reference) => pmid),
        [real.pmid],
      );
      await write(async (writer) =>
        (await import('../../library/demonstration.ts')).addDemonstration(writer),
      );
      await services.prepareDemonstration();
      assert.deepEqual([(await stats()).records, (await stats()).demonstration], [151, 150]);
      await write((writer) =>
        writer.write({
          put: [{ article: { ...real, version: 2 }, revisedAt: undefined }],
          remove: [],
          notices: [],
        }),
      );
      assert.equal((await stats()).demonstration, 150, 'what a command brought back stays');
      await write((writer) => writer.removeDemonstration());
      assert.deepEqual([(await stats()).records, (await stats()).demonstration], [1, 0]);
      assert.deepEqual(await write((writer) => writer.verify(new AbortController().signal)), []);
    });

  it('are removed once a remote source replies, and do not appear in that reply', async (t) => {
    const { services, post, stats, eutils } = await start(t, { pubmed: true });
    assert.equal((await stats()).demonstration, 150);
    const stream = (await post('ask_stream', english)).body;
    assert.doesNotMatch(stream, /99000000\d\d|"demonstration"/);
    assert.match(stream, /"tool":"library_search","total":0,"items":\[\]/);
    assert.equal((await stats()).records, 0);
    await eutils.close();
    await services.prepareDemonstration();
    assert.equal((await stats()).records, 0, 'also where it cannot be reached later');
  });

  it('are used if the remote source fails, which the answer names', async (t) => {
    const { post, stats, eutils } = await start(t, { pubmed: true });
    await eutils.close();
    const { answer, references } = (await post('ask', english)).json();
    assert.match(answer, notices.en);
    assert.match(answer, /PubMed could not be reached/);
    assert.deepEqual(invented(references), references);
    assert.equal((await stats()).demonstration, 150);
  });

  it('do not appear beside a replying source, even after a command restored them', async (t) => {
    const { post, stats, write } = await start(t, { pubmed: true });
    await write(async (writer) => (await import('../../library/demonstration.ts')).addDemonstration(writer));
    for (const path of ['ask', 'expert']) {
      const { references } = (await post(path, english)).json();
      assert.deepEqual(invented(references), []);
    }
    assert.equal((await stats()).demonstration, 150);
  });

  it('are not added with CITEWELL_SAMPLE=off, nor by a later start', async (t) => {
    const { services, stats } = await start(t, { settings: { CITEWELL_SAMPLE: 'off' } });
    await services.prepareDemonstration();
    assert.equal((await stats()).records, 0);
  });
});
