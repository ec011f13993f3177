import type { Article, Pmid } from '@citewell/core/records/article.ts';

/**
 * Caches searches for 1 hour and records for 30 days. Losing it costs time, never correctness.
 * @throws nothing: a cache that cannot be read or written behaves as if it were empty.
 * @example
 * const stored = await cache.getArticles(pmids);
 */
export interface LiteratureCache {
  /** Returns the JSON value stored under this key; undefined if there is none, or it is older than 1 hour. */
  getSearch(key: string): Promise<unknown>;
  /** Stores a JSON value under this key. */
  putSearch(key: string, value: unknown): Promise<void>;
  /** Returns the records of these PMIDs that are stored and at most 30 days old. */
  getArticles(pmids: readonly Pmid[]): Promise<Map<Pmid, Article>>;
  /** Stores records by their PMIDs. */
  putArticles(articles: readonly Article[]): Promise<void>;
}

/** Stores nothing, so that every request goes to the source. */
export const noCache: LiteratureCache = {
  getSearch: async () => undefined,
  putSearch: async () => {},
  getArticles: async () => new Map(),
  putArticles: async () => {},
};
