import type { Pmid } from '@citewell/core/records/article.ts';

/**
 * Port through which the index uses a database: immutable bytes in chunks, one row per record, and transactions for one
 * writer at a time. Everything that defines a search is above this interface, so that all engines return the same.
 * SQLite answers synchronously, others may not: frequently called methods may return either, and the index only awaits
 * promises.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Parts of a segment, each a sequence of bytes that is divided into chunks of one size (the last one shorter). `lengths` are the
 * field norms: stored segments list their parts by name.
 */
export const streams = ['directory', 'terms', 'blocks', 'positions', 'keys', 'lengths'] as const;
export type Stream = (typeof streams)[number];

/**
 * Size of new chunks: with its row, one fills exactly one of SQLite's pages of 8 KB, since a search usually needs a few
 * hundred bytes of a chunk but reads and checks all of it. A multiple of a record's key (9 bytes) and field norm (2 bytes),
 * so that neither is split. Chunks are too dense to be worth compressing.
 */
export const chunkBytes = 8_064;

/** Size of the chunks of a segment whose metadata names none, from before sizes differed. */
export const earlierChunkBytes = 64_512;

export type ChunkAddress = { segment: number; stream: Stream; chunk: number };
export type Chunk = ChunkAddress & { bytes: Uint8Array };

/** Chunk as read. `checksum`: see checksum.ts. */
export type StoredChunk = { bytes: Uint8Array; checksum: number | null };

/** Metadata of a segment, fixed when it was written; stored as JSON. */
export type SegmentInfo = {
  /**
   * Number of records, including deleted ones. Their local ids are 0 to `docs` - 1, newest first: (date, PMID)
   * descending.
   */
  docs: number;
  /** Sum of the records' lengths in terms, for the average of BM25F. */
  totalLength: number;
  /** [year, number of its records], newest first, 0 for no year: the boundaries of a year's local ids. */
  years: [year: number, records: number][];
  /** Size of each stream in bytes. */
  bytes: Record<Stream, number>;
  /** Indicates that its chunks have checksums; absent in older segments. */
  checked?: boolean;
  /** Size of its chunks; `earlierChunkBytes` if absent. */
  chunkBytes?: number;
};

export type SegmentState = {
  id: number;
  info: SegmentInfo;
  /**
   * One bit per record, set for those replaced or deleted since: bit `id & 7` of byte `id >> 3`. Empty if there are
   * none.
   */
  deletedDocs: Uint8Array;
  deletedCount: number;
  /** Checksums of `info`, and of `deletedDocs` with `deletedCount`; null in older libraries. */
  infoChecksum: number | null;
  deletedChecksum: number | null;
};

/**
 * Library after one commit. `generation` grows with every commit that changes what a search may find. `checksum`: of
 * the list of segments; null in older libraries.
 */
export type Snapshot = { generation: number; segments: readonly SegmentState[]; checksum: number | null };

/**
 * Thrown if the segment no longer exists, since it was merged and swept. The search starts again with a new snapshot.
 */
export class SegmentGone extends Error {
  override readonly name = 'SegmentGone';
}

/** Retraction notice of a paper, with the record that contains it. */
export type StoredNotice = {
  kind: 'retraction' | 'concern' | 'erratum';
  /** Paper that the notice is about. */
  of: number;
  /** Record of the notice, 0 if there is none. */
  from: number;
  citation: string;
};

/** Numbers are PMIDs of up to 10 digits, beyond 32 bits. */
export type StoredDocument = {
  pmid: number;
  record: Uint8Array;
  /** Checksums of the record, and of the notices about it; null in older libraries. */
  checksum: number | null;
  noticed: number | null;
};

/** Entry of the index of DOIs: 48 bits of a hash (`doiHash`), and a record with the DOI. */
export type DoiEntry = { doi: number; pmid: number };

/** Entries of some buckets. `summed`: all buckets below it have sums; Infinity: all. */
export type DoiEntries = {
  entries: readonly DoiEntry[];
  sums: ReadonlyMap<number, number>;
  summed: number;
};

/** Progress of a file; `checksum`: see progress.ts, null in older libraries. */
export type ProgressRow = { file: string; records: number; done: boolean; checksum: number | null };

/** Progress of a file, the sum of the checksums of all rows, and that sum as recorded, unless the library is older. */
export type StoredProgress = {
  row: Omit<ProgressRow, 'file'> | undefined;
  sum: number;
  total: string | undefined;
  isSummed: boolean;
};

export type DocumentHead = {
  pmid: number;
  /** Sort key made from the date of publication (date-key.ts); with the PMID it determines the record's position in a segment. */
  dateKey: number;
  version: number;
  /** ISO date of the last revision, '' if unknown. */
  revisedAt: string;
  /** Marks a demonstration record. */
  demonstration: boolean;
};

type DocumentRow = DocumentHead & {
  /** Hash of the DOI (`doiHash`), undefined without one: at most 48 bits, indexed, not unique. */
  doi: number | undefined;
  /** The record as record-codec.ts encodes it. */
  record: Uint8Array;
};

/**
 * Read operations. Every method sees the last commit at the time of the call; none waits for a writer.
 *
 * @throws the storage's errors; `read` also SegmentGone if a chunk does not exist
 * @example
 * const { segments } = await store.snapshot();
 * const [record] = await store.documents([31_415_926]);
 */
export interface LibraryStore {
  /** Returns the generation of the newest commit. Called once per search, so it must be cheap. */
  generation(): Awaitable<number>;
  /**
   * Returns generation, segments and their deleted records, all of the same commit (one statement or one read
   * transaction).
   */
  snapshot(): Awaitable<Snapshot>;
  /**
   * Returns the chunks in the order of their addresses. Throws SegmentGone if one does not exist. Called with all
   * addresses known to be needed; the index caches the result.
   */
  read(addresses: readonly ChunkAddress[]): Awaitable<readonly StoredChunk[]>;
  /** Reads documents, in any order; unknown ones are omitted. */
  documents(pmids: readonly number[]): Awaitable<readonly StoredDocument[]>;
  /** Returns up to `limit` documents with a PMID above `pmid`, ascending. */
  documentsAfter(pmid: number, limit: number): Awaitable<readonly StoredDocument[]>;
  /**
   * Returns the entries of the index of DOIs in the buckets from `first` to `last` (doi-sums.ts), both inclusive, with
   * their sums, from one moment.
   */
  dois(first: number, last: number): Awaitable<DoiEntries>;
  /** Returns notices about these papers, in any order. */
  notices(of: readonly number[]): Awaitable<readonly StoredNotice[]>;
  /** Returns the size of the library's part of the database, including indexes and free pages. */
  bytes(): Awaitable<number>;
  /** Counts the demonstration records. */
  countDemonstration(): Awaitable<number>;
  /** Returns the value stored under a name; undefined if there is none. */
  meta(name: string): Awaitable<string | undefined>;
  /** Returns the progress of a file with the values that verify it, from one moment. */
  progress(file: string): Awaitable<StoredProgress>;
  /** Returns the progress of every file. */
  everyProgress(): Awaitable<readonly ProgressRow[]>;
  /** Releases the database. No other method may be called afterwards. */
  close(): Awaitable<void>;
}

/**
 * Operations of a writer inside a transaction, which sees its own changes.
 *
 * @throws the storage's errors, after which the transaction is rolled back
 * @example
 * await store.transaction(async (write) => {
 *   await write.putDocuments(rows);
 *   await write.changed(Date.now());
 * });
 */
export interface WriteTransaction
  extends Pick<
    LibraryStore,
    | 'generation'
    | 'snapshot'
    | 'read'
    | 'documents'
    | 'documentsAfter'
    | 'dois'
    | 'notices'
    | 'countDemonstration'
    | 'meta'
    | 'progress'
    | 'everyProgress'
  > {
  /** Returns the heads of these documents, in any order; unknown ones are omitted. */
  heads(pmids: readonly number[]): Promise<readonly DocumentHead[]>;
  /** Returns the heads of the demonstration records. */
  demonstrationHeads(): Promise<readonly DocumentHead[]>;
  /** Replaces the rows of the same PMIDs. Like `deleteDocuments`, it updates existing sums of the index of DOIs. */
  putDocuments(rows: readonly DocumentRow[]): Promise<void>;
  /** Deletes the rows of these PMIDs; unknown ones are ignored. */
  deleteDocuments(pmids: readonly number[]): Promise<void>;
  /** Writes the checksums of records that have none. */
  checkDocuments(rows: readonly Omit<StoredDocument, 'record'>[]): Promise<void>;
  /** Adds notices; existing ones (all four fields equal) are unchanged. */
  putNotices(notices: readonly StoredNotice[]): Promise<void>;
  /** Withdraws the notices of these records about others. */
  deleteNoticesFrom(pmids: readonly number[]): Promise<void>;
  /**
   * Returns a new, higher id. No snapshot contains the segment before `publish`; `createdAt` (epoch ms) is for `sweep`.
   */
  createSegment(createdAt: number): Promise<number>;
  /** Writes chunks of segments that are not published yet. */
  writeChunks(chunks: readonly Chunk[]): Promise<void>;
  /** Adds the segment with the id `segment` to the snapshot. */
  publish(segment: number, info: SegmentInfo): Promise<void>;
  /** Replaces the bitmap of deleted records of the segment with the id `segment`, with their number, `deletedCount`. */
  setDeletedDocs(segment: number, deletedDocs: Uint8Array, deletedCount: number): Promise<void>;
  /** Removes segments from the snapshot `at` a time (epoch ms); their chunks stay for running searches until `sweep`. */
  retire(segments: readonly number[], at: number): Promise<void>;
  /** Deletes the chunks of segments retired before `before` (epoch ms), or created before then and never published. */
  sweep(before: number): Promise<void>;
  /** Stores a value under a name. */
  setMeta(name: string, value: string): Promise<void>;
  /** Deletes the value stored under a name. */
  deleteMeta(name: string): Promise<void>;
  /** Writes the sums of buckets that have none. */
  setDoiSums(sums: ReadonlyMap<number, number>): Promise<void>;
  /** Replaces the row of the same file. */
  setProgress(row: ProgressRow): Promise<void>;
  /**
   * Increments the generation, writes the checksum of the list of segments, and stores `at` (epoch ms) as meta
   * `changed_at`. Part of every transaction that publishes or retires segments, deletes documents, or changes a
   * document or notice.
   */
  changed(at: number): Promise<void>;
}

/**
 * Write operations, concurrent with the same process's reads.
 *
 * @throws the storage's errors and those of `work`
 * @example
 * await store.transaction((write) => write.putNotices(notices));
 */
export interface LibraryWriteStore extends LibraryStore {
  /**
   * Runs `work` exclusively among all processes that write, and commits all of it, or nothing if it throws. Calls of
   * one process wait for each other; waiting for other processes ends with an error after a while.
   */
  transaction<T>(work: (write: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` as the only merge among all processes, without blocking writers. Resolves with undefined immediately if
   * one is running.
   */
  mergeAlone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Runs `work` as the only update of the library, concurrently with merges. */
  syncAlone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Releases free space of the database, in small steps. */
  shrink(signal: AbortSignal): Promise<void>;
  /** Runs the engine's own check of its files; each problem is a sentence. */
  check(): Promise<string[]>;
}

/** PMID in the form of the stores. */
export function pmidNumber(pmid: Pmid): number {
  return Number(pmid);
}
