import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anArticle } from '../../testing/an-article.ts';
import { planQuery } from '../plan-query.ts';
import { createLibraryRetriever } from './retriever.ts';
import { installSample } from './sample.ts';
import { LibraryStore } from './store.ts';

const options = { limit: 50, signal: new AbortController().signal, deadline: Number.POSITIVE_INFINITY };

function libraryOf(...articles: Parameters<LibraryStore['put']>[0][]) {
  const store = new LibraryStore(':memory:');
  for (const list of articles) store.put(list);
  const retriever = createLibraryRetriever(store);
  const plan = (question: string, more = {}) =>
    planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026, ...more });
  const pmids = async (question: string, more = {}) =>
    (await retriever.search(plan(question, more), options)).articles.map(({ pmid }) => pmid);
  return { store, retriever, pmids, plan };
}

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

describe('the library', () => {
  const { store, retriever, pmids, plan } = libraryOf([catenin, diabetes, il6]);

  it('finds words in titles, subjects and abstracts whatever their spelling', async () => {
    assert.deepEqual(await pmids('beta-catenin'), ['11']);
    assert.deepEqual(await pmids('Interleukin 6 in septic patients'), ['13']);
  });

  it('finds Chinese words of two characters and more inside a sentence', async () => {
    assert.deepEqual(await pmids('糖尿病'), ['12']);
    assert.deepEqual(await pmids('二甲双胍'), ['12']);
    assert.deepEqual(await pmids('治疗'), ['12']);
  });

  it('keeps to the years; a record without a year is only in an open range', async () => {
    assert.deepEqual(await pmids('cancer diabetes IL-6', { years: { from: 2020 } }), ['12']);
    assert.deepEqual((await pmids('cancer diabetes IL-6')).sort(), ['11', '12', '13']);
  });

  it('fetches identifiers typed into the question before what matches its words', async () => {
    assert.equal((await pmids('PMID 13 and diabetes'))[0], '13');
    assert.equal((await pmids('doi 10.1000/abc.1 diabetes'))[0], '11');
  });

  it('keeps to a category by its words, phrases included', async () => {
    const category = { id: 'x', name: { en: 'x', zh: 'x' }, pubmed: 'x', terms: ['colon cancer', '糖尿病'] };
    assert.deepEqual((await pmids('cancer diabetes sepsis', { category })).sort(), ['11', '12']);
    // A word of the abstract alone does not make a paper one of the category.
    assert.deepEqual(await pmids('sepsis', { category: { ...category, terms: ['sepsis'] } }), []);
    assert.deepEqual(await pmids('sepsis', { category: { ...category, terms: ['interleukin-6'] } }), ['13']);
  });

  it('says how many records match and what was looked for', async () => {
    const { executed } = await retriever.search(plan('diabetes OR cancer'), { ...options, limit: 1 });
    assert.deepEqual(executed, [{ query: 'diabetes OR cancer', total: 2 }]);
  });

  it('takes any text as words, never as syntax', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
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

  it('replaces a record of the same PMID', async () => {
    store.put([{ ...il6, abstract: [{ text: 'Nothing of the kind.' }], mesh: [] }]);
    assert.deepEqual(await pmids('interleukin'), []);
    assert.equal(store.count(), 3);
    store.put([il6]);
  });

  it('fetches records by PMID in the order asked, unknown ones left out', async () => {
    const found = await retriever.fetch([il6.pmid, anArticle('99').pmid, catenin.pmid], options);
    assert.deepEqual(found, [il6, catenin]);
  });
});

describe('the shipped sample', () => {
  it('is put in once, beside the operator’s own records, and survives a restart', () => {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-library-'));
    try {
      const path = join(folder, 'library.db');
      const store = new LibraryStore(path);
      store.put([catenin]);
      installSample(store);
      const count = store.count();
      assert.ok(count >= 100, `${count} records`);
      store.close();
      const again = new LibraryStore(path);
      installSample(again);
      assert.equal(again.count(), count);
      again.putSample('newer', () => []);
      assert.equal(again.count(), 1);
      again.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
