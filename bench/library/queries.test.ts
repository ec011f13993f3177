import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abstractText } from '../../packages/core/src/records/article.ts';
import { indexTerms } from '../../packages/core/src/text/words.ts';
import { prepareCorpus } from './corpus.ts';
import { generateRecords, preparePools } from './files/generate.ts';
import { readSource } from './files/generate-source.ts';
import { readVocabulary, sampleArticles, textOf } from './files/vocabulary.ts';
import { countedTerms, searchClasses } from './product-sections.ts';
import { searchBody } from './search-query.ts';
import { surveyCorpus } from './survey.ts';

const pools = preparePools(readSource('nowhere'));
const records = 3_000;
const corpus = prepareCorpus(records, 10, pools);
const articles = [...generateRecords(corpus.plan)].map(({ article }) => article);
const termsOf = (text: string) => ` ${indexTerms(text).join(' ')} `;
const hasPhrase = (text: string, phrase: string) => termsOf(text).includes(termsOf(phrase));

test('the same library gets the same queries, with some of every class', () => {
  const again = prepareCorpus(records, 10, pools);
  assert.deepEqual(again.drawn, corpus.drawn);
  assert.deepEqual(again.questions, corpus.questions);
  const classes = [...searchClasses(corpus.drawn), ...corpus.drawn.deep, corpus.drawn.worst];
  for (const { name, queries } of classes) assert.ok(queries.length > 0, name);
  assert.equal(new Set(classes.map(({ name }) => name)).size, classes.length);
  assert.ok(corpus.questions.every(({ terms }) => terms.length > 0));
});

test('a search drawn from a record matches a record of its years', () => {
  for (const { conditions, years } of corpus.drawn.newest.slice(0, 3).flatMap(({ queries }) => queries)) {
    const met = articles.filter((article) =>
      conditions.every(({ field, value }) => {
        if (field === 'title') return hasPhrase(article.title, value);
        if (field === 'abstract') return hasPhrase(abstractText(article), value);
        if (field === 'title_abstract') return hasPhrase(textOf(article), value);
        if (field === 'keyword') return [...article.mesh, ...article.keywords].includes(value);
        return field === 'author' ? article.authors.includes(value) : article.journal === value;
      }),
    );
    const isIn = (year: number) => year >= (years.from ?? 0) && year <= (years.to ?? 9_999);
    assert.ok(
      met.some(({ year }) => isIn(Number(year))),
      JSON.stringify(conditions),
    );
  }
});

test('a phrase occurs verbatim in some record', () => {
  const texts = articles.map((article) => termsOf(textOf(article)));
  for (const { conditions } of corpus.drawn.phrases.flatMap(({ queries }) => queries)) {
    const [{ value = '' } = {}] = conditions;
    assert.match(value, /^"[^"]+ [^"]+"$/);
    assert.ok(
      texts.some((text) => text.includes(termsOf(value))),
      value,
    );
  }
});

test('document frequencies count the records with an index term in title or abstract', () => {
  const terms = countedTerms(corpus.drawn);
  const survey = surveyCorpus(corpus, terms);
  assert.ok(terms.size > 20);
  assert.equal(survey.records, records);
  const texts = articles.map(
    (article) => new Set(indexTerms(`${textOf(article)}\n${article.vernacularTitle ?? ''}`)),
  );
  for (const term of [...terms].slice(0, 30))
    assert.equal(survey.documentFrequency(term), texts.filter((text) => text.has(term)).length, term);
});

test('the words of a vocabulary come with the share of records that contain them', () => {
  const looked = sampleArticles(corpus.plan, 500);
  assert.equal(looked.length, 500);
  const { words, pairs } = readVocabulary(looked);
  assert.ok(words.every(({ share }, at) => at === 0 || share <= (words[at - 1]?.share ?? 0)));
  for (const { word, share } of words.slice(0, 20)) {
    const [term = ''] = indexTerms(word);
    assert.equal(share, looked.filter((article) => indexTerms(textOf(article)).includes(term)).length / 500);
  }
  for (const { phrase } of pairs.slice(0, 5))
    assert.ok(looked.some((article) => textOf(article).toLowerCase().includes(phrase)));
});

test('a search is sent in the form of the API', () => {
  const query = {
    conditions: [{ field: 'title' as const, value: '"a b"' }],
    years: { from: 1999 },
    sort: 'relevance' as const,
    ...{ limit: 50, offset: 100 },
  };
  assert.deepEqual(JSON.parse(searchBody(query)), {
    terms: [{ field: 'title', value: '"a b"' }],
    year_from: '1999',
    ...{ sort: 'relevance', limit: 50, offset: 100 },
  });
});
