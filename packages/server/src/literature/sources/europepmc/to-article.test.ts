import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readReply } from './read-reply.ts';
import { toArticle } from './to-article.ts';

const recorded = new URL(
  '../../../../../../../shared/data/europepmc/pyeuropepmc/search_cancer_core.json',
  import.meta.url,
);

test('a recorded page is converted to articles with all their fields', (t) => {
  if (!existsSync(recorded)) {
    t.skip('../shared/data is not here');
    return;
  }
  const reply = readReply(200, readFileSync(recorded, 'utf8'));
  assert.ok(typeof reply !== 'string');
  assert.equal(reply.total, 5_059_039);
  const articles = reply.hits.flatMap((hit) => toArticle(hit) ?? []);
  assert.equal(articles.length, 25);
  for (const article of articles) {
    assert.match(article.pmid, /^\d+$/);
    assert.equal(article.year, '2025');
    assert.deepEqual(article.languages, ['eng']);
    assert.ok(article.title && article.journal && article.publicationTypes.length > 0);
    assert.doesNotMatch(JSON.stringify([article.title, article.abstract]), /<\/?(?:h4|i|sub|b)>/);
  }
  const first = articles[0];
  assert.partialDeepStrictEqual(first, {
    pmid: '39709209',
    authors: ['Schoenfeld JD', 'Haas-Kogan DA', "O'Neill AF"],
    journal: 'Lancet (London, England)',
    doi: '10.1016/s0140-6736(24)02600-x',
    ...{ volume: '404', issue: '10471', pages: '2603-2604', issn: '0140-6736' },
    journalAbbreviation: 'Lancet',
  });
  assert.ok(articles.filter(({ issn, pages }) => issn && pages).length > 10);
  assert.ok(articles.filter(({ affiliations }) => affiliations?.[0]).length > 10);
  const sectioned = articles.find(({ pmid }) => pmid === '40468710');
  assert.deepEqual(
    sectioned?.abstract.map(({ label }) => label),
    ['Objective', 'Design', 'Methods', 'Results', 'Conclusions'],
  );
  assert.match(sectioned?.abstract[3]?.text ?? '', /significantly \(at p < \.001\) predicted anxiety/);
  assert.ok(articles.some(({ isReview }) => isReview));
  assert.ok(articles.some(({ mesh }) => mesh.includes('Neoplasms')));
});

test('retractions are recognized by publication type or link, except links from the notice', () => {
  const article = (more: object) => toArticle({ pmid: '1', ...more });
  const link = (type: string) => ({
    commentCorrectionList: { commentCorrection: [{ id: '9', source: 'MED', reference: 'J. 2025', type }] },
  });
  const notice = [{ pmid: '9', citation: 'J. 2025' }];
  assert.equal(article({ pubTypeList: { pubType: ['retracted publication'] } })?.retracted, true);
  assert.partialDeepStrictEqual(article(link('Retraction in')), { retracted: true, retractions: notice });
  assert.partialDeepStrictEqual(article(link('Retraction of')), { retracted: false, retractions: [] });
  assert.partialDeepStrictEqual(article(link('Expression of concern in')), {
    retracted: false,
    concerns: notice,
  });
  assert.partialDeepStrictEqual(article(link('Erratum in')), { errata: notice });
});

test('a hit without a PMID is dropped, and a sparse hit becomes an article', () => {
  assert.equal(toArticle({ title: 'A preprint' }), undefined);
  assert.equal(toArticle({ pmid: 'PPR1' }), undefined);
  assert.deepEqual(toArticle({ pmid: '7' }), {
    pmid: '7',
    version: 1,
    title: '',
    abstract: [],
    authors: [],
    journal: '',
    year: '',
    languages: [],
    publicationTypes: [],
    mesh: [],
    keywords: [],
    isReview: false,
    retracted: false,
    retractions: [],
    concerns: [],
    errata: [],
  });
  assert.deepEqual(
    toArticle({
      pmid: '7',
      authorList: { author: [{ collectiveName: 'A Group' }, { lastName: 'Li', initials: 'W' }, {}] },
    })?.authors,
    ['A Group', 'Li W'],
  );
});

test('the PMCID is read with the license and the open-access flag', () => {
  const article = (more: object) => toArticle({ pmid: '1', ...more });
  assert.partialDeepStrictEqual(article({ pmcid: 'PMC99000001', isOpenAccess: 'Y', license: 'cc by' }), {
    pmcid: 'PMC99000001',
    openAccess: true,
    license: 'cc by',
  });
  assert.partialDeepStrictEqual(article({ pmcid: 'PMC2', isOpenAccess: 'N' }), { openAccess: false });
  const without = article({ isOpenAccess: 'N', pmcid: 'PPR1' });
  for (const name of ['pmcid', 'openAccess', 'license'])
    assert.equal(Object.hasOwn(without ?? {}, name), false);
});
