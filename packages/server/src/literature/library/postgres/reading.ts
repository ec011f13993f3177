import type { Run, Statement } from '../../../storage/postgres/database.ts';
import {
  type LibraryStore,
  SegmentGone,
  type SegmentInfo,
  type SegmentState,
  type StoredNotice,
  streams,
} from '../index/segment-store.ts';

// Names make them prepared: what a search asks is parsed and planned once a connection.
const generation: Statement = {
  name: 'library_generation',
  text: 'SELECT generation FROM library_state',
};
/** What is known already of a segment is not sent again; of a library without segments there is a row of NULLs. */
const snapshot: Statement = {
  name: 'library_snapshot',
  text: `SELECT state.generation, segment.id, segment.dead_count,
      CASE WHEN known.id IS NULL THEN segment.info END AS info,
      CASE WHEN known.dead_count IS DISTINCT FROM segment.dead_count THEN segment.dead END AS dead
    FROM library_state AS state LEFT JOIN library_segment AS segment ON segment.state = 'live'
      LEFT JOIN unnest($1::bigint[], $2::bigint[]) AS known (id, dead_count) ON known.id = segment.id
    ORDER BY segment.id`,
};
const chunks: Statement = {
  name: 'library_chunks',
  text: `SELECT wanted.place::integer, stored.bytes
    FROM unnest($1::bigint[], $2::smallint[], $3::integer[]) WITH ORDINALITY AS wanted (segment, stream, chunk, place)
      JOIN library_chunk AS stored USING (segment, stream, chunk)`,
};
const documents: Statement = {
  name: 'library_documents',
  text: `SELECT wanted.place::integer, stored.record
    FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (pmid, place) JOIN library_record AS stored USING (pmid)`,
};
const documentsAfter: Statement = {
  name: 'library_documents_after',
  text: `SELECT pmid, record FROM library_record WHERE pmid > $1 ORDER BY pmid LIMIT $2`,
};
const documentsByDoi: Statement = {
  name: 'library_documents_by_doi',
  text: 'SELECT pmid, record FROM library_record WHERE doi = $1',
};
const notices: Statement = {
  name: 'library_notices',
  text: `SELECT kind, of_pmid AS of, from_pmid AS from, citation FROM library_notice WHERE of_pmid = ANY ($1::bigint[])`,
};
const meta: Statement = { name: 'library_meta', text: 'SELECT value FROM library_meta WHERE name = $1' };
const file: Statement = { text: 'SELECT records, done FROM library_progress WHERE file = $1' };
const tables = ['state', 'segment', 'chunk', 'record', 'notice', 'meta', 'progress'];
const bytes: Statement = {
  text: `SELECT ${tables.map((table) => `pg_total_relation_size('library_${table}')`).join(' + ')} AS bytes`,
};

type SnapshotRow = {
  generation: number;
  id: number | null;
  dead_count: number;
  info: SegmentInfo | null;
  dead: Buffer | null;
};
type Placed<Name extends string> = { place: number } & Record<Name, Uint8Array>;

/** What can be read, by statements of their own or inside of a transaction. */
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
        Array.from(before.values(), ({ deadCount }) => deadCount),
      ]);
      const segments = rows.flatMap(({ id, dead_count: deadCount, info, dead }): SegmentState[] => {
        if (id === null) return [];
        const seen = before.get(id);
        const state = { info: info ?? seen?.info, dead: dead ?? seen?.dead };
        if (!state.info || !state.dead) throw new Error('a segment came without what it is');
        return [{ id, info: state.info, dead: state.dead, deadCount }];
      });
      known = new Map(segments.map((segment) => [segment.id, segment]));
      return { generation: rows[0]?.generation ?? 0, segments };
    },

    async read(addresses) {
      const rows = await run<Placed<'bytes'>>(chunks, [
        addresses.map(({ segment }) => segment),
        addresses.map(({ stream }) => streams.indexOf(stream)),
        addresses.map(({ chunk }) => chunk),
      ]);
      if (rows.length < addresses.length) throw new SegmentGone('a segment was merged away');
      const found: Uint8Array[] = [];
      for (const row of rows) found[row.place - 1] = row.bytes;
      return found;
    },

    async documents(pmids) {
      const rows = await run<Placed<'record'>>(documents, [pmids]);
      return rows.map(({ place, record }) => ({ pmid: pmids[place - 1] ?? 0, record }));
    },
    documentsAfter: (pmid, limit) => run(documentsAfter, [pmid, limit]),
    documentsByDoi: (doi) => run(documentsByDoi, [doi]),
    notices: (of) => run<StoredNotice>(notices, [of]),

    async bytes() {
      const [row] = await run<{ bytes: number }>(bytes);
      return row?.bytes ?? 0;
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
