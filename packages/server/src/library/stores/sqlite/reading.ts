import { LibraryDamaged } from '@citewell/core/records/library.ts';
import {
  type ChunkAddress,
  type LibraryStore,
  SegmentGone,
  type SegmentInfo,
  type SegmentState,
  type StoredDocument,
  type StoredNotice,
  streams,
} from '@citewell/search-index/segments/segment-store.ts';
import type { Row, Statements } from './statements.ts';

/** Chunks of one segment and stream lie side by side. */
const streamPlaces = 2 ** 24;
export const segmentPlaces = 2 ** 27;

export function placeOf({ segment, stream, chunk }: ChunkAddress): number {
  return segment * segmentPlaces + streams.indexOf(stream) * streamPlaces + chunk;
}

/** The reading half of the store. Inside of a transaction it sees what that has changed. */
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
        return { bytes: row.bytes as Uint8Array, checksum: toChecksum(row.checksum) };
      }),
    documents: (pmids) =>
      pmids
        .map((pmid) => statements.get(`SELECT ${documentColumns} FROM record WHERE pmid = ?`, pmid))
        .filter((row) => row !== undefined)
        .map(toDocument),
    documentsAfter: (pmid, limit) =>
      statements
        .all(`SELECT ${documentColumns} FROM record WHERE pmid > ? ORDER BY pmid LIMIT ?`, pmid, limit)
        .map(toDocument),
    documentsByDoi: (doi) =>
      statements
        .all(`SELECT ${documentColumns} FROM record WHERE doi = ? ORDER BY pmid`, doi)
        .map(toDocument),
    notices: (of) =>
      of
        .flatMap((pmid) => statements.all('SELECT of, kind, source, citation FROM notice WHERE of = ?', pmid))
        .map(toNotice),
    bytes() {
      const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
      return Number(statements.get(sql)?.bytes);
    },
    samples() {
      return Number(statements.get('SELECT count(*) AS n FROM record WHERE sample = 1')?.n);
    },
    meta,
    progressOf(file) {
      const row = statements.get('SELECT records, done FROM progress WHERE file = ?', file);
      return row && { records: Number(row.records), done: row.done === 1 };
    },
  } satisfies Omit<LibraryStore, 'close'>;
}

/** The reading half, which answers at once. */
export type SqliteReading = ReturnType<typeof createReading>;

const documentColumns = 'pmid, record, checksum, noticed';

function toChecksum(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
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
    deletedDocs: dead as Uint8Array,
    deletedCount: Number(dead_count),
    infoChecksum: toChecksum(info_checksum),
    deletedChecksum: toChecksum(dead_checksum),
  };
}

function toDocument({ pmid, record, checksum, noticed }: Row): StoredDocument {
  return {
    ...{ pmid: Number(pmid), record: record as Uint8Array },
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
