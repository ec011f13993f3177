import type { SearchField } from '@citewell/sdk';
import { ServiceError } from '../errors.ts';
import type { Article, FillableDetails, Notice, Pmid } from './article.ts';
import type { YearRange } from './query.ts';
import type { TermStatistics } from './term-statistics.ts';

// A condition addresses the fields that callers can name.
export { type SearchField, searchFields } from '@citewell/sdk';

/** Words that must all stand in the field; parts in double quotes are phrases. Never syntax. */
export type Condition = { field: SearchField; value: string };

export type LibraryQuery = {
  /** ANDed; none: every record. */
  conditions: readonly Condition[];
  years: YearRange;
  sort: 'date_desc' | 'relevance';
  limit: number;
  offset: number;
};

/** A page of a search. */
export type LibraryPage = { total: number; articles: Article[] };

/** Records that fit a question, and how common its terms are in the library: what their order rests on. */
export type LibraryRanking = LibraryPage & { statistics: TermStatistics };

/** A whole question: any of the terms may match, the best first. */
export type LibraryQuestion = {
  /** Words and phrases of the question, in either language. */
  concepts: readonly string[];
  /** Terms of which at least one must be in the record's title, keywords or journal, if any are given. */
  required: readonly string[];
  years: YearRange;
  limit: number;
};

export type LibraryOptions = { signal: AbortSignal };

/**
 * State of the shipped demonstration records, kept in the library itself. `auto`: put in by the first start, and removed for
 * good by the first real record or the first remote source that answers. `on`: brought back by an operator's command, until
 * one removes them. `off`: removed. Undefined: no service has started on this library and nothing was written to it.
 */
export type DemonstrationState = 'auto' | 'on' | 'off';

export type LibraryStats = {
  records: number;
  /** Demonstration records among them, which are invented. */
  demonstration: number;
  /** Publication date of the newest record, ISO, as exact as it is known; undefined if there is none. */
  newest: string | undefined;
  /** Epoch milliseconds of the last change. */
  changedAt: number | undefined;
  /** Epoch milliseconds of the last sync that went through. */
  syncedAt: number | undefined;
  bytes: number;
  segments: number;
  /** The part that is damaged, if it is one that no search reads: the progress of files. */
  damaged?: string | undefined;
};

/**
 * The library is not what was written: bytes that changed on their way to the disk or on it. Nothing is answered from
 * the part that did, and a caller is told so. `place` names the part, never its content.
 */
export class LibraryDamaged extends ServiceError {
  readonly place: string;

  constructor(place: string, cause?: unknown) {
    super('upstream_unavailable', { detail: damaged, cause });
    this.place = place;
  }
}

const damaged = {
  en: 'The local library is damaged and could not be searched; this says nothing about the evidence. Its operator finds out more with "citewell library verify".',
  zh: '本地文献库已损坏，无法检索；这并不代表没有相关证据。管理员可用 "citewell library verify" 查明情况。',
};

/**
 * The engine of the library did not answer, or only in part: a node that is gone, a shard without a copy, a refusal.
 * Whatever it knows is unknown now, and a caller is told so. `cause` is never sent.
 */
export class LibraryUnavailable extends ServiceError {
  constructor(cause?: unknown) {
    super('upstream_unavailable', { detail: unavailable, cause });
  }
}

const unavailable = {
  en: 'The local library could not be searched, because its search engine did not answer in full; this says nothing about the evidence. Try again later.',
  zh: '本地文献库的检索引擎未能完整响应，无法检索；这并不代表没有相关证据。请稍后再试。',
};

/**
 * The local library, for reading.
 * @throws {LibraryUnavailable} if an engine of its own, OpenSearch, does not answer.
 * @throws {LibraryDamaged} if stored content fails verification.
 * @throws {ServiceError} `overloaded` at the deadline of a method.
 */
export interface Library {
  /**
   * Finds the records that meet every condition, one page of them, and their number.
   * @throws {LibraryDamaged} if stored content fails verification; the reason of the signal if it aborts.
   */
  search(query: LibraryQuery, options: LibraryOptions): Promise<LibraryPage>;
  /**
   * Ranks the records that fit a question best, and counts how many match at all.
   * @throws {LibraryDamaged} if stored content fails verification; the reason of the signal if it aborts.
   */
  rank(question: LibraryQuestion, options: LibraryOptions): Promise<LibraryRanking>;
  /**
   * Returns records in the order of their PMIDs here; unknown ones are omitted.
   * @throws {LibraryDamaged} if a record fails verification.
   */
  get(pmids: readonly Pmid[]): Promise<Article[]>;
  /** Finds the record of a DOI, compared in lower case. */
  findByDoi(doi: string): Promise<Article | undefined>;
  /** Counts what the library has. */
  stats(): Promise<LibraryStats>;
  /** Closes the store, after the reads under way. */
  close(): Promise<void>;
}

/** Changes of one ingest batch, committed together. */
export type LibraryBatch = {
  /** Newest version of each PMID wins, by `version`, then `revisedAt`. */
  put: readonly {
    article: Article;
    /** Day of the last revision, ISO, or undefined. */
    revisedAt: string | undefined;
    /** The article as `encodeRecord` makes it, where somebody has done that already. */
    stored?: Uint8Array;
  }[];
  /**
   * Details for records that are there and lack them: what a stored record does not have is added, everything else of it
   * stays, its version included. They count as replaced, or as unchanged where nothing was missing.
   */
  fill?: readonly { pmid: Pmid; details: FillableDetails }[];
  /** PMIDs of DeleteCitation. */
  remove: readonly Pmid[];
  /** Links from notices to the papers they speak of, applied whether the paper is there yet or comes later. */
  notices: readonly { kind: 'retraction' | 'concern' | 'erratum'; of: Pmid; notice: Notice }[];
  /** Progress within a file, from which an interrupted ingest continues. */
  progress?: { file: string; records: number; done: boolean };
};

export type BatchResult = { added: number; replaced: number; unchanged: number; removed: number };

/**
 * The library, for its one writer at a time.
 * @throws {LibraryDamaged} if stored content that a change depends on fails verification.
 */
export interface LibraryWriter {
  /** Writes a batch, in one transaction, and counts its changes. */
  write(batch: LibraryBatch): Promise<BatchResult>;
  /** The state of the demonstration records; undefined before anything was decided. */
  demonstration(): Promise<DemonstrationState | undefined>;
  /** Tells whether the library holds a record that is no demonstration record. */
  hasRealRecords(): Promise<boolean>;
  /**
   * Puts the demonstration records in and notes the state; `read` is called where this version is not in yet. A record of
   * the operator's own that has the same PMID stays.
   */
  putDemonstration(
    records: { version: string; read(): Article[] },
    state: Exclude<DemonstrationState, 'off'>,
  ): Promise<void>;
  /** Removes the demonstration records and notes the state `off`. */
  removeDemonstration(): Promise<void>;
  /**
   * Records of the file that are in already; undefined if it was never begun.
   * @throws {LibraryDamaged} if the progress of files is not what was written.
   */
  progressOf(file: string): Promise<{ records: number; done: boolean } | undefined>;
  /** Every record, by PMID ascending. */
  records(): AsyncIterable<Article>;
  /** Merges all segments into one and gives freed space back. */
  compact(signal: AbortSignal): Promise<void>;
  /** Recomputes what can be recomputed, and returns each problem as a sentence. */
  verify(signal: AbortSignal): Promise<string[]>;
  /** Runs `work` as the only sync of this library, other processes included; undefined, at once, where one is at work. */
  syncAlone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Notes that a sync went through. */
  synced(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
