import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Article, Pmid } from '../../literature/article.ts';
import { createSqliteCache } from './cache.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function setUp(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-cache-'));
  const clock = { time: 1_700_000_000_000, now: () => clock.time };
  const events: string[] = [];
  const path = join(folder, 'nested', 'cache.db');
  const open = () => {
    const cache = createSqliteCache({ path, clock, log: (_level, event) => events.push(event) });
    t.after(() => cache.close());
    return cache;
  };
  t.after(() => rmSync(folder, { recursive: true }));
  return { path, clock, events, open };
}

function anArticle(pmid: string): Article {
  return {
    pmid: pmid as Pmid,
    version: 1,
    title: '二甲双胍与心力衰竭',
    abstract: [{ label: 'METHODS', text: 'β-blockers in 1.73 m²' }],
    authors: ['Li W'],
    journal: 'J',
    year: '2024',
    languages: ['chi'],
    publicationTypes: ['Journal Article'],
    mesh: [],
    keywords: [],
    isReview: false,
    retracted: false,
    retractions: [],
    concerns: [],
    errata: [],
  };
}

test('a search is found for an hour, an article for thirty days, also by a process started later', async (t) => {
  const { clock, open } = setUp(t);
  const article = anArticle('123');
  const first = open();
  await first.putSearch('k', { total: 3 });
  await first.putArticles([article]);
  first.close();
  const cache = open();
  clock.time += hourMs - 1;
  assert.deepEqual(await cache.getSearch('k'), { total: 3 });
  assert.equal(await cache.getSearch('other'), undefined);
  clock.time += 1;
  assert.equal(await cache.getSearch('k'), undefined);
  clock.time += 30 * dayMs - hourMs - 1;
  assert.deepEqual(
    await cache.getArticles([article.pmid, '9' as Pmid, article.pmid]),
    new Map([['123', article]]),
  );
  clock.time += 1;
  assert.equal((await cache.getArticles([article.pmid])).size, 0);
});

test('what is stored again is new again', async (t) => {
  const { clock, open } = setUp(t);
  const cache = open();
  await cache.putSearch('k', 1);
  clock.time += hourMs - 1;
  await cache.putSearch('k', 2);
  clock.time += hourMs - 1;
  assert.equal(await cache.getSearch('k'), 2);
});

test('expired rows leave the file', async (t) => {
  const { path, clock, open } = setUp(t);
  const cache = open();
  await cache.putSearch('old', 1);
  await cache.putArticles([anArticle('1')]);
  clock.time += 31 * dayMs;
  await cache.putSearch('new', 1);
  cache.close();
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  assert.deepEqual(
    database
      .prepare('SELECT key FROM search')
      .all()
      .map((row) => row.key),
    ['new'],
  );
  assert.equal(database.prepare('SELECT count(*) AS n FROM article').get()?.n, 0);
});

test('a damaged file is begun anew', async (t) => {
  const { path, events, open } = setUp(t);
  open().close();
  writeFileSync(path, 'this is no database, whatever its name says'.repeat(100));
  const cache = open();
  assert.deepEqual(events, ['cache_recreated']);
  await cache.putSearch('k', 1);
  assert.equal(await cache.getSearch('k'), 1);
});

test('a file of another release is emptied, not misread', async (t) => {
  const { path, open } = setUp(t);
  const first = open();
  await first.putSearch('k', 1);
  first.close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 999');
  database.close();
  const cache = open();
  assert.equal(await cache.getSearch('k'), undefined);
  await cache.putSearch('k', 2);
  assert.equal(await cache.getSearch('k'), 2);
});

test('a cache that cannot be opened or written misses and fails nobody', async (t) => {
  const { path, events, open } = setUp(t);
  open().close();
  const other = new DatabaseSync(path);
  const cache = open();
  other.exec('BEGIN EXCLUSIVE');
  await cache.putSearch('k', 1);
  await cache.putArticles([anArticle('1')]);
  other.exec('ROLLBACK');
  other.close();
  assert.deepEqual(events, ['cache_failed', 'cache_failed']);
  assert.equal(await cache.getSearch('k'), undefined);
  await cache.putSearch('k', 2);
  assert.equal(await cache.getSearch('k'), 2);
  const nowhere = createSqliteCache({
    path: join(path, 'below-a-file', 'cache.db'),
    clock: { now: () => 0 },
    log: () => {},
  });
  await nowhere.putSearch('k', 1);
  assert.equal(await nowhere.getSearch('k'), undefined);
});
