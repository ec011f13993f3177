import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { anyCharacter } from '@citewell/core/testing/any-character.ts';
import fc from 'fast-check';
import { planQuery } from '../literature/query/plan-query.ts';
import { createLibraryRetriever } from '../literature/sources/local/retriever.ts';
import { SourceError } from '../literature/sources/retriever.ts';
import { memoryLibrary } from '../testing/library/memory-library.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { addDemonstration } from './demonstration.ts';
import { openLibrary, openLibraryWriter } from './open-library.ts';

const log = () => {};
const options = { limit: 50, signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY };

const plan = (question: string, more = {}) =>
  planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026, ...more });

const catenin = anArticle('11', {
  title: 'β-catenin signalling in colon cancer.',
  year: '2015',
  doi: '10.1000/ABC.1',
});
const diabetes = anArticle('12', {
  title: 'Treating diabetes.',
  vernacularTitle: '糖尿病的治疗',
  keywords: ['二甲双胍'],
  year: '2024',
});
const il6 = anArticle('13', {
  abstract: [{ text: 'IL-6 fell in sepsis; p<0.05.' }],
  mesh: ['Interleukin-6'],
  year: '',
});

/** Creates a library with these three records. */
async function open(t: TestContext, articles: readonly Article[] = [catenin, diabetes, il6]) {
  const location = { kind: 'sqlite', path: join(temporaryFolder(t), 'library.db') } as const;
  const writer = await openLibraryWriter(location, systemClock);
  t.after(() => writer.close());
  const library = await openLibrary(location);
  t.after(() => library.close());
  const put = async (...added: Article[]) => {
    const batch = added.map((article) => ({ article, revisedAt: undefined }));
    await writer.write({ put: batch, remove: [], notices: [] });
  };
  await put(...articles);
  const retriever = createLibraryRetriever(library, log);
  const pmids = async (question: string, more = {}) =>
    (await retriever.search(plan(question, more), options)).articles.map(({ pmid }) => pmid);
  return { library, writer, retriever, pmids, put };
}

describe('the library as a source', () => {
  it('finds words in titles, subjects and abstracts in any spelling', async (t) => {
    const { pmids } = await open(t);
    assert.deepEqual(await pmids('beta-catenin'), ['11']);
    assert.deepEqual(await pmids('Interleukin 6 in septic patients'), ['13']);
  });

  it('finds Chinese words of two or more characters inside a sentence', async (t) => {
    const { pmids } = await open(t);
    assert.deepEqual(await pmids('糖尿病'), ['12']);
    assert.deepEqual(await pmids('二甲双胍'), ['12']);
    assert.deepEqual(await pmids('治疗'), ['12']);
  });

  it('finds a misspelt word as it was probably meant, unless a record has it as typed', async (t) => {
    const { retriever, put } = await open(t);
    const spelling = async (question: string) => (await retriever.search(plan(question), options)).spelling;
    for (const question of ['Does metfornin help in diabetes?', 'metfornin 对糖尿病有用吗？']) {
      await put(anArticle('14', { title: 'Metformin in diabetes.' }));
      assert.deepEqual(await spelling(question), { typed: 'metfornin', meant: 'metformin' });
    }
    await put(anArticle('15', { title: 'Metfornin, a new drug.' }));
    assert.equal(await spelling('Does metfornin help in diabetes?'), undefined);
    assert.equal(await spelling('Does metformin help in diabetes?'), undefined);
  });

  it('respects the years; a record without a year matches only an open range', async (t) => {
    const { pmids } = await open(t);
    assert.deepEqual(await pmids('cancer diabetes IL-6', { years: { from: 2020 } }), ['12']);
    assert.deepEqual((await pmids('cancer diabetes IL-6')).sort(), ['11', '12', '13']);
  });

  it('returns identifiers typed into the question before matches of its words', async (t) => {
    const { pmids } = await open(t);
    assert.equal((await pmids('PMID 13 and diabetes'))[0], '13');
    assert.equal((await pmids('doi 10.1000/abc.1 diabetes'))[0], '11');
  });

  it('restricts to a category by its words, including phrases', async (t) => {
    const { pmids } = await open(t);
    const category = { id: 'x', name: { en: 'x', zh: 'x' }, pubmed: 'x', terms: ['colon cancer', '糖尿病'] };
    assert.deepEqual((await pmids('cancer diabetes sepsis', { category })).sort(), ['11', '12']);
    // A word in the abstract alone does not put a paper in the category.
    assert.deepEqual(await pmids('sepsis', { category: { ...category, terms: ['sepsis'] } }), []);
    assert.deepEqual(await pmids('sepsis', { category: { ...category, terms: ['interleukin-6'] } }), ['13']);
  });

  it('reports the number of matches and the search terms', async (t) => {
    const { retriever } = await open(t);
    const { executed } = await retriever.search(plan('diabetes OR cancer'), { ...options, limit: 1 });
    assert.deepEqual(
      executed.map(({ total }) => total),
      [2],
    );
    assert.match(executed[0]?.query ?? '', /^diabetes OR cancer OR /);
  });

  it('ignores function words, and matches single letters such as vitamin D', async (t) => {
    const little = anArticle('14', {
      title: 'The use of a model.',
      abstract: [{ text: 'It is of the others.' }],
    });
    const vitamin = anArticle('15', { title: 'D levels.' });
    const { retriever, pmids } = await open(t, [catenin, little, vitamin]);
    for (const question of ['Does aspirin prevent gastric cancer?', '阿司匹林能预防胃癌吗？'])
      assert.deepEqual(await pmids(question), ['11']);
    const found = async (concept: string) => {
      const { articles } = await retriever.search({ ...plan('x1'), concepts: [concept] }, options);
      return articles.map(({ pmid }) => pmid);
    };
    assert.deepEqual(await found('cancer of the stomach after a meal'), ['11']);
    assert.deepEqual(await found('vitamin D'), ['15']);
    assert.deepEqual(await found('vitamin A'), ['14']);
  });

  it('treats any text as words, never as query syntax', async (t) => {
    const { retriever } = await open(t);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (text) => {
        const { articles } = await retriever.search(
          { ...plan('x'), concepts: [text], hanConcepts: [text] },
          options,
        );
        assert.ok(articles.length <= 3);
      }),
    );
    for (const text of ['"', '*', 'NEAR(', 'a OR', 'p<0.05', 'C++', 'NOT x', '\0'])
      await retriever.search({ ...plan('x'), concepts: [text] }, options);
  });

  it('finds the current text of a record and not its earlier text', async (t) => {
    const { pmids, put, library } = await open(t);
    await put({ ...il6, version: 2, abstract: [{ text: 'Nothing of the kind.' }], mesh: [] });
    assert.deepEqual(await pmids('interleukin'), []);
    assert.equal((await library.stats()).records, 3);
  });

  it('returns records by PMID in the requested order, without unknown ones', async (t) => {
    const { retriever } = await open(t);
    const found = await retriever.fetch([il6.pmid, anArticle('99').pmid, catenin.pmid], options);
    assert.deepEqual(found, [il6, catenin]);
  });

  it('reports a failed library as unavailable, never as empty', async () => {
    const failing = (error: Error) => ({ ...memoryLibrary([]), rank: async () => Promise.reject(error) });
    const logged: string[] = [];
    const asking = (error: Error) =>
      createLibraryRetriever(failing(error), (_level, event) => logged.push(event)).search(
        plan('x1'),
        options,
      );
    const isSourceError = (failure: string) => (error: unknown) =>
      error instanceof SourceError && error.source === 'library' && error.failure === failure;
    await assert.rejects(asking(new ServiceError('overloaded')), isSourceError('timeout'));
    assert.deepEqual(logged, []);
    await assert.rejects(asking(new TypeError('x')), isSourceError('unreachable'));
    assert.deepEqual(logged, ['library_failed']);
  });

  it('ends with the abort reason of its caller', async () => {
    const controller = new AbortController();
    const library = {
      ...memoryLibrary([]),
      async rank(): Promise<never> {
        controller.abort(new Error('left'));
        throw new ServiceError('overloaded');
      },
    };
    const { signal } = controller;
    await assert.rejects(
      createLibraryRetriever(library, log).search(plan('x1'), { ...options, signal }),
      /left/,
    );
  });
});

describe('the demonstration records', () => {
  it('are added once next to the operator’s own records, removed on request, and survive a restart', async (t) => {
    const { writer, library } = await open(t, [catenin]);
    const records = async () => (await library.stats()).records;
    await addDemonstration(writer);
    const { records: all, changedAt } = await library.stats();
    assert.ok(all > 100, `${all} records`);
    await addDemonstration(writer);
    assert.deepEqual(await library.stats().then((stats) => [stats.records, stats.changedAt]), [
      all,
      changedAt,
    ]);
    await writer.removeDemonstration();
    assert.equal(await records(), 1);
    await addDemonstration(writer);
    assert.equal(await records(), all);
  });
});
