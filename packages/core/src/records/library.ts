import type { SearchField } from '@citewell/sdk';
import { type LocalizedMessage, ServiceError } from '../errors.ts';
import type { Article, FillableDetails, Notice, Pmid } from './article.ts';
import type { YearRange } from './query.ts';
import type { RenderedPage } from './rendered-page.ts';
import type { TermStatistics } from './term-statistics.ts';

// A condition applies to the fields that callers can name.
export { type SearchField, searchFields } from '@citewell/sdk/protocol';

/** Words that must all occur in the field; text in double quotes is a phrase, a word before a star a prefix. There is no other syntax. */
export type Condition = { field: SearchField; value: string };

export type LibraryQuery = {
  /** Combined with AND; without conditions, every record matches. */
  conditions: readonly Condition[];
  years: YearRange;
  sort: 'date_desc' | 'relevance';
  limit: number;
  offset: number;
};

/** A page of a search. */
export type LibraryPage = {
  total: number;
  articles: Article[];
  /**
   * Number of places of the results that the page takes up, if some are empty because their records were deleted after the
   * first page; the next page begins after them.
   */
  places?: number;
};

/** Records that match a question, and the frequencies of its terms in the library, on which the ranking is based. */
export type LibraryRanking = LibraryPage & { statistics: TermStatistics };

/** A question: any of its terms may match, and the best matches come first. */
export type LibraryQuestion = {
  /** Words and phrases of the question, in either language. */
  concepts: readonly string[];
  /** Terms of which at least one must be in the record's title, keywords or journal, if any are given. */
  required: readonly string[];
  years: YearRange;
  limit: number;
};

export type LibraryOptions = {
  signal: AbortSignal;
  /**
   * Name of the caller. Each has first pages and their continuations of its own. If calls wait in this process, callers are
   * served in turn; OpenSearch has a queue of its own.
   */
  caller?: string | undefined;
};

/**
 * State of the bundled demonstration records, stored in the library. `auto`: added by the first start, and removed permanently
 * by the first real record or the first remote source that responds. `on`: restored by an operator's command until another
 * removes them. `off`: removed. Undefined: no service has started on this library and nothing was written to it.
 */
export type DemonstrationState = 'auto' | 'on' | 'off';

type LibraryStats = {
  records: number;
  /** Number of demonstration records among them, which are invented. */
  demonstration: number;
  /** Publication date of the newest record, ISO, as precise as known; undefined if there is none. */
  newest: string | undefined;
  /** Epoch milliseconds of the last change. */
  changedAt: number | undefined;
  /** Epoch milliseconds of the last successful sync. */
  syncedAt: number | undefined;
  bytes: number;
  segments: number;
  /** The damaged part, if it is one that no search reads: the progress of files. */
  damaged?: string | undefined;
};

/**
 * Stored content differs from what was written, because bytes changed on the way to the disk or on it. The damaged part is not
 * used, and the call fails with this error. `place` names the part, never its content.
 */
export class LibraryDamaged extends ServiceError {
  readonly place: string;

  constructor(place: string, cause?: unknown) {
    super('upstream_unavailable', { detail: damaged, cause });
    this.place = place;
  }
}

const damaged = {
  en: 'The local library is damaged and could not be searched; this says nothing about the evidence. The operator can find out more with "citewell library verify".',
  zh: '本地文献库已损坏，无法检索；这并不代表没有相关证据。管理员可用 "citewell library verify" 查明情况。',
};

/**
 * The library's engine did not answer, or answered only in part: a lost node, a shard without a copy, a rejected request.
 * Partial results are not used; the call fails with this error. `cause` is never sent.
 */
export class LibraryUnavailable extends ServiceError {
  constructor(cause?: unknown, detail: LocalizedMessage = unavailable) {
    super('upstream_unavailable', { detail, cause });
  }
}

/**
 * The library is no longer in its engine, or only in part, or another one has taken its place. Reading never creates it anew:
 * an empty library would be taken for one in which nothing was found. `missing` names the part.
 */
export class LibraryMissing extends LibraryUnavailable {
  readonly missing: string;

  constructor(missing: string, cause?: unknown) {
    super(cause, gone);
    this.missing = missing;
  }
}

const unavailable = {
  en: 'The local library could not be searched, because its search engine did not answer in full; this says nothing about the evidence. Try again later.',
  zh: '本地文献库的检索引擎未能完整响应，无法检索；这并不代表没有相关证据。请稍后再试。',
};

const gone = {
  en: 'The local library is missing from its search engine, or a part of it is, and could not be searched; this says nothing about the evidence. The operator can restore it from a snapshot, or create a new one and restart the service; "citewell library stats" says what is missing.',
  zh: '检索引擎中缺少本地文献库或其一部分，无法检索；这并不代表没有相关证据。管理员可从快照恢复，或新建文献库并重启服务；"citewell library stats" 会指出缺少什么。',
};

/**
 * The local library, for reading.
 * @throws {LibraryUnavailable} if an engine of its own, OpenSearch, does not answer.
 * @throws {LibraryDamaged} if stored content fails verification.
 * @throws {ServiceError} `overloaded` at the deadline of a method.
 * @example
 * const { articles, total } = await library.search(query, { signal });
 */
export interface Library {
  /**
   * Finds the records that meet every condition, and returns one page of them and their number.
   * @throws {LibraryDamaged} if stored content fails verification; the reason of the signal if it aborts.
   */
  search(query: LibraryQuery, options: LibraryOptions): Promise<LibraryPage>;
  /** Searches as `search` does and renders the page, if that is cheaper where the library is searched. */
  searchRendered?(query: LibraryQuery, options: LibraryOptions): Promise<RenderedPage>;
  /**
   * Ranks the records that best match a question, and counts all matches.
   * @throws {LibraryDamaged} if stored content fails verification; the reason of the signal if it aborts.
   */
  rank(question: LibraryQuestion, options: LibraryOptions): Promise<LibraryRanking>;
  /**
   * Returns records in the order of `pmids`; unknown ones are omitted.
   * @throws {LibraryDamaged} if a record fails verification.
   */
  get(pmids: readonly Pmid[], options?: Partial<LibraryOptions>): Promise<Article[]>;
  /** Finds the record of a DOI, compared in lower case. */
  findByDoi(doi: string, options?: Partial<LibraryOptions>): Promise<Article | undefined>;
  /** Counts the library's contents. */
  stats(options?: Partial<LibraryOptions>): Promise<LibraryStats>;
  /** Closes the store after running reads have finished. */
  close(): Promise<void>;
}

/** Changes of one ingest batch, committed together. */
export type LibraryBatch = {
  /** Records to store. The newest version of each PMID wins, by `version`, then `revisedAt`. */
  put: readonly {
    article: Article;
    /** Day of the last revision, ISO, or undefined. */
    revisedAt: string | undefined;
    /** The article as encoded by `encodeRecord`, if that has been done already. */
    stored?: Uint8Array;
  }[];
  /**
   * Details for existing records: missing ones are added, and everything else stays unchanged, including the version. The
   * records count as replaced, or as unchanged if nothing was missing.
   */
  fill?: readonly { pmid: Pmid; details: FillableDetails }[];
  /** PMIDs of DeleteCitation. */
  remove: readonly Pmid[];
  /** Links from notices to their papers, applied whether the paper is already stored or is added later. */
  notices: readonly { kind: 'retraction' | 'concern' | 'erratum'; of: Pmid; notice: Notice }[];
  /** Progress within a file, from which an interrupted ingest continues. */
  progress?: { file: string; records: number; done: boolean };
};

export type BatchResult = {
  added: number;
  replaced: number;
  unchanged: number;
  removed: number;
  /** Records that the engine cannot store, whatever is done again; absent if there are none. They are in no other count. */
  refused?: readonly Pmid[];
};

/**
 * The library, for writing by one process at a time.
 * @throws {LibraryDamaged} if stored content that a change depends on fails verification.
 * @example
 * for await (const { pmid, title } of writer.records()) print(`${pmid} ${title}`);
 */
export interface LibraryWriter {
  /** Writes a batch, in one transaction, and counts its changes. */
  write(batch: LibraryBatch): Promise<BatchResult>;
  /** Returns the state of the demonstration records; undefined before it is first set. */
  demonstration(): Promise<DemonstrationState | undefined>;
  /** Returns true if the library contains a record other than demonstration records. */
  hasRealRecords(): Promise<boolean>;
  /**
   * Adds the demonstration records and stores the state; `read` is called if this version has not been added yet. An operator's
   * own record with the same PMID is kept.
   */
  putDemonstration(
    records: { version: string; read(): Article[] },
    state: Exclude<DemonstrationState, 'off'>,
  ): Promise<void>;
  /** Removes the demonstration records and stores the state `off`. */
  removeDemonstration(): Promise<void>;
  /**
   * Returns the number of the file's records that are already stored; undefined if its ingest has not begun.
   * @throws {LibraryDamaged} if the stored progress of files is damaged.
   */
  progressOf(file: string): Promise<{ records: number; done: boolean } | undefined>;
  /** Yields every record, by PMID ascending. */
  records(): AsyncIterable<Article>;
  /** Merges all segments into one and releases unused space. */
  compact(signal: AbortSignal): Promise<void>;
  /**
   * Releases the space that merges left unused, after many writes. Does nothing while another process merges; an abort ends it
   * early.
   */
  releaseSpace(signal: AbortSignal): Promise<void>;
  /** Recomputes checksums and derived data, and returns each problem as a sentence. */
  verify(signal: AbortSignal): Promise<string[]>;
  /** Runs `work` as the only sync of this library across all processes; returns undefined at once if another sync is running. */
  syncAlone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Records a successful sync. */
  synced(): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
