import type { Article, Pmid, SourceName } from './article.ts';
import type { SearchQuery } from './query.ts';

/** One query as a source ran it. */
export type ExecutedQuery = {
  /** In the source's syntax, exactly as sent. */
  query: string;
  /** How many records match, by the source's own count. */
  total: number;
  /** The source's reading of the query, where it tells. */
  translation?: string;
};

export type SearchResult = {
  source: SourceName;
  /** Best first, each PMID once. */
  articles: Article[];
  executed: ExecutedQuery[];
  /** PMIDs that matched but whose record could not be had: a stated shortfall, never silence. */
  missing: Pmid[];
};

export type RetrieveOptions = {
  /** How many articles at most. */
  limit: number;
  signal: AbortSignal;
  /** Epoch milliseconds by which the reply must be there, queueing and retries included. */
  deadline: number;
};

/**
 * A place literature comes from. `search` and `fetch` throw `SourceError` when the source could not be asked;
 * an empty result always means that the source answered and has nothing.
 */
export interface Retriever {
  readonly source: SourceName;
  search(query: SearchQuery, options: RetrieveOptions): Promise<SearchResult>;
  /** The records of these PMIDs in their order; unknown ones are left out. */
  fetch(pmids: readonly Pmid[], options: Omit<RetrieveOptions, 'limit'>): Promise<Article[]>;
}

/** Why a source could not be asked. */
export type SourceFailure =
  /** There is no way to it: no such name, or nobody takes the connection in time. */
  | 'no_route'
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'blocked'
  | 'bad_reply'
  | 'rejected'
  | 'circuit_open';

/** A source could not be asked. Holds kind and status only: upstream bodies can echo keys and questions. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly source: SourceName;
  readonly failure: SourceFailure;
  readonly status: number | undefined;

  constructor(source: SourceName, failure: SourceFailure, status?: number) {
    super(`${source}: ${failure}${status ? ` (HTTP ${status})` : ''}`);
    this.source = source;
    this.failure = failure;
    this.status = status;
  }
}
