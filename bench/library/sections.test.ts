import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexTerms } from '../../packages/core/src/text/words.ts';
import type { Row, Section } from '../report.ts';
import { prepareCorpus } from './corpus.ts';
import { embeddingsSection } from './embeddings.ts';
import { preparePools } from './files/generate.ts';
import { readSource } from './files/generate-source.ts';
import { cpuGrowthSection, growthSection } from './growth.ts';
import { mixRows, timeMix } from './mix.ts';
import {
  countedTerms,
  duringIngestRows,
  pagingSection,
  searchClasses,
  searchRows,
  wrongTotals,
} from './product-sections.ts';
import type { BenchQuery, SearchReply } from './search-query.ts';
import { type Searcher, timeClasses } from './searcher.ts';
import { onlyWord, surveyCorpus } from './survey.ts';
import { questionSection } from './whole-questions.ts';

const corpus = prepareCorpus(2_000, 10, preparePools(readSource('nowhere')));
const { drawn, questions } = corpus;
const survey = surveyCorpus(corpus, countedTerms(drawn));

/** Answers as specified, in the specified milliseconds. */
function searcherOf(answer: (query: BenchQuery) => { ms: number; total: number }) {
  const asked: BenchQuery[] = [];
  const searcher: Searcher = {
    async search(query) {
      asked.push(query);
      const { ms, total } = answer(query);
      const reply: SearchReply = { total, articles: [] };
      return { ms, reply };
    },
    takeRefused: () => [],
    async close() {},
  };
  return { searcher, asked };
}

const figureOf = ({ rows }: Pick<Section, 'rows'>, figure: RegExp): number =>
  rows.find((row) => figure.test(row.figure))?.value ?? Number.NaN;

test('every search is sent once and timed under its class', async () => {
  const classes = searchClasses(drawn);
  const { searcher, asked } = searcherOf(({ sort }) => ({ ms: sort === 'relevance' ? 7 : 3, total: 1 }));
  const times = await timeClasses(searcher, classes);
  assert.equal(asked.length, classes.flatMap(({ queries }) => queries).length);
  for (const { name, queries } of classes) {
    assert.equal(times.get(name)?.length, queries.length);
    assert.ok(times.get(name)?.every((ms) => ms === (name.endsWith('by relevance') ? 7 : 3)));
  }
  const rows = searchRows(drawn, times);
  assert.deepEqual(
    rows.map(({ value }) => value),
    classes.map(({ name }) => (name.endsWith('by relevance') ? 7 : 3)),
  );
  assert.ok(rows.every(({ goal }) => goal !== undefined));
});

test('a run can be stopped midway', async () => {
  let left = 5;
  const { searcher, asked } = searcherOf(() => ({ ms: 1, total: 1 }));
  await timeClasses(searcher, searchClasses(drawn), () => left-- > 0);
  assert.equal(asked.length, 5);
});

test('a total that differs from the document frequency is counted as wrong', async () => {
  const right = (query: BenchQuery) => {
    const [term = ''] = indexTerms(onlyWord(query) ?? '');
    return { ms: 1, total: survey.documentFrequency(term) };
  };
  const { searcher, asked } = searcherOf(right);
  assert.equal((await wrongTotals(searcher, drawn, survey)).value, 0);
  assert.ok(asked.length > 20);
  const off = searcherOf((query) => ({
    ms: 1,
    total: right(query).total + (onlyWord(query) === 'of' ? 1 : 0),
  }));
  const wrong = await wrongTotals(off.searcher, drawn, survey);
  assert.equal(wrong.value, asked.filter((query) => onlyWord(query) === 'of').length);
  assert.ok(wrong.value > 0);
});

test('page 101, if it exists, is compared with page 1, and each is requested first equally often', async () => {
  const { searcher, asked } = searcherOf(({ conditions: [condition], offset }) => ({
    ms: offset === 0 ? 4 : 6,
    total: condition?.value === 'of' ? 10 : 9_999,
  }));
  const section = await pagingSection('T', searcher, drawn, 2);
  const pages = asked.filter(({ limit }) => limit > 1);
  const count = drawn.deep
    .flatMap(({ queries }) => queries)
    .filter((query) => onlyWord(query) !== 'of').length;
  assert.equal(pages.filter(({ offset }) => offset === 5_000).length, 2 * count);
  assert.equal(pages.filter(({ offset }) => offset === 0).length, 2 * count);
  assert.ok(pages.every(({ conditions: [condition] }) => condition?.value !== 'of'));
  const ratios = section.rows.filter(({ unit }) => unit === 'x');
  assert.deepEqual(
    ratios.map(({ value }) => value),
    [1.5, 1.5],
  );
});

test('an exhaustive ranking has no loss; a ranking without half of the best results does', async () => {
  const rank = (from: number, step: number) =>
    questionSection(
      'T',
      questions,
      async ({ terms }) => {
        const all = survey.rank(terms, 1_000).map(({ pmid }) => pmid);
        return { ms: 5, pmids: all.filter((_, at) => at % step === from).slice(0, 100) };
      },
      survey,
    );
  const whole = await rank(0, 1);
  assert.ok(Math.abs(figureOf(whole, /nDCG/)) < 1e-12);
  assert.equal(figureOf(whole, /found/), 100);
  assert.equal(figureOf(whole, /p95/), 5);
  const half = await rank(1, 2);
  assert.ok(figureOf(half, /nDCG/) > 0.01);
  assert.ok(figureOf(half, /found/) < 90);
});

test('growth and concurrency are ratios of high percentiles of the same kind of search', () => {
  const [first = ''] = searchClasses(drawn).map(({ name }) => name);
  const words = 'common words, by relevance';
  const times = (ms: number) =>
    new Map([
      [first, [ms, ms]],
      [words, [2 * ms]],
    ]);
  assert.equal(growthSection('SQLite', new Map([[100, times(2)]])), undefined);
  const grown = growthSection(
    'SQLite',
    new Map([
      [1_000, times(6)],
      [100, times(2)],
      [300, times(99)],
    ]),
  );
  const of = (rows: Row[], figure: string) => rows.find((row) => row.figure.startsWith(figure));
  assert.match(grown?.title ?? '', /1,000 records \/ 100$/);
  assert.equal(of(grown?.rows ?? [], first)?.value, 3);
  assert.deepEqual(of(grown?.rows ?? [], words)?.goal, { atMost: 1.5 });
  assert.equal(of(duringIngestRows(drawn, times(2), times(3)), first)?.value, 1.5);
});

test('the mix is measured in five rounds of different searches, whose medians are compared', async () => {
  const classes = searchClasses(corpus.mixed);
  const asked: BenchQuery[] = [];
  const measured = async (cpuOfSearch: number) => {
    let cpu = 0;
    const search = async (query: BenchQuery) => {
      asked.push(query);
      cpu += cpuOfSearch;
    };
    return timeMix(classes, search, async () => cpu);
  };
  const [small, large] = [await measured(0.002), await measured(0.003)];
  const different = new Set(asked.map((query) => JSON.stringify(query)));
  assert.equal(asked.length, 2 * different.size);
  assert.deepEqual([...small.keys()], [1, 8, 32]);
  for (const { perSecond, cpuMs } of small.values()) {
    assert.equal(perSecond.length, 5);
    assert.ok(cpuMs.every((ms) => Math.abs(ms - 2) < 1e-9));
  }
  const againstTantivy = mixRows(large, small).filter(({ figure }) =>
    figure.endsWith('CPU / that of Tantivy'),
  );
  assert.equal(againstTantivy.length, 3);
  const mixes = new Map([
    [100, new Map()],
    [1_000, large],
    [300, small],
  ]);
  const grown = cpuGrowthSection('A library', mixes, { atMost: 1.4 });
  assert.equal(grown?.title, 'A library: 1,000 records / 300');
  for (const { value, goal } of [...againstTantivy, ...(grown?.rows ?? [])]) {
    assert.ok(Math.abs(value - 1.5) < 1e-9);
    assert.ok(goal === undefined || 'atMost' in goal);
  }
  assert.equal(grown?.rows.length, 3);
  assert.equal(cpuGrowthSection('A library', new Map([[300, small]])), undefined);
});

test('search with vectors is compared with search by words at the same percentile', () => {
  const measured = (factor: number) => ({
    times: Array.from({ length: 101 }, (_, at) => at * factor),
    rssBytes: 100e6 * factor,
  });
  const section = embeddingsSection('A library', [measured(1), measured(1.5)]);
  assert.match(section.title, /^A library: 101 whole questions/);
  for (const figure of [/alone, p50/, /alone, p95/, /alone, memory/])
    assert.equal(figureOf(section, figure), 1.5);
  assert.equal(figureOf(section, /by words and vectors$/), 148.5);
});
