import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type RerankFault, startRerankSimulator } from '@citewell/simulators/llm/rerank-simulator.ts';
import { buildServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config.ts';
import { searchRanked } from '../../retrieval/search-ranked.ts';
import { terminal } from '../../testing/process/terminal.ts';

/** Synonyms: the simulated model gives texts with any of them the same direction. */
const meanings = [
  ['heart attack', 'myocardial infarction', '心肌梗死', 'anterior descending'],
  ['gout', '痛风', 'urate'],
  ['stroke', '中风'],
];

const records = [
  {
    pmid: '11',
    title: 'Reopening of the left anterior descending artery.',
    abstract: 'Vessels were opened at once.',
  },
  { pmid: '12', title: 'Urate crystals in joints.', abstract: 'Crystals were seen.' },
  { pmid: '13', title: 'Early treatment of heart attack.', abstract: 'Treatment of heart attack was early.' },
  { pmid: '14', title: 'Early treatment of pneumonia.', abstract: 'Treatment of pneumonia was early.' },
];

async function setUp(t: TestContext, settings: Record<string, string> = {}) {
  const model = await startRerankSimulator();
  t.after(() => model.close());
  model.setMeanings(meanings);
  const environment = {
    CITEWELL_EMBEDDING_BASE_URL: model.url,
    CITEWELL_EMBEDDING_MODEL: 'meaning-1',
    CITEWELL_SOURCES: 'library',
    CITEWELL_SAMPLE: 'off',
    ...settings,
  };
  const shell = terminal(t, environment);
  const file = join(shell.dataDir, 'records.jsonl');
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const services = async (changed: Record<string, string> = {}) => {
    const logged: string[] = [];
    const built = await buildServices(
      readConfig({ CITEWELL_DATA_DIR: shell.dataDir, ...environment, ...changed }),
      (_level, event) => logged.push(event),
    );
    t.after(() => built.close());
    const search = async (question: string, signal = new AbortController().signal) =>
      (await searchRanked({ question, limit: 10, requestId: 'r' }, built, signal)).articles.map(
        ({ article }) => String(article.pmid),
      );
    return { search, logged };
  };
  return { model, shell, file, services };
}

describe('a library with vectors', () => {
  it('finds other wordings, in both languages', async (t) => {
    const { shell, file, services } = await setUp(t);
    assert.equal((await shell.run('library', 'ingest', file)).code, 0);
    const { search } = await services();
    const words = await services({ CITEWELL_EMBEDDING_BASE_URL: '', CITEWELL_EMBEDDING_MODEL: '' });
    for (const question of ['Does early treatment of heart attack help?', '心肌梗死的早期治疗有效吗？']) {
      assert.ok((await search(question)).includes('11'), question);
      assert.ok(!(await words.search(question)).includes('11'), question);
    }
  });

  for (const [model, query, passage, prefixes] of [
    ['intfloat/multilingual-e5-small', 'query: ', 'passage: '],
    ['my-own', 'query: ', 'passage: ', 'e5'],
    ['e5-small', '', '', 'none'],
  ] as const)
    it(`has the prefixes of ${model}${prefixes ? ` set to ${prefixes}` : ''} before questions and records`, async (t) => {
      const {
        model: server,
        shell,
        file,
        services,
      } = await setUp(t, {
        CITEWELL_EMBEDDING_MODEL: model,
        ...(prefixes && { CITEWELL_EMBEDDING_PREFIXES: prefixes }),
      });
      assert.equal((await shell.run('library', 'ingest', file)).code, 0);
      const inputs = () => server.requests.splice(0).flatMap(({ body }) => body.input ?? []);
      const sent = inputs();
      for (const { title } of records)
        assert.ok(
          sent.some((text) => text.startsWith(passage + title)),
          title,
        );
      const { search } = await services();
      const question = 'Does early treatment of heart attack help?';
      assert.ok((await search(question)).includes('11'));
      assert.ok(inputs().includes(query + question));
    });

  it('embeds its records again when their prefix changes, and never compares a question with old vectors', async (t) => {
    const { model, shell, file, services } = await setUp(t);
    await shell.run('library', 'ingest', file);
    const changed = { CITEWELL_EMBEDDING_PREFIXES: 'e5' };
    const { search, logged } = await services(changed);
    assert.ok(!(await search('Does early treatment of heart attack help?')).includes('11'));
    assert.ok(logged.includes('vectors_of_another_model'));
    model.requests.splice(0);
    const again = terminal(t, {
      CITEWELL_DATA_DIR: shell.dataDir,
      CITEWELL_EMBEDDING_BASE_URL: model.url,
      CITEWELL_EMBEDDING_MODEL: 'meaning-1',
      ...changed,
    });
    assert.match((await again.run('library', 'embed')).out, /4 records embedded/);
    const later = await services(changed);
    assert.ok((await later.search('Does early treatment of heart attack help?')).includes('11'));
  });

  it('sends the English terms of a Chinese question to a model without Chinese', async (t) => {
    const { model, shell, file, services } = await setUp(t);
    await shell.run('library', 'ingest', file);
    const { search } = await services();
    const before = model.requests.length;
    await search('心肌梗死的早期治疗有效吗？');
    const texts = model.requests.slice(before).flatMap(({ body }) => body.input ?? []);
    assert.ok(texts.some((text) => text.includes('myocardial infarction')));
    assert.deepEqual(
      texts.filter((text) => /\p{Script=Han}/u.test(text)),
      [],
    );
  });

  it('keeps records that match by words, and searches by words alone if the model fails', async (t) => {
    const { model, shell, file, services } = await setUp(t);
    await shell.run('library', 'ingest', file);
    const { search, logged } = await services();
    const words = await services({ CITEWELL_EMBEDDING_BASE_URL: '', CITEWELL_EMBEDDING_MODEL: '' });
    const faults: RerankFault[] = ['status_500', 'not_json', 'wrong_shape', 'too_few', 'cut'];
    for (const [index, fault] of faults.entries()) {
      model.setFault(fault);
      const question = `Does early treatment of heart attack help ${index}?`;
      assert.deepEqual(await search(question), await words.search(question), fault);
    }
    assert.ok(logged.includes('embeddings_failed'));
  });

  it('reports vectors of another model as unusable, and searches by words', async (t) => {
    const { shell, file, services } = await setUp(t);
    await shell.run('library', 'ingest', file);
    const other = await services({ CITEWELL_EMBEDDING_MODEL: 'meaning-2' });
    assert.ok(!(await other.search('Does early treatment of heart attack help?')).includes('11'));
    assert.ok(other.logged.includes('vectors_of_another_model'));
  });
});

describe('a server that replaces its model under the same name', () => {
  it('is detected: the search uses words alone, and the log gives the reason', async (t) => {
    const { shell, file, services, model } = await setUp(t);
    await shell.run('library', 'ingest', file);
    model.setVectors(() => [1, 0]);
    const { search, logged } = await services();
    assert.ok(!(await search('Does early treatment of heart attack help?')).includes('11'));
    await search('Does treatment of heart attack help?');
    assert.equal(logged.filter((event) => event === 'vectors_of_another_model').length, 1);
  });
});

describe('citewell library embed', () => {
  it('reports an unreachable server, after an ingest that added the records', async (t) => {
    const { shell, file, model } = await setUp(t);
    await model.close();
    const ingest = await shell.run('library', 'ingest', file);
    assert.deepEqual(
      [ingest.code, /unreachable.*citewell library embed/.test(ingest.err)],
      [0, true],
      ingest.err,
    );
    const embed = await shell.run('library', 'embed');
    assert.equal(embed.code, 1);
    assert.match(embed.err, /could not be reached \(unreachable\)/);
  });

  it('prints its progress and cost, and embeds no record twice', async (t) => {
    const { shell, file, model } = await setUp(t);
    model.setFault('status_500');
    const down = await shell.run('library', 'ingest', file);
    assert.equal(down.code, 0, 'the records are in');
    assert.match(down.err, /HTTP 500.*citewell library embed/);
    model.setFault(undefined);
    const first = await shell.run('library', 'embed', '--json');
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.partialDeepStrictEqual(JSON.parse(first.out), { records: 4, embedded: 4, removed: 0, vectors: 4 });
    assert.ok(JSON.parse(first.out).tokens > 0);
    assert.partialDeepStrictEqual(JSON.parse((await shell.run('library', 'embed', '--json')).out), {
      ...{ records: 4, embedded: 0, vectors: 4 },
    });
  });

  it('reports in both languages that no model is configured', async (t) => {
    for (const [language, sentence] of [
      ['en_US.UTF-8', /no embedding model is set/],
      ['zh_CN.UTF-8', /未设置嵌入模型/],
    ] as const) {
      const { run } = terminal(t, { LANG: language });
      const { code, err } = await run('library', 'embed');
      assert.equal(code, 2);
      assert.match(err, sentence);
    }
  });
});
