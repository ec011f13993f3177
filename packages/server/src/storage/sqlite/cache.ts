import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import type { Article, Pmid } from '../../literature/article.ts';
import type { LiteratureCache } from '../../literature/cache.ts';
import { describeError, type Log } from '../../log.ts';

export type SqliteCacheOptions = {
  /** A file of its own, or ":memory:". */
  path: string;
  clock: Clock;
  log: Log;
};

const hourMs = 3_600_000;
const searchTtlMs = hourMs;
const articleTtlMs = 30 * 24 * hourMs;
const purgeEveryMs = hourMs;

/** Raised when an Article's shape changes: what an older release stored is then dropped. */
const schemaVersion = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS search (key TEXT PRIMARY KEY, value TEXT NOT NULL, stored_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS article (pmid TEXT PRIMARY KEY, value TEXT NOT NULL, stored_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS search_stored_at ON search (stored_at);
  CREATE INDEX IF NOT EXISTS article_stored_at ON article (stored_at);
  PRAGMA user_version = ${schemaVersion};
`;

/**
 * The literature cache in an SQLite file. It never fails its caller: what cannot be read is a miss, what cannot be
 * written is not kept, and a file that is damaged is begun anew.
 */
export function createSqliteCache({
  path,
  clock,
  log,
}: SqliteCacheOptions): LiteratureCache & { close(): void } {
  let store: Store | undefined = open();
  let purgedAt = Number.NEGATIVE_INFINITY;
  purge();

  function open(): Store | undefined {
    try {
      if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
      return openStore(path);
    } catch (error) {
      if (!isDamaged(error)) return report(error);
    }
    try {
      log('warn', 'cache_recreated');
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      return openStore(path);
    } catch (error) {
      return report(error);
    }
  }

  function report(error: unknown): undefined {
    log('warn', 'cache_failed', describeError(error));
  }

  /** Does this with the store; undefined where it cannot be done. */
  function attempt<T>(work: (open: Store) => T): T | undefined {
    if (!store) return undefined;
    try {
      return work(store);
    } catch (error) {
      report(error);
      if (isDamaged(error)) {
        store.database.close();
        store = open();
      }
      return undefined;
    }
  }

  function purge(): void {
    const now = clock.now();
    if (now - purgedAt < purgeEveryMs) return;
    purgedAt = now;
    attempt(({ purgeSearches, purgeArticles }) => {
      purgeSearches.run(now - searchTtlMs);
      purgeArticles.run(now - articleTtlMs);
    });
  }

  return {
    async getSearch(key) {
      return attempt(({ search }) => {
        const text = search.get(key, clock.now() - searchTtlMs)?.value;
        return typeof text === 'string' ? JSON.parse(text) : undefined;
      });
    },
    async putSearch(key, value) {
      attempt(({ putSearch }) => putSearch.run(key, JSON.stringify(value), clock.now()));
      purge();
    },
    async getArticles(pmids) {
      const found = new Map<Pmid, Article>();
      attempt(({ article }) => {
        for (const pmid of new Set(pmids)) {
          const text = article.get(pmid, clock.now() - articleTtlMs)?.value;
          if (typeof text === 'string') found.set(pmid, JSON.parse(text));
        }
      });
      return found;
    },
    async putArticles(articles) {
      if (articles.length === 0) return;
      attempt(({ database, putArticle }) => {
        database.exec('BEGIN IMMEDIATE');
        try {
          for (const article of articles) putArticle.run(article.pmid, JSON.stringify(article), clock.now());
          database.exec('COMMIT');
        } catch (error) {
          database.exec('ROLLBACK');
          throw error;
        }
      });
      purge();
    },
    close() {
      store?.database.close();
      store = undefined;
    },
  };
}

type Store = {
  database: DatabaseSync;
  search: StatementSync;
  putSearch: StatementSync;
  article: StatementSync;
  putArticle: StatementSync;
  purgeSearches: StatementSync;
  purgeArticles: StatementSync;
};

function openStore(path: string): Store {
  const database = new DatabaseSync(path, { timeout: 250 });
  try {
    // Losing the last second of a cache to a power cut is fine; waiting for the disk on every search is not.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version !== 0 && version !== schemaVersion)
      database.exec('DROP TABLE IF EXISTS search; DROP TABLE IF EXISTS article;');
    database.exec(schema);
    return {
      database,
      search: database.prepare('SELECT value FROM search WHERE key = ? AND stored_at > ?'),
      putSearch: database.prepare('INSERT OR REPLACE INTO search (key, value, stored_at) VALUES (?, ?, ?)'),
      article: database.prepare('SELECT value FROM article WHERE pmid = ? AND stored_at > ?'),
      putArticle: database.prepare(
        'INSERT OR REPLACE INTO article (pmid, value, stored_at) VALUES (?, ?, ?)',
      ),
      purgeSearches: database.prepare('DELETE FROM search WHERE stored_at <= ?'),
      purgeArticles: database.prepare('DELETE FROM article WHERE stored_at <= ?'),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}
