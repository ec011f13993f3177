import type { Article, Pmcid, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';

/** Query as a source ran it. */
export type ExecutedQuery = {
  /** Query in the source's syntax, exactly as sent. */
  query: string;
  /** Number of matching records, as counted by the source. */
  total: number;
  /** The source's interpretation of the query, if reported. */
  translation?: string;
  /** Words unknown to the source, if reported. */
  notFound?: string[];
};

export type SearchResult = {
  source: SourceName;
  /** Best first, each PMID once. */
  articles: Article[];
  executed: ExecutedQuery[];
  /** PMIDs that matched but whose record could not be fetched: reported as a shortfall. */
  missing: Pmid[];
  /** Number of matching records that the source counted but did not return; absent if there are none. */
  withheld?: number;
  /** Queries that failed while others succeeded, whose results are unknown; absent if there are none. */
  failed?: string[];
  /** Frequencies of the query's terms, if the source reports them. */
  statistics?: TermStatistics;
  /** Spelling correction, if the source searched for one. */
  spelling?: Spelling;
};

/** Words of a question as typed, and in the source's spelling. */
export type Spelling = { typed: string; meant: string };

/**
 * Relaxations of a question that found too little, in this order: all synonyms and headings, the words of its phrases,
 * the spelling service's suggestion. The caller's years and category always apply.
 */
export const relaxationSteps = ['synonyms', 'words', 'spelling'] as const;
export type RelaxationStep = (typeof relaxationSteps)[number];

export type RetrieveOptions = {
  /** Maximum number of articles. */
  limit: number;
  signal: AbortSignal;
  /** Epoch milliseconds by which the reply is needed, including queueing and retries. */
  deadline: number;
  /**
   * Epoch milliseconds by which the search must have been sent: if our own queue for the source is longer, it fails as
   * `busy` immediately. Absent: it waits as long as there is time.
   */
  queueUntil?: number;
  /** Name of the caller; the library serves callers in turn. */
  caller?: string | undefined;
  /** Relaxes the question; only for sources with relaxations. If no query is executed, nothing else can be searched. */
  step?: RelaxationStep;
};

/**
 * Source of literature. An empty result always means that the source answered and has nothing; if it could not be
 * asked, each method that asks it rejects.
 * @throws {SourceError} if the source could not be asked; the reason of `signal` if it aborts.
 * @example
 * const { articles } = await retriever.search(query, { limit: 40, deadline: Date.now() + 8_000, signal });
 */
export interface Retriever {
  readonly source: SourceName;
  /** Search relaxations it supports; absent if it has none. */
  readonly relaxations?: readonly RelaxationStep[];
  /** Returns the queries that a search would send, in the source's syntax, to be shown in advance. */
  render?(query: SearchQuery, step?: RelaxationStep): string[];
  /**
   * Searches for records, best first.
   * @param options `deadline` and `queueUntil` in epoch milliseconds.
   * @throws {SourceError} if the source could not be asked; the reason of `signal` if it aborts.
   */
  search(query: SearchQuery, options: RetrieveOptions): Promise<SearchResult>;
  /**
   * Finds related records, closest first; absent if the source has no such search.
   * @throws {SourceError} if the source could not be asked.
   */
  related?(
    pmids: readonly Pmid[],
    options: Omit<RetrieveOptions, 'step' | 'queueUntil'>,
  ): Promise<Pick<SearchResult, 'articles' | 'missing'>>;
  /**
   * Finds out for which of these PMIDs the source has a record, to distinguish one that `fetch` omitted from one that
   * does not exist. Absent if `fetch` omits nothing.
   * @throws {SourceError} if the source could not be asked.
   */
  confirm?(
    pmids: readonly Pmid[],
    options: Omit<RetrieveOptions, 'limit' | 'step' | 'queueUntil'>,
  ): Promise<Pmid[]>;
  /**
   * Fetches the records of these PMIDs in their order; unknown ones are omitted.
   * @throws {SourceError} if the source could not be asked.
   */
  fetch(
    pmids: readonly Pmid[],
    options: Omit<RetrieveOptions, 'limit' | 'step' | 'queueUntil'>,
  ): Promise<Article[]>;
  /**
   * Downloads the full text of an article as JATS. Resolves with undefined if the source has none, or must not give it
   * to programs. Absent if the source has no full texts.
   * @throws {SourceError} if the source could not be asked.
   */
  fullText?(pmcid: Pmcid, options: FullTextOptions): Promise<Uint8Array | undefined>;
}

export type FullTextOptions = Omit<RetrieveOptions, 'limit' | 'step' | 'queueUntil'>;

/**
 * Remote source, with connections to close.
 * @example
 * await retriever.probe({ deadline: Date.now() + 5_000, signal });
 * await retriever.close();
 */
export interface RemoteRetriever extends Retriever {
  /**
   * Sends a small request, bypassing all caches, and resolves if the source answers.
   * @throws {SourceError} if it does not.
   */
  probe(options: Omit<RetrieveOptions, 'limit' | 'step' | 'queueUntil'>): Promise<void>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** Reason why a source could not be searched. */
export type SourceFailure =
  /** The name does not resolve, or no connection is accepted in time. */
  | 'no_route'
  /** The connection failed, or the source replied with a server error. */
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'blocked'
  | 'bad_reply'
  /** Stored content fails verification; only for the local library. */
  | 'damaged'
  | 'rejected'
  | 'circuit_open'
  /** Our own queue for it is longer than the caller is willing to wait. */
  | 'busy';

/** Failure to search a source. Contains kind and status only: upstream bodies can echo keys and questions. */
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
