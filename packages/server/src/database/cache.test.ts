import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { LiteratureCache } from '../literature/sources/cache.ts';
import type { Log } from '../platform/log.ts';
import { sharedPostgres } from '../testing/accounting/postgres-server.ts';
import { createPostgresCache } from './postgres/cache.ts';
import { openPostgresDatabase, PostgresDatabase } from './postgres/database.ts';
import { migrations } from './postgres/migrations.ts';
import { createSqliteCache } from './sqlite/cache/cache.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ignore: Log = () => {};

type Engine = {
  name: string;
  create(t: TestContext): Promise<{
    /** The cache as opened by another process. */
    open(clock: Clock, log?: Log): Promise<LiteratureCache>;
    /** The keys of all searches and articles that are stored, expired or not. */
    stored(): Promise<string[]>;
  }>;
  /** A cache whose database cannot be reached. */
  openNowhere(t: TestContext, log: Log): LiteratureCache;
};

const sqlite: Engine = {
  name: 'SQLite',
  async create(t) {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-cache-'));
    const path = join(folder, 'cache.db');
    const opened: { close(): void }[] = [];
    t.after(() => {
      for (const each of opened) each.close();
      rmSync(folder, { recursive: true });
    });
    return {
      async open(clock, log = ignore) {
        const cache = createSqliteCache({ path, clock, log });
        opened.push(cache);
        return cache;
      },
      async stored() {
        const database = new DatabaseSync(path);
        opened.push(database);
        const rows = database.prepare('SELECT key FROM search UNION ALL SELECT pmid FROM article').all();
        return rows.map(({ key }) => String(key));
      },
    };
  },
  openNowhere: (_t, log) =>
    createSqliteCache({ path: '/dev/null/below/cache.db', clock: { now: () => 0 }, log }),
};

const postgres: Engine = {
  name: 'PostgreSQL',
  async create(t) {
    const schema = await (await sharedPostgres()).createSchema();
    const open = async () => {
      const database = await openPostgresDatabase(schema.url, migrations, ignore);
      t.after(() => database.close());
      return database;
    };
    return {
      open: async (clock, log = ignore) => createPostgresCache({ database: await open(), clock, log }),
      async stored() {
        const text = 'SELECT key FROM cached_search UNION ALL SELECT pmid FROM cached_article';
        return (await (await open()).run<{ key: string }>({ text })).map(({ key }) => key);
      },
    };
  },
  openNowhere(t, log) {
    const database = new PostgresDatabase('postgres://127.0.0.1:1/nothing', log);
    t.after(() => database.close());
    return createPostgresCache({ database, clock: { now: () => 0 }, log });
  },
};

function aClock(): Clock & { time: number } {
  const clock = { time: 1_700_000_000_000, now: () => clock.time };
  return clock;
}

function contract(engine: Engine): void {
  it('finds a search for an hour and an article for thirty days, also in a process started later', async (t) => {
    const clock = aClock();
    const home = await engine.create(t);
    const article = anArticle('123', {
      title: '二甲双胍与心力衰竭',
      journal: 'β-blockers in 1.73 m² \u0000',
    });
    const first = await home.open(clock);
    await first.putSearch('k', { total: 3 });
    await first.putArticles([article]);
    const cache = await home.open(clock);
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

  it('refreshes a record that is stored again', async (t) => {
    const clock = aClock();
    const cache = await (await engine.create(t)).open(clock);
    await cache.putSearch('k', 1);
    await cache.putArticles([anArticle('1'), anArticle('1', { title: 'newer' })]);
    clock.time += hourMs - 1;
    await cache.putSearch('k', 2);
    clock.time += hourMs - 1;
    assert.equal(await cache.getSearch('k'), 2);
    assert.equal((await cache.getArticles(['1' as Pmid])).get('1' as Pmid)?.title, 'newer');
    await cache.putArticles([]);
    assert.equal((await cache.getArticles([])).size, 0);
  });

  it('deletes expired rows', async (t) => {
    const clock = aClock();
    const home = await engine.create(t);
    const cache = await home.open(clock);
    await cache.putSearch('old', 1);
    await cache.putArticles([anArticle('1')]);
    assert.deepEqual((await home.stored()).sort(), ['1', 'old']);
    clock.time += 31 * dayMs;
    await cache.putSearch('new', 1);
    assert.deepEqual(await home.stored(), ['new']);
  });

  it('misses without an error if its database cannot be reached', async (t) => {
    const events: string[] = [];
    const cache = engine.openNowhere(t, (_level, event) => events.push(event));
    await cache.putSearch('k', 1);
    await cache.putArticles([anArticle('1')]);
    assert.equal(await cache.getSearch('k'), undefined);
    assert.equal((await cache.getArticles(['1' as Pmid])).size, 0);
    assert.ok(events.length > 0);
    assert.deepEqual(new Set(events), new Set(['cache_failed']));
  });
}

for (const engine of [sqlite, postgres])
  describe(`the literature cache on ${engine.name}`, () => contract(engine));

describe('replicas that share a cache on PostgreSQL', () => {
  it('store the same records simultaneously, in any order, without a deadlock', async (t) => {
    const home = await postgres.create(t);
    const events: string[] = [];
    const log: Log = (_level, event) => events.push(event);
    const caches = await Promise.all(Array.from({ length: 4 }, () => home.open(aClock(), log)));
    const articles = Array.from({ length: 60 }, (_, index) => anArticle(String(index)));
    for (let turn = 0; turn < 5; turn += 1)
      await Promise.all(
        caches.map((cache, index) => cache.putArticles(index % 2 ? articles : articles.toReversed())),
      );
    assert.equal((await home.stored()).length, 60);
    assert.deepEqual(events, []);
  });
});
