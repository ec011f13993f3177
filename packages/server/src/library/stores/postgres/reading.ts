import {
  type LibraryStore,
  SegmentGone,
  type SegmentInfo,
  type SegmentState,
  type StoredChunk,
  type StoredDocument,
  type StoredNotice,
  streams,
} from '@citewell/search-index/segments/segment-store.ts';
import type { Run, Statement } from '../../../database/postgres/database.ts';

// Names make them prepared: what a search asks is parsed and planned once a connection.
const generation: Statement = {
  name: 'library_generation',
  text: 'SELECT generation FROM library_state',
};
/**
 * Snapshot query. Content of a segment that is already known is not sent again; a library without segments yields a
 * row of NULLs.
 */
const snapshot: Statement = {
  name: 'library_snapshot',
  text: `SELECT state.generation, segment.id, segment.dead_count, segment.info_checksum, segment.dead_checksum,
      (SELECT value::bigint FROM library_meta WHERE name = 'segments') AS checksum,
      CASE WHEN known.id IS NULL THEN segment.info END AS info,
      CASE WHEN known.dead_count IS DISTINCT FROM segment.dead_count THEN segment.dead END AS dead
    FROM library_state AS state LEFT JOIN library_segment AS segment ON segment.state = 'live'
      LEFT JOIN unnest($1::bigint[], $2::bigint[]) AS known (id, dead_count) ON known.id = segment.id
    ORDER BY segment.id`,
};
const chunks: Statement = {
  name: 'library_chunks',
  text: `SELECT wanted.place::integer, stored.bytes, stored.checksum
    FROM unnest($1::bigint[], $2::smallint[], $3::integer[]) WITH ORDINALITY AS wanted (segment, stream, chunk, place)
      JOIN library_chunk AS stored USING (segment, stream, chunk)`,
};
const documents: Statement = {
  name: 'library_documents',
  text: `SELECT wanted.place::integer, stored.record, stored.checksum, stored.noticed
    FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (pmid, place) JOIN library_record AS stored USING (pmid)`,
};
const documentsAfter: Statement = {
  name: 'library_documents_after',
  text: `SELECT pmid, record, checksum, noticed FROM library_record WHERE pmid > $1 ORDER BY pmid LIMIT $2`,
};
const documentsByDoi: Statement = {
  name: 'library_documents_by_doi',
  text: 'SELECT pmid, record, checksum, noticed FROM library_record WHERE doi = $1',
};
const notices: Statement = {
  name: 'library_notices',
  text: `SELECT kind, of_pmid AS of, from_pmid AS from, citation FROM library_notice WHERE of_pmid = ANY ($1::bigint[])`,
};
const meta: Statement = { name: 'library_meta', text: 'SELECT value FROM library_meta WHERE name = $1' };
const samples: Statement = { text: 'SELECT count(*)::integer AS n FROM library_record WHERE sample' };
const file: Statement = { text: 'SELECT records, done FROM library_progress WHERE file = $1' };
const tables = ['state', 'segment', 'chunk', 'record', 'notice', 'meta', 'progress'];
const bytes: Statement = {
  text: `SELECT ${tables.map((table) => `pg_total_relation_size('library_${table}')`).join(' + ')} AS bytes`,
};

type SnapshotRow = {
  generation: number;
  id: number | null;
  dead_count: number;
  info_checksum: number | null;
  dead_checksum: number | null;
  checksum: number | null;
  info: SegmentInfo | null;
  dead: Buffer | null;
};
type Placed<Row> = { place: number } & Row;

/** Read operations, standing alone or inside a transaction. */
export type Reading = Omit<LibraryStore, 'close'>;

export function createReading(run: Run): Reading {
  let known = new Map<number, SegmentState>();

  return {
    async generation() {
      const [row] = await run<{ generation: number }>(generation);
      return row?.generation ?? 0;
    },

    async snapshot() {
      const before = known;
      const rows = await run<SnapshotRow>(snapshot, [
        [...before.keys()],
        Array.from(before.values(), ({ deletedCount }) => deletedCount),
      ]);
      const segments = rows.flatMap((row): SegmentState[] => {
        const { id, dead_count: deletedCount, info, dead } = row;
        if (id === null) return [];
        const seen = before.get(id);
        const state = { info: info ?? seen?.info, deletedDocs: dead ?? seen?.deletedDocs };
        if (!state.info || !state.deletedDocs) throw new Error('a segment came without what it is');
        const checksums = { infoChecksum: row.info_checksum, deletedChecksum: row.dead_checksum };
        return [{ id, info: state.info, deletedDocs: state.deletedDocs, deletedCount, ...checksums }];
      });
      known = new Map(segments.map((segment) => [segment.id, segment]));
      return { generation: rows[0]?.generation ?? 0, segments, checksum: rows[0]?.checksum ?? null };
    },

    async read(addresses) {
      const rows = await run<Placed<StoredChunk>>(chunks, [
        addresses.map(({ segment }) => segment),
        addresses.map(({ stream }) => streams.indexOf(stream)),
        addresses.map(({ chunk }) => chunk),
      ]);
      if (rows.length < addresses.length) throw new SegmentGone('a segment was merged away');
      const found: StoredChunk[] = [];
      for (const { place, bytes, checksum } of rows) found[place - 1] = { bytes, checksum };
      return found;
    },

    async documents(pmids) {
      const rows = await run<Placed<Omit<StoredDocument, 'pmid'>>>(documents, [pmids]);
      return rows.map(({ place, ...document }) => ({ pmid: pmids[place - 1] ?? 0, ...document }));
    },
    documentsAfter: (pmid, limit) => run(documentsAfter, [pmid, limit]),
    documentsByDoi: (doi) => run(documentsByDoi, [doi]),
    notices: (of) => run<StoredNotice>(notices, [of]),

    async bytes() {
      const [row] = await run<{ bytes: number }>(bytes);
      return row?.bytes ?? 0;
    },
    async samples() {
      const [row] = await run<{ n: number }>(samples);
      return row?.n ?? 0;
    },
    async meta(name) {
      const [row] = await run<{ value: string }>(meta, [name]);
      return row?.value;
    },
    async progressOf(name) {
      const [row] = await run<{ records: number; done: boolean }>(file, [name]);
      return row;
    },
  };
}
