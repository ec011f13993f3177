import type { Article, Pmid } from '@citewell/core/records/article.ts';

/** Cache of searches (1 hour) and records (30 days). Losing it costs time, never truth. */
export interface LiteratureCache {
  /** The JSON value stored under this key, unless it is older than its time to live. */
  getSearch(key: string): Promise<unknown>;
  putSearch(key: string, value: unknown): Promise<void>;
  getArticles(pmids: readonly Pmid[]): Promise<Map<Pmid, Article>>;
  putArticles(articles: readonly Article[]): Promise<void>;
}

/** Keeps nothing: whoever asks through it asks the source itself. */
export const noCache: LiteratureCache = {
  getSearch: async () => undefined,
  putSearch: async () => {},
  getArticles: async () => new Map(),
  putArticles: async () => {},
};
