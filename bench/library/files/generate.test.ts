import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Article } from '../../../packages/core/src/records/article.ts';
import { indexTerms } from '../../../packages/core/src/text/words.ts';
import { createArticleParser } from '../../../packages/server/src/literature/sources/pubmed/parse-articles.ts';
import { temporaryFolder } from '../../../packages/server/src/testing/process/temporary-folder.ts';
import { sharedDataMissing } from '../../../packages/simulators/src/corpus.ts';
import {
  type GeneratedRecord,
  generateArticles,
  generateRecords,
  generateUpdate,
  preparePools,
} from './generate.ts';
import { writeLibraryFiles, writeRecordFile } from './generate-files.ts';
import { readSource, sourceText } from './generate-source.ts';
import { fileEnd, fileStart, renderRecord } from './generate-xml.ts';
import { textOf } from './vocabulary.ts';

const demonstration = preparePools(readSource('nowhere'));
const plan = { records: 2_000, seed: 7, pools: demonstration };

test('a seed and a size determine one library, generated again, in part or as articles', async () => {
  const records = [...generateRecords(plan)];
  assert.equal(records.length, plan.records);
  const again = [...generateRecords({ ...plan, pools: preparePools(readSource('nowhere')) })];
  for (const [at, record] of records.entries()) assert.deepEqual(again[at], record);
  assert.deepEqual([...generateRecords({ ...plan, from: 990, to: 1_010 })], records.slice(990, 1_010));
  const articles: Article[] = [];
  for await (const article of generateArticles({ ...plan, to: 50 })) articles.push(article);
  assert.deepEqual(
    articles,
    records.slice(0, 50).map(({ article }) => article),
  );
  assert.notDeepEqual([...generateRecords({ ...plan, seed: 8, to: 5 })], records.slice(0, 5));
});

test('the same seed writes the same bytes, in files of a given number of records, each with its MD5 file', async (t) => {
  const write = async () => {
    const folder = temporaryFolder(t);
    const files = [];
    for await (const file of writeLibraryFiles({ ...plan, records: 1_000 }, folder, 400)) files.push(file);
    return files;
  };
  const [files, again] = [await write(), await write()];
  assert.deepEqual(
    files.map(({ path, records }) => [basename(path), records]),
    [
      ['pubmed26n0001.xml.gz', 400],
      ['pubmed26n0002.xml.gz', 400],
      ['pubmed26n0003.xml.gz', 200],
    ],
  );
  for (const [at, { path, bytes, xmlBytes }] of files.entries()) {
    const written = readFileSync(path);
    assert.ok(written.equals(readFileSync(again[at]?.path ?? '')));
    const md5 = createHash('md5').update(written).digest('hex');
    assert.equal(readFileSync(`${path}.md5`, 'utf8'), `MD5(${basename(path)})= ${md5}\n`);
    assert.equal(written.length, bytes);
    assert.equal(gunzipSync(written).length, xmlBytes);
  }
});

test('the product reads the files back as the same articles and deletions', async (t) => {
  const records = [...generateRecords(plan)];
  const path = join(temporaryFolder(t), 'update.xml.gz');
  await writeRecordFile(path, records, ['17', '18']);
  const { articles, deleted } = parse(gunzipSync(readFileSync(path)));
  sameArticles(articles, records);
  assert.deepEqual(deleted, ['17', '18']);
});

test('a library resembles PubMed: ascending PMIDs, more records each year, gaps, retractions', () => {
  const records = [...generateRecords({ ...plan, records: 20_000 })];
  const articles = records.map(({ article }) => article);
  const pmids = articles.map(({ pmid }) => Number(pmid));
  assert.ok(pmids.every((pmid, at) => at === 0 || pmid > (pmids[at - 1] ?? 0)));
  const share = (has: (article: Article) => boolean) => articles.filter(has).length / articles.length;
  const within = (value: number, least: number, most: number) =>
    assert.ok(value > least && value < most, `${value} is not between ${least} and ${most}`);
  const decade = (from: number) => share(({ year }) => Math.floor(Number(year) / 10) * 10 === from);
  for (const from of [1970, 1980, 1990, 2000, 2010])
    assert.ok(decade(from) > decade(from - 10), String(from));
  assert.ok(articles.every(({ year }) => year === '' || (year >= '1960' && year <= '2027')));
  within(
    share(({ year }) => year === ''),
    0.002,
    0.01,
  );
  within(
    share(({ abstract }) => abstract.length === 0),
    0.1,
    0.3,
  );
  within(
    share(({ vernacularTitle }) => vernacularTitle !== undefined),
    0.005,
    0.03,
  );
  within(
    share(({ abstract }) => abstract.some(({ text }) => /\p{Script=Han}/u.test(text))),
    0.001,
    0.02,
  );
  within(
    share(({ doi }) => doi !== undefined),
    0.4,
    0.9,
  );
  within(
    share(({ isReview }) => isReview),
    0.08,
    0.2,
  );
  assert.equal(new Set(articles.flatMap(({ doi }) => doi ?? [])).size, share(({ doi }) => !!doi) * 20_000);
  assert.equal(articles.filter(({ retracted }) => retracted).length, 40);
  for (const { article, retracts } of records) {
    if (!retracts) continue;
    const retracted = articles.find(({ pmid }) => pmid === retracts.pmid);
    assert.deepEqual(
      retracted?.retractions.map(({ pmid }) => pmid),
      [article.pmid],
    );
  }
});

test('an update file has as many new records as new versions of existing ones', () => {
  const known = new Map([...generateRecords(plan)].map((record) => [record.article.pmid, record]));
  const update = [...generateUpdate(plan, 200)];
  const revised = update.filter(({ article }) => known.has(article.pmid));
  assert.equal(revised.length, 100);
  const isLater = ({ article, revisedAt }: GeneratedRecord) =>
    revisedAt > (known.get(article.pmid)?.revisedAt ?? '');
  assert.ok(revised.every(isLater));
  assert.equal(new Set(update.map(({ article }) => article.pmid)).size, 200);
});

test('generated from real records, every record reads back, and document frequencies are close to the real ones', (t) => {
  const missing = sharedDataMissing();
  if (missing) {
    t.skip(missing);
    return;
  }
  const source = readSource();
  const records = [
    ...generateRecords({
      records: 1_000_000,
      seed: 3,
      pools: preparePools(source),
      from: 500_000,
      to: 503_000,
    }),
  ];
  const { articles } = parse(Buffer.from(`${fileStart}${records.map(renderRecord).join('')}${fileEnd}`));
  sameArticles(articles, records);

  const real = shares(source.records.map(sourceText));
  const made = shares(
    records.flatMap(({ article }) => (article.abstract.length > 0 ? [textOf(article)] : [])),
  );
  for (const word of ['patients', 'cancer', 'mice', 'insulin', 'mortality', 'diabetes', 'randomized'])
    t.diagnostic(
      `${word}: ${percent(real, word)} of the real records, ${percent(made, word)} of the made ones`,
    );
  const ratios = [...real]
    .filter(([, share]) => share > 0.01)
    .map(([term, share]) => (made.get(term) ?? 0) / share);
  ratios.sort((left, right) => left - right);
  const at = (part: number) => ratios[Math.floor(part * ratios.length)] ?? 0;
  t.diagnostic(`made / real, of ${ratios.length} terms: ${[0.05, 0.5, 0.95].map(at)}`);
  assert.ok(at(0.5) > 0.8 && at(0.5) < 1.25);
  assert.ok(at(0.05) > 0.6 && at(0.95) < 1.8);
});

/** One at a time, because nobody wants to see, or wait for, thousands of differences. */
function sameArticles(articles: readonly Article[], records: readonly GeneratedRecord[]): void {
  for (const [at, { article }] of records.entries()) assert.deepEqual(articles[at], article);
  assert.equal(articles.length, records.length);
}

function parse(bytes: Uint8Array): { articles: Article[]; deleted: readonly string[] } {
  const parser = createArticleParser();
  const articles = parser.feed(bytes);
  parser.end();
  return { articles, deleted: parser.deleted };
}

/** Returns the share of the texts that contain each index term. */
function shares(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const term of new Set(indexTerms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, count / texts.length]));
}

function percent(all: ReadonlyMap<string, number>, word: string): string {
  return `${(100 * (all.get(indexTerms(word)[0] ?? '') ?? 0)).toFixed(1)} %`;
}
