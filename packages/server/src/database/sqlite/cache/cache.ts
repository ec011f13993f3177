import type { Clock } from '@citewell/core/clock.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { LiteratureCache } from '../../../literature/sources/cache.ts';
import type { Log } from '../../../platform/log.ts';
import { type CacheFile, openCacheFile } from './cache-file.ts';

export type SqliteCacheOptions = {
  /** A separate file, or ":memory:". */
  path: string;
  clock: Clock;
  log: Log;
};

const hourMs = 3_600_000;
const searchTtlMs = hourMs;
const articleTtlMs = 30 * 24 * hourMs;
const purgeEveryMs = hourMs;

const search = 'SELECT value FROM search WHERE key = ? AND stored_at > ?';
const putSearch = 'INSERT OR REPLACE INTO search (key, value, stored_at) VALUES (?, ?, ?)';
const article = 'SELECT value FROM article WHERE pmid = ? AND stored_at > ?';
const putArticle = 'INSERT OR REPLACE INTO article (pmid, value, stored_at) VALUES (?, ?, ?)';
const purgeSearches = 'DELETE FROM search WHERE stored_at <= ?';
const purgeArticles = 'DELETE FROM article WHERE stored_at <= ?';

/** Creates the literature cache in a separate file. */
export function createSqliteCache({
  path,
  clock,
  log,
}: SqliteCacheOptions): LiteratureCache & { close(): void } {
  const file = openCacheFile({ path, log });
  return { ...cacheIn(file, clock), close: () => file.close() };
}

/** Creates the literature cache in an open file. It never throws: a failed read is a miss, and a failed write is not stored. */
export function cacheIn(file: CacheFile, clock: Clock): LiteratureCache {
  let purgedAt = Number.NEGATIVE_INFINITY;
  purge();

  function purge(): void {
    const now = clock.now();
    if (now - purgedAt < purgeEveryMs) return;
    purgedAt = now;
    file.attempt((prepare) => {
      prepare(purgeSearches).run(now - searchTtlMs);
      prepare(purgeArticles).run(now - articleTtlMs);
    });
  }

  return {
    async getSearch(key) {
      return file.attempt((prepare) => {
        const text = prepare(search).get(key, clock.now() - searchTtlMs)?.value;
        return typeof text === 'string' ? JSON.parse(text) : undefined;
      });
    },
    async putSearch(key, value) {
      file.attempt((prepare) => prepare(putSearch).run(key, JSON.stringify(value), clock.now()));
      purge();
    },
    async getArticles(pmids) {
      const found = new Map<Pmid, Article>();
      file.attempt((prepare) => {
        for (const pmid of new Set(pmids)) {
          const text = prepare(article).get(pmid, clock.now() - articleTtlMs)?.value;
          if (typeof text === 'string') found.set(pmid, JSON.parse(text));
        }
      });
      return found;
    },
    async putArticles(articles) {
      if (articles.length === 0) return;
      file.transact((prepare) => {
        for (const each of articles) prepare(putArticle).run(each.pmid, JSON.stringify(each), clock.now());
      });
      purge();
    },
  };
}
