import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Article, abstractText } from '../../packages/core/src/records/article.ts';
import { indexTerms } from '../../packages/core/src/text/words.ts';
import { createExhaustive } from './exhaustive.ts';
import { generateRecords, preparePools } from './files/generate.ts';
import { readSource } from './files/generate-source.ts';

const plan = { records: 400, seed: 5, pools: preparePools(readSource('nowhere')) };
const articles = [...generateRecords(plan)].map(({ article }) => article);
const terms = indexTerms('metformin mortality placebo 二甲双胍 trial of');

function filled() {
  const exhaustive = createExhaustive(terms);
  for (const article of articles) exhaustive.add(article);
  return exhaustive;
}

/** Second implementation of BM25F, one record at a time, from all of its terms. */
function scoreOf(article: Article, wanted: readonly string[]): number {
  const fieldsOf = ({ title, vernacularTitle = '', mesh, keywords, ...rest }: Article) =>
    [
      [indexTerms(title).concat(indexTerms(vernacularTitle)), 3],
      [[...mesh, ...keywords].flatMap(indexTerms), 1.5],
      [rest.abstract.flatMap((section) => indexTerms(abstractText({ abstract: [section] }))), 1],
    ] as [string[], number][];
  const lengthOf = (of: Article) => fieldsOf(of).reduce((sum, [list]) => sum + list.length, 0);
  const average = articles.reduce((sum, of) => sum + lengthOf(of), 0) / articles.length;
  return wanted.reduce((sum, term) => {
    const frequencies = articles.filter((of) => fieldsOf(of).some(([list]) => list.includes(term))).length;
    const idf = Math.log(1 + (articles.length - frequencies + 0.5) / (frequencies + 0.5));
    const frequency = fieldsOf(article).reduce(
      (times, [list, weight]) => times + weight * list.filter((word) => word === term).length,
      0,
    );
    const norm = 1.2 * (0.25 + (0.75 * lengthOf(article)) / average);
    return sum + (idf * frequency * 2.2) / (frequency + norm);
  }, 0);
}

test('the score of a record is BM25F over title, subjects and abstract', () => {
  const exhaustive = filled();
  const scores = exhaustive.scoresOf(terms);
  assert.equal(scores.length, articles.length);
  for (const place of [0, 57, 199, 398]) {
    const article = articles[place] as Article;
    assert.ok(Math.abs((scores[place] ?? 0) - scoreOf(article, terms)) < 1e-9, article.pmid);
    assert.equal(exhaustive.placeOf(article.pmid), place);
  }
});

test('results are ordered by score, then newest first, and records with none of the words are left out', () => {
  const exhaustive = filled();
  const scores = exhaustive.scoresOf(terms);
  const all = articles
    .map(({ pmid }, place) => ({ pmid: String(pmid), score: scores[place] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || Number(right.pmid) - Number(left.pmid));
  assert.ok(all.length > 50 && all.length < articles.length);
  for (const limit of [1, 10, all.length, 1_000])
    assert.deepEqual(exhaustive.rank(terms, limit), all.slice(0, limit));
});

test('a word without a document frequency is an error and does not score 0', () => {
  assert.throws(() => filled().rank(['uncounted'], 10), /uncounted/);
  assert.throws(() => filled().documentFrequency('uncounted'), /uncounted/);
});
