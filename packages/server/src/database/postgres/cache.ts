import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@citewell/core/clock.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { LiteratureCache } from '../../literature/sources/cache.ts';
import { describeError, type Log } from '../../platform/log.ts';
import type { PostgresDatabase, Statement } from './database.ts';

export type PostgresCacheOptions = { database: PostgresDatabase; clock: Clock; log: Log };

const hourMs = 3_600_000;
const searchTtlMs = hourMs;
const articleTtlMs = 30 * 24 * hourMs;
const purgeEveryMs = hourMs;
/** Milliseconds after which a read is a miss, because a slower cache would be worse than none. */
const answerWithinMs = 1_000;

/**
 * Version of an Article's format. Increase it when the format changes; articles stored by other releases are then not read, and
 * purged when they expire.
 */
const shape = 2;

const search: Statement = {
  name: 'cached_search',
  text: `SELECT value FROM cached_search WHERE key = $1 AND shape = ${shape} AND stored_at > $2`,
};
const putSearch: Statement = {
  name: 'put_cached_search',
  text: `INSERT INTO cached_search (key, shape, value, stored_at) VALUES ($1, ${shape}, $2, $3)
    ON CONFLICT (key, shape) DO UPDATE SET value = excluded.value, stored_at = excluded.stored_at`,
};
const articlesOf: Statement = {
  name: 'cached_articles',
  text: `SELECT pmid, value FROM cached_article WHERE pmid = ANY ($1) AND shape = ${shape} AND stored_at > $2`,
};
// In the order of their PMIDs, so that replicas that store the same records cannot deadlock.
const putArticles: Statement = {
  name: 'put_cached_articles',
  text: `INSERT INTO cached_article (pmid, shape, value, stored_at)
    SELECT pmid, ${shape}, value, $3 FROM unnest($1::text[], $2::text[]) AS new (pmid, value) ORDER BY pmid
    ON CONFLICT (pmid, shape) DO UPDATE SET value = excluded.value, stored_at = excluded.stored_at`,
};
// Rows that are being stored again are kept: the purge skips locked rows.
const purgeSearches: Statement = {
  text: `DELETE FROM cached_search WHERE (key, shape) IN (
    SELECT key, shape FROM cached_search WHERE stored_at <= $1 FOR UPDATE SKIP LOCKED)`,
};
const purgeArticles: Statement = {
  text: `DELETE FROM cached_article WHERE (pmid, shape) IN (
    SELECT pmid, shape FROM cached_article WHERE stored_at <= $1 FOR UPDATE SKIP LOCKED)`,
};

/**
 * Creates the literature cache in a PostgreSQL database, shared by its replicas. It never throws: a failed or slow read
 * is a miss, and a failed write is not stored.
 */
export function createPostgresCache({
  database,
  clock,
  log,
}: PostgresCacheOptions): LiteratureCache & { close(): void } {
  let purgedAt = Number.NEGATIVE_INFINITY;

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await inTime(work());
    } catch (error) {
      log('warn', 'cache_failed', describeError(error));
      return undefined;
    }
  }

  async function purge(): Promise<void> {
    const now = clock.now();
    if (now - purgedAt < purgeEveryMs) return;
    purgedAt = now;
    await attempt(async () => {
      await database.run(purgeSearches, [now - searchTtlMs]);
      await database.run(purgeArticles, [now - articleTtlMs]);
    });
  }

  return {
    getSearch: (key) =>
      attempt(async () => {
        const [row] = await database.run<{ value: string }>(search, [key, clock.now() - searchTtlMs]);
        return row && JSON.parse(row.value);
      }),
    async putSearch(key, value) {
      await attempt(() => database.run(putSearch, [key, JSON.stringify(value), clock.now()]));
      await purge();
    },
    async getArticles(pmids) {
      const found = await attempt(async () => {
        const rows = await database.run<{ pmid: Pmid; value: string }>(articlesOf, [
          pmids,
          clock.now() - articleTtlMs,
        ]);
        return rows.map(({ pmid, value }): [Pmid, Article] => [pmid, JSON.parse(value)]);
      });
      return new Map(found);
    },
    async putArticles(articles) {
      if (articles.length === 0) return;
      const values = new Map(articles.map((article) => [article.pmid, JSON.stringify(article)]));
      await attempt(() => database.run(putArticles, [[...values.keys()], [...values.values()], clock.now()]));
      await purge();
    },
    close() {},
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = delay(answerWithinMs, undefined, { signal: done.signal }).then(() => {
    throw new Error('the cache did not answer in time');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    late.catch(() => {});
  }
}
