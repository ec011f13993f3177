import { LibraryDamaged } from '@citewell/core/records/library.ts';
import {
  type ChunkAddress,
  type DoiEntry,
  type LibraryStore,
  type ProgressRow,
  SegmentGone,
  type SegmentInfo,
  type SegmentState,
  type StoredDocument,
  type StoredNotice,
  streams,
} from '@citewell/search-index/segments/segment-store.ts';
import { doisOfBuckets } from '@citewell/search-index/writing/doi-sums.ts';
import { progressTotal } from '@citewell/search-index/writing/progress.ts';
import { bucketsSummed, unsummedFrom } from '@citewell/search-index/writing/unchecked.ts';
import type { Row, Statements } from './statements.ts';

/** Chunks of one segment and stream are adjacent. */
export const streamPlaces = 2 ** 24;
export const segmentPlaces = 2 ** 27;

export function placeOf({ segment, stream, chunk }: ChunkAddress): number {
  return segment * segmentPlaces + streams.indexOf(stream) * streamPlaces + chunk;
}

/** Read operations of the store. Inside a transaction they see its changes. */
export function createReading(statements: Statements) {
  const meta = (name: string) => {
    const value = statements.get('SELECT value FROM meta WHERE name = ?', name)?.value;
    return value === undefined ? undefined : String(value);
  };
  const generation = () => {
    const value = Number(meta('generation') ?? 0);
    if (!Number.isSafeInteger(value)) throw new LibraryDamaged('generation');
    return value;
  };

  return {
    generation,
    snapshot: () =>
      statements.atOnce(() => ({
        generation: generation(),
        segments: statements
          .all(
            `SELECT id, info, dead, dead_count, info_checksum, dead_checksum FROM segment
             WHERE info IS NOT NULL AND retired_at IS NULL ORDER BY id`,
          )
          .map(toState),
        checksum: toChecksum(meta('segments')),
      })),
    read: (addresses) =>
      addresses.map((address) => {
        const row = statements.get('SELECT bytes, checksum FROM chunk WHERE place = ?', placeOf(address));
        if (!row) throw new SegmentGone(`segment ${address.segment}`);
        return {
          bytes: toBytes(row.bytes, `segment ${address.segment}`),
          checksum: toChecksum(row.checksum),
        };
      }),
    documents: (pmids) =>
      statements
        .all(
          `SELECT ${documentColumns} FROM record WHERE pmid IN (SELECT value FROM json_each(?))`,
          JSON.stringify(pmids),
        )
        .map(toDocument),
    documentsAfter: (pmid, limit) =>
      statements
        .all(`SELECT ${documentColumns} FROM record WHERE pmid > ? ORDER BY pmid LIMIT ?`, pmid, limit)
        .map(toDocument),
    dois: (first, last) =>
      statements.atOnce(() => ({
        entries: statements.all(entriesOfDois, ...doisOfBuckets(first, last)).map(toDoiEntry),
        sums: new Map(
          statements
            .all('SELECT bucket, sum FROM doi_sum WHERE bucket BETWEEN ? AND ?', first, last)
            .map(({ bucket, sum }) => [Number(bucket), Number(sum)]),
        ),
        summed: bucketsSummed(meta(unsummedFrom)),
      })),
    notices: (of) =>
      statements
        .all(
          'SELECT of, kind, source, citation FROM notice WHERE of IN (SELECT value FROM json_each(?))',
          JSON.stringify(of),
        )
        .map(toNotice),
    bytes() {
      const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
      return Number(statements.get(sql)?.bytes);
    },
    countDemonstration() {
      return Number(statements.get('SELECT count(*) AS n FROM record WHERE demonstration = 1')?.n);
    },
    meta,
    progress: (file) =>
      statements.atOnce(() => {
        const row = statements.get('SELECT records, done, checksum FROM progress WHERE file = ?', file);
        return {
          row: row && toProgress(row),
          sum: Number(statements.get('SELECT total(checksum) AS sum FROM progress')?.sum),
          total: meta(progressTotal),
          isSummed: meta(unsummedFrom) === undefined,
        };
      }),
    everyProgress: () =>
      statements
        .all('SELECT file, records, done, checksum FROM progress')
        .map((row) => ({ file: String(row.file), ...toProgress(row) })),
  } satisfies Omit<LibraryStore, 'close'>;
}

/** Synchronous read operations. */
export type SqliteReading = ReturnType<typeof createReading>;

/** Query answered by the index alone: an entry missing from it must be noticed. */
const entriesOfDois = 'SELECT doi, pmid FROM record INDEXED BY record_doi WHERE doi BETWEEN ? AND ?';

function toDoiEntry({ doi, pmid }: Row): DoiEntry {
  return { doi: Number(doi), pmid: Number(pmid) };
}

function toProgress({ records, done, checksum }: Row): Omit<ProgressRow, 'file'> {
  return { records: Number(records), done: done === 1, checksum: toChecksum(checksum) };
}

const documentColumns = 'pmid, record, checksum, noticed';

function toChecksum(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** A row damaged at its beginning can have values of any type: SQLite checks types only on writing. */
function toBytes(value: unknown, place: string): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new LibraryDamaged(place);
}

function toInfo(id: unknown, info: unknown): SegmentInfo {
  try {
    return JSON.parse(String(info)) as SegmentInfo;
  } catch (error) {
    throw new LibraryDamaged(`segment ${id}`, error);
  }
}

function toState({ id, info, dead, dead_count, info_checksum, dead_checksum }: Row): SegmentState {
  return {
    id: Number(id),
    info: toInfo(id, info),
    deletedDocs: toBytes(dead, `segment ${id}`),
    deletedCount: Number(dead_count),
    infoChecksum: toChecksum(info_checksum),
    deletedChecksum: toChecksum(dead_checksum),
  };
}

function toDocument({ pmid, record, checksum, noticed }: Row): StoredDocument {
  return {
    ...{ pmid: Number(pmid), record: toBytes(record, `record ${pmid}`) },
    ...{ checksum: toChecksum(checksum), noticed: toChecksum(noticed) },
  };
}

function toNotice({ of, kind, source, citation }: Row): StoredNotice {
  return {
    of: Number(of),
    kind: kind as StoredNotice['kind'],
    from: Number(source),
    citation: String(citation),
  };
}
