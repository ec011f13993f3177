import type { Pmid } from '@citewell/core/records/article.ts';

/**
 * The port by which the index uses a database: immutable bytes in chunks, one row a record, and transactions for one writer at a
 * time. Everything that gives a search its meaning is above this line, so that every engine answers alike. SQLite
 * answers at once, another may answer later: what a search calls often may do either, and the index awaits only promises.
 */
export type Awaitable<T> = T | Promise<T>;

/** The parts of a segment, each a sequence of bytes that is cut into chunks of one size (the last one shorter). */
export const streams = ['directory', 'terms', 'blocks', 'positions', 'keys', 'lengths'] as const;
export type Stream = (typeof streams)[number];

/**
 * Size of the chunks that are written: with its row it fills one of SQLite's pages of 8 KB and no more, as a search mostly
 * needs some hundred bytes of a chunk and reads and checks all of it. A multiple of a record's key (9 bytes) and length
 * (2 bytes), so that neither is cut in two. Chunks are incompressible enough that an engine should not try.
 */
export const chunkBytes = 8_064;

/** Size of the chunks of a segment whose information does not name one: they were written before sizes differed. */
export const earlierChunkBytes = 64_512;

export type ChunkAddress = { segment: number; stream: Stream; chunk: number };
export type Chunk = ChunkAddress & { bytes: Uint8Array };

/** A chunk as it is read. `checksum`: see checksum.ts. */
export type StoredChunk = { bytes: Uint8Array; checksum: number | null };

/** Metadata of a segment, fixed when it was written; stored as JSON. */
export type SegmentInfo = {
  /** Records, deleted ones included. Their local ids are 0 to `docs` - 1, newest first: (date, PMID) descending. */
  docs: number;
  /** Sum of the records' lengths in terms, for the average of BM25F. */
  totalLength: number;
  /** [year, records of it], newest first, 0 for no year: where the local ids of a year begin and end. */
  years: [year: number, records: number][];
  /** Size of each stream in bytes. */
  bytes: Record<Stream, number>;
  /** Its chunks have checksums; absent in a segment from before there were any. */
  checked?: boolean;
  /** Size of its chunks; absent: `earlierChunkBytes`. */
  chunkBytes?: number;
};

export type SegmentState = {
  id: number;
  info: SegmentInfo;
  /**
   * A bit a record, set for those that were replaced or deleted since: bit `id & 7` of byte `id >> 3`. Empty where there
   * are none.
   */
  deletedDocs: Uint8Array;
  deletedCount: number;
  /** Checksums of `info`, and of `deletedDocs` with `deletedCount`; null from before there were checksums. */
  infoChecksum: number | null;
  deletedChecksum: number | null;
};

/**
 * The library as it was after one commit. `generation` grows with every commit that changes what a search may find.
 * `checksum`: of the list of segments; null from before there were checksums.
 */
export type Snapshot = { generation: number; segments: readonly SegmentState[]; checksum: number | null };

/** The segment is not there any more: it was merged away and swept. The search begins again on a new snapshot. */
export class SegmentGone extends Error {
  override readonly name = 'SegmentGone';
}

/** Retraction notice of a paper, with the record that contains it. */
export type StoredNotice = {
  kind: 'retraction' | 'concern' | 'erratum';
  /** The paper the notice speaks of. */
  of: number;
  /** The record of the notice, 0 where it has none. */
  from: number;
  citation: string;
};

/** Numbers are PMIDs: up to 10 digits, so beyond 32 bits. */
export type StoredDocument = {
  pmid: number;
  record: Uint8Array;
  /** Checksums of the record, and of the notices about it; null from before there were checksums. */
  checksum: number | null;
  noticed: number | null;
};

/** Entry of the index of DOIs: 48 bits of a hash (`doiHash`), and a record that has the DOI. */
export type DoiEntry = { doi: number; pmid: number };

/** Entries of some buckets. `summed`: the buckets below it have sums, every one of them; Infinity: all. */
export type DoiEntries = {
  entries: readonly DoiEntry[];
  sums: ReadonlyMap<number, number>;
  summed: number;
};

/** The progress of a file; `checksum`: see progress.ts, null from before there were checksums. */
export type ProgressRow = { file: string; records: number; done: boolean; checksum: number | null };

/** Progress of a file, the sum of the checksums of all rows, and that sum as it was noted, unless it is of an older library. */
export type StoredProgress = {
  row: Omit<ProgressRow, 'file'> | undefined;
  sum: number;
  total: string | undefined;
  isSummed: boolean;
};

export type DocumentHead = {
  pmid: number;
  /** See date-key.ts; with the PMID it is the record's place in a segment. */
  dateKey: number;
  version: number;
  /** ISO day of the last revision, '' where it is not known. */
  revisedAt: string;
  /** True for a demonstration record. */
  sample: boolean;
};

export type DocumentRow = DocumentHead & {
  /** See doiHash; undefined where the record has no DOI. At most 48 bits, indexed, not unique. */
  doi: number | undefined;
  /** See record-codec.ts. */
  record: Uint8Array;
};

/** Reading. Every method sees what is committed when it is called; none waits for a writer. */
export interface LibraryStore {
  /** Generation of the newest commit. Called once per search: must be cheap. */
  generation(): Awaitable<number>;
  /** Generation, segments and their deleted records, all of the same commit (one statement or one read transaction). */
  snapshot(): Awaitable<Snapshot>;
  /**
   * The chunks in the order of their addresses. Throws SegmentGone where one is not there. Called with as many addresses
   * as are known to be needed; the index caches what it gets.
   */
  read(addresses: readonly ChunkAddress[]): Awaitable<readonly StoredChunk[]>;
  /** Reads documents, in any order; unknown ones are omitted. */
  documents(pmids: readonly number[]): Awaitable<readonly StoredDocument[]>;
  /** The next ones by PMID, ascending. */
  documentsAfter(pmid: number, limit: number): Awaitable<readonly StoredDocument[]>;
  /** The entries of the index of DOIs in these buckets (doi-sums.ts), both included, with their sums, of one moment. */
  dois(first: number, last: number): Awaitable<DoiEntries>;
  /** Notices that speak of these papers, in any order. */
  notices(of: readonly number[]): Awaitable<readonly StoredNotice[]>;
  /** Size of the library's part of the database, indexes and free pages included. */
  bytes(): Awaitable<number>;
  /** Counts the demonstration records. */
  samples(): Awaitable<number>;
  meta(name: string): Awaitable<string | undefined>;
  /** The progress of a file, with what it is compared with, of one moment. */
  progress(file: string): Awaitable<StoredProgress>;
  everyProgress(): Awaitable<readonly ProgressRow[]>;
  close(): Awaitable<void>;
}

/** The operations of a writer inside a transaction; it reads its own changes. */
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
    | 'samples'
    | 'meta'
    | 'progress'
    | 'everyProgress'
  > {
  heads(pmids: readonly number[]): Promise<readonly DocumentHead[]>;
  sampleHeads(): Promise<readonly DocumentHead[]>;
  /** Each replaces the row of the same PMID. This and `deleteDocuments` keep the sums of the index of DOIs, those that are there. */
  putDocuments(rows: readonly DocumentRow[]): Promise<void>;
  deleteDocuments(pmids: readonly number[]): Promise<void>;
  /** Writes the checksums of records that have none. */
  checkDocuments(rows: readonly Omit<StoredDocument, 'record'>[]): Promise<void>;
  /** Adds notices; one that is there already (all four fields alike) stays as it is. */
  putNotices(notices: readonly StoredNotice[]): Promise<void>;
  /** Takes back what these records said of others. */
  deleteNoticesFrom(pmids: readonly number[]): Promise<void>;
  /** A new, higher id. No snapshot shows the segment before `publish`; `createdAt` (epoch ms) is for `sweep`. */
  createSegment(createdAt: number): Promise<number>;
  writeChunks(chunks: readonly Chunk[]): Promise<void>;
  publish(segment: number, info: SegmentInfo): Promise<void>;
  /** Replaces the segment's bitmap of deleted records. */
  setDeletedDocs(segment: number, deletedDocs: Uint8Array, deletedCount: number): Promise<void>;
  /** Takes segments out of the snapshot; their chunks stay for searches that have begun, until `sweep`. */
  retire(segments: readonly number[], at: number): Promise<void>;
  /** Deletes the chunks of what was retired before `before`, and what was created before then and never published. */
  sweep(before: number): Promise<void>;
  setMeta(name: string, value: string): Promise<void>;
  deleteMeta(name: string): Promise<void>;
  /** Writes the sums of buckets that have none. */
  setDoiSums(sums: ReadonlyMap<number, number>): Promise<void>;
  /** Replaces the row of the same file. */
  setProgress(row: ProgressRow): Promise<void>;
  /** Raises the generation, writes the checksum of the list of segments, and notes `at` (epoch ms) as meta `changed_at`. Part of every transaction that publishes or retires segments, deletes documents, or changes a document or notice. */
  changed(at: number): Promise<void>;
}

/** Writing, beside the same process's reading. */
export interface LibraryWriteStore extends LibraryStore {
  /**
   * Runs `work` while nobody else writes, other processes included, and commits all of it, or nothing where it throws.
   * Calls of one process wait for each other; waiting for other processes ends with an error after a while.
   */
  transaction<T>(work: (write: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` as the only one who merges, other processes included, without keeping them from writing. Undefined, at
   * once, where somebody is merging already.
   */
  mergeAlone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** The same for who brings the library up to date, beside whom somebody may merge. */
  syncAlone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Gives space that is free inside of the database back, in small steps. */
  shrink(signal: AbortSignal): Promise<void>;
  /** The engine's own check of its files; each problem as a sentence. */
  check(): Promise<string[]>;
}

/** A PMID as the stores have it. */
export function pmidNumber(pmid: Pmid): number {
  return Number(pmid);
}
