import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { createSqliteCache } from './cache.ts';

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

test('replaces a damaged file', async (t) => {
  const { path, events, open } = setUp(t);
  open().close();
  writeFileSync(path, 'this is no database, whatever its name says'.repeat(100));
  const cache = open();
  assert.deepEqual(events, ['cache_recreated']);
  await cache.putSearch('k', 1);
  assert.equal(await cache.getSearch('k'), 1);
});

test('empties a file of another release', async (t) => {
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

test('misses without an error if it cannot be opened or written', async (t) => {
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
