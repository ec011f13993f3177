import {
  type ChunkAddress,
  type LibraryStore,
  SegmentGone,
  type SegmentInfo,
  type SegmentState,
  type StoredDocument,
  type StoredNotice,
  streams,
} from '../index/segment-store.ts';
import type { Row, Statements } from './statements.ts';

/** Chunks of one segment and stream lie side by side. */
const streamPlaces = 2 ** 24;
export const segmentPlaces = 2 ** 27;

export function placeOf({ segment, stream, chunk }: ChunkAddress): number {
  return segment * segmentPlaces + streams.indexOf(stream) * streamPlaces + chunk;
}

/** The reading half of the store. Inside of a transaction it sees what that has changed. */
export function createReading(statements: Statements): Omit<LibraryStore, 'close'> {
  const meta = (name: string) => {
    const value = statements.get('SELECT value FROM meta WHERE name = ?', name)?.value;
    return value === undefined ? undefined : String(value);
  };
  const generation = () => Number(meta('generation') ?? 0);

  return {
    generation,
    snapshot: () =>
      statements.atOnce(() => ({
        generation: generation(),
        segments: statements
          .all(
            `SELECT id, info, dead, dead_count FROM segment
             WHERE info IS NOT NULL AND retired_at IS NULL ORDER BY id`,
          )
          .map(toState),
      })),
    read: (addresses) =>
      addresses.map((address) => {
        const row = statements.get('SELECT bytes FROM chunk WHERE place = ?', placeOf(address));
        if (!row) throw new SegmentGone(`segment ${address.segment}`);
        return row.bytes as Uint8Array;
      }),
    documents: (pmids) =>
      pmids
        .map((pmid) => statements.get('SELECT pmid, record FROM record WHERE pmid = ?', pmid))
        .filter((row) => row !== undefined)
        .map(toDocument),
    documentsAfter: (pmid, limit) =>
      statements
        .all('SELECT pmid, record FROM record WHERE pmid > ? ORDER BY pmid LIMIT ?', pmid, limit)
        .map(toDocument),
    documentsByDoi: (doi) =>
      statements.all('SELECT pmid, record FROM record WHERE doi = ? ORDER BY pmid', doi).map(toDocument),
    notices: (of) =>
      of
        .flatMap((pmid) => statements.all('SELECT of, kind, source, citation FROM notice WHERE of = ?', pmid))
        .map(toNotice),
    bytes() {
      const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
      return Number(statements.get(sql)?.bytes);
    },
    meta,
    progressOf(file) {
      const row = statements.get('SELECT records, done FROM progress WHERE file = ?', file);
      return row && { records: Number(row.records), done: row.done === 1 };
    },
  };
}

function toState({ id, info, dead, dead_count }: Row): SegmentState {
  return {
    id: Number(id),
    info: JSON.parse(String(info)) as SegmentInfo,
    dead: dead as Uint8Array,
    deadCount: Number(dead_count),
  };
}

function toDocument({ pmid, record }: Row): StoredDocument {
  return { pmid: Number(pmid), record: record as Uint8Array };
}

function toNotice({ of, kind, source, citation }: Row): StoredNotice {
  return {
    of: Number(of),
    kind: kind as StoredNotice['kind'],
    from: Number(source),
    citation: String(citation),
  };
}
