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
import { doisOfBuckets } from '@citewell/search-index/writing/doi-sums.ts';
import { progressTotal } from '@citewell/search-index/writing/progress.ts';
import { bucketsSummed, unsummedFrom } from '@citewell/search-index/writing/unchecked.ts';
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
      (SELECT CASE WHEN value ~ '^[0-9]{1,10}$' THEN value::bigint ELSE -1 END
        FROM library_meta WHERE name = 'segments') AS checksum,
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
/** One statement: entries and sums of one moment. */
const dois: Statement = {
  name: 'library_dois',
  text: `SELECT doi, pmid, NULL::integer AS bucket, NULL::bigint AS sum, NULL AS unsummed FROM library_record
      WHERE doi BETWEEN $1::bigint AND $2::bigint
    UNION ALL SELECT NULL, NULL, bucket, sum, NULL FROM library_doi_sum WHERE bucket BETWEEN $3::integer AND $4::integer
    UNION ALL SELECT NULL, NULL, NULL, NULL, value FROM library_meta WHERE name = '${unsummedFrom}'`,
};
const notices: Statement = {
  name: 'library_notices',
  text: `SELECT kind, of_pmid AS of, from_pmid AS from, citation FROM library_notice WHERE of_pmid = ANY ($1::bigint[])`,
};
const meta: Statement = { name: 'library_meta', text: 'SELECT value FROM library_meta WHERE name = $1' };
const samples: Statement = { text: 'SELECT count(*)::integer AS n FROM library_record WHERE sample' };
const progress: Statement = {
  text: `SELECT file.records, file.done, file.checksum, coalesce(every.sum, 0)::bigint AS sum,
      (SELECT value FROM library_meta WHERE name = '${progressTotal}') AS total,
      NOT EXISTS (SELECT FROM library_meta WHERE name = '${unsummedFrom}') AS "isSummed"
    FROM (SELECT sum(checksum) FROM library_progress) AS every
      LEFT JOIN library_progress AS file ON file.file = $1`,
};
const everyProgress: Statement = { text: 'SELECT file, records, done, checksum FROM library_progress' };
const tables = ['state', 'segment', 'chunk', 'record', 'notice', 'meta', 'progress', 'doi_sum'];
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
/** An entry, a sum, or the bucket from which on there are none. */
type DoiRow = {
  doi: number | null;
  pmid: number | null;
  bucket: number | null;
  sum: number | null;
  unsummed: string | null;
};
type FoundProgress = {
  records: number | null;
  done: boolean | null;
  checksum: number | null;
  sum: number;
  total: string | null;
  isSummed: boolean;
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
    async dois(first, last) {
      const rows = await run<DoiRow>(dois, [...doisOfBuckets(first, last), first, last]);
      return {
        entries: rows.flatMap(({ doi, pmid }) => (doi === null || pmid === null ? [] : [{ doi, pmid }])),
        sums: new Map(
          rows.flatMap(({ bucket, sum }) =>
            bucket === null || sum === null ? [] : [[bucket, sum] as const],
          ),
        ),
        summed: bucketsSummed(rows.find(({ unsummed }) => unsummed !== null)?.unsummed ?? undefined),
      };
    },
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
    everyProgress: () => run(everyProgress),
    async progress(file) {
      const [found] = await run<FoundProgress>(progress, [file]);
      const { records = null, done, checksum = null, sum = 0, total, isSummed = true } = found ?? {};
      return {
        row: records === null ? undefined : { records, done: done === true, checksum },
        ...{ sum, total: total ?? undefined, isSummed },
      };
    },
  };
}
