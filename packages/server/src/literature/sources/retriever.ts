import type { Article, Pmcid, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';

/** One query as a source ran it. */
export type ExecutedQuery = {
  /** Query in the source's syntax, exactly as sent. */
  query: string;
  /** Number of matching records, by the source's own count. */
  total: number;
  /** The source's reading of the query, where it tells. */
  translation?: string;
  /** Words that the source does not know, where it tells. */
  notFound?: string[];
};

export type SearchResult = {
  source: SourceName;
  /** Best first, each PMID once. */
  articles: Article[];
  executed: ExecutedQuery[];
  /** PMIDs that matched but whose record could not be had: a stated shortfall, never silence. */
  missing: Pmid[];
  /** Matching records that the source counted and gave neither as a record nor by number; absent: none. */
  withheld?: number;
  /** Queries it could not run while it ran others: what they would have found is not known. Absent: none. */
  failed?: string[];
  /** Frequencies of the query's terms, if the source reports them. */
  statistics?: TermStatistics;
  /** Spelling correction, if the source searched for one. */
  spelling?: Spelling;
};

/** Words of a question as they were typed, and as the source would write them. */
export type Spelling = { typed: string; meant: string };

/**
 * Looser ways to put a question where too little was found, in this order: by every synonym and heading, by the words of
 * its phrases, as a spelling service would write it. The caller's years and category hold in each.
 */
export const relaxationSteps = ['synonyms', 'words', 'spelling'] as const;
export type RelaxationStep = (typeof relaxationSteps)[number];

export type RetrieveOptions = {
  /** Maximum number of articles. */
  limit: number;
  signal: AbortSignal;
  /** Epoch milliseconds by which the reply must be there, including queueing and retries. */
  deadline: number;
  /**
   * Epoch milliseconds by which the search must have been sent: where our own queue for the source is longer, it fails as
   * `busy` at once. Absent: it waits as long as there is time.
   */
  queueUntil?: number;
  /** Puts the question looser; only for sources with relaxations. Nothing executed: there is nothing else to ask. */
  step?: RelaxationStep;
};

/**
 * A source of literature. An empty result always means that the source answered and has nothing; if it could not be asked,
 * each method that asks it rejects.
 * @throws {SourceError} if the source could not be asked; the reason of `signal` if it aborts.
 */
export interface Retriever {
  readonly source: SourceName;
  /** The search relaxations it knows; absent where it has none. */
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
   * Finds records that are like these, closest first; absent where the source has no such search.
   * @throws {SourceError} if the source could not be asked.
   */
  related?(
    pmids: readonly Pmid[],
    options: Omit<RetrieveOptions, 'step' | 'queueUntil'>,
  ): Promise<Pick<SearchResult, 'articles' | 'missing'>>;
  /**
   * Finds which of these PMIDs the source has a record of: tells one that `fetch` omitted from one that does not exist.
   * Absent if `fetch` omits nothing.
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
   * Downloads the full text of an article, JATS as it is. Undefined: the source has none, or may not give it to programs.
   * Absent where the source has no full texts.
   * @throws {SourceError} if the source could not be asked.
   */
  fullText?(pmcid: Pmcid, options: FullTextOptions): Promise<Uint8Array | undefined>;
}

export type FullTextOptions = Omit<RetrieveOptions, 'limit' | 'step' | 'queueUntil'>;

/** A source elsewhere, which has connections to close. */
export interface RemoteRetriever extends Retriever {
  /**
   * Sends a small request, past any cache, and resolves if the source answers.
   * @throws {SourceError} if it does not.
   */
  probe(options: Omit<RetrieveOptions, 'limit' | 'step' | 'queueUntil'>): Promise<void>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** Reason why a source could not be searched. */
export type SourceFailure =
  /** There is no way to it: no such name, or nobody takes the connection in time. */
  | 'no_route'
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'blocked'
  | 'bad_reply'
  /** Stored content fails verification; applies to the local library alone. */
  | 'damaged'
  | 'rejected'
  | 'circuit_open'
  /** Our own queue for it is longer than the caller wants to wait. */
  | 'busy';

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
