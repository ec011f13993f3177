import {
  type DoiEntry,
  streams,
  type WriteTransaction,
} from '@citewell/search-index/segments/segment-store.ts';
import {
  chunkChecksum,
  deletedChecksum,
  infoChecksum,
  noticesChecksum,
  recordChecksum,
  segmentsChecksum,
} from '@citewell/search-index/writing/checksum.ts';
import { sumChanges } from '@citewell/search-index/writing/doi-sums.ts';
import { unsummedFrom } from '@citewell/search-index/writing/unchecked.ts';
import type { Run, Statement } from '../../../database/postgres/database.ts';
import { createReading } from './reading.ts';

const heads =
  'SELECT pmid, date_key AS "dateKey", version, revised_at AS "revisedAt", sample FROM library_record';
const headsOf: Statement = {
  name: 'library_heads',
  text: `${heads} WHERE pmid = ANY ($1::bigint[])`,
};
const sampleHeads: Statement = { text: `${heads} WHERE sample` };
/** Pieces of one long value, by where they begin and how long they are: an array of them would be sent as text. */
const putDocuments: Statement = {
  name: 'library_put_documents',
  text: `INSERT INTO library_record (pmid, date_key, version, revised_at, sample, doi, record, checksum, noticed)
    SELECT pmid, date_key, version, revised_at, sample, doi, substring($7::bytea FROM start FOR length), checksum, noticed
    FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::boolean[], $6::bigint[], $8::integer[],
      $9::integer[], $10::bigint[], $11::bigint[])
      AS given (pmid, date_key, version, revised_at, sample, doi, start, length, checksum, noticed)
    ON CONFLICT (pmid) DO UPDATE SET date_key = excluded.date_key, version = excluded.version,
      revised_at = excluded.revised_at, sample = excluded.sample, doi = excluded.doi, record = excluded.record,
      checksum = excluded.checksum, noticed = excluded.noticed`,
};
const deleteDocuments: Statement = {
  name: 'library_delete_documents',
  text: 'DELETE FROM library_record WHERE pmid = ANY ($1::bigint[]) RETURNING pmid, doi',
};
const checkDocuments: Statement = {
  name: 'library_check_documents',
  text: `UPDATE library_record AS record SET checksum = given.checksum, noticed = given.noticed
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given (pmid, checksum, noticed)
    WHERE record.pmid = given.pmid`,
};
const noteNotices: Statement = {
  name: 'library_note_notices',
  text: `UPDATE library_record AS record SET noticed = given.noticed
    FROM unnest($1::bigint[], $2::bigint[]) AS given (pmid, noticed) WHERE record.pmid = given.pmid`,
};
const putNotices: Statement = {
  name: 'library_put_notices',
  text: `INSERT INTO library_notice (of_pmid, kind, from_pmid, citation)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) ON CONFLICT DO NOTHING`,
};
const deleteNoticesFrom: Statement = {
  name: 'library_delete_notices',
  text: 'DELETE FROM library_notice WHERE from_pmid = ANY ($1::bigint[]) AND from_pmid <> 0 RETURNING of_pmid AS of',
};
const createSegment: Statement = {
  text: 'INSERT INTO library_segment (created_at) VALUES ($1) RETURNING id',
};
const writeChunks: Statement = {
  name: 'library_write_chunks',
  text: `INSERT INTO library_chunk (segment, stream, chunk, bytes, checksum)
    SELECT segment, stream, chunk, substring($4::bytea FROM start FOR length), checksum
    FROM unnest($1::bigint[], $2::smallint[], $3::integer[], $5::integer[], $6::integer[], $7::bigint[])
      AS given (segment, stream, chunk, start, length, checksum)`,
};
const publish: Statement = {
  text: `UPDATE library_segment SET state = 'live', info = $2, info_checksum = $3, dead_checksum = $4 WHERE id = $1`,
};
const setDeletedDocs: Statement = {
  name: 'library_set_deleted_docs',
  text: 'UPDATE library_segment SET dead = $2, dead_count = $3, dead_checksum = $4 WHERE id = $1',
};
const retire: Statement = {
  text: `UPDATE library_segment SET state = 'retired', retired_at = $2 WHERE id = ANY ($1::bigint[]) AND state = 'live'`,
};
const sweep: Statement = {
  text: `WITH gone AS (
      DELETE FROM library_segment
      WHERE (state = 'retired' AND retired_at < $1) OR (state = 'building' AND created_at < $1) RETURNING id)
    DELETE FROM library_chunk WHERE segment IN (SELECT id FROM gone)`,
};
const setMeta: Statement = {
  name: 'library_set_meta',
  text: `INSERT INTO library_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
};
const deleteMeta: Statement = { text: 'DELETE FROM library_meta WHERE name = $1' };
const doisOf: Statement = {
  name: 'library_dois_of',
  text: 'SELECT pmid, doi FROM library_record WHERE pmid = ANY ($1::bigint[])',
};
/** Changes the sums of buckets that have one; `addSums` comes to the others. */
const changeDoiSums: Statement = {
  name: 'library_change_doi_sums',
  text: `UPDATE library_doi_sum AS known SET sum = known.sum + given.sum
    FROM unnest($1::integer[], $2::bigint[]) AS given (bucket, sum)
    WHERE known.bucket = given.bucket
      AND known.bucket < coalesce((SELECT CASE WHEN value ~ '^[0-9]{1,9}$' THEN value::integer ELSE 0 END
        FROM library_meta WHERE name = '${unsummedFrom}'), known.bucket + 1)`,
};
const setDoiSums: Statement = {
  name: 'library_set_doi_sums',
  text: `INSERT INTO library_doi_sum (bucket, sum) SELECT * FROM unnest($1::integer[], $2::bigint[])
    ON CONFLICT (bucket) DO UPDATE SET sum = excluded.sum`,
};
const setProgress: Statement = {
  name: 'library_set_progress',
  text: `INSERT INTO library_progress (file, records, done, checksum) VALUES ($1, $2, $3, $4)
    ON CONFLICT (file) DO UPDATE SET records = excluded.records, done = excluded.done, checksum = excluded.checksum`,
};
const listSegments: Statement = {
  name: 'library_list_segments',
  text: `SELECT id, info_checksum AS "infoChecksum", dead_checksum AS "deletedChecksum"
    FROM library_segment WHERE state = 'live' ORDER BY id`,
};
const changed: Statement = {
  name: 'library_changed',
  text: 'UPDATE library_state SET generation = generation + 1',
};

/** Bytes sent with one statement, about. */
const packMax = 16 * 2 ** 20;

/** Write operations, and reads, within the transaction that `run` belongs to. */
export function createWriting(run: Run): WriteTransaction {
  const reading = createReading(run);
  const { notices } = reading;
  const put = (name: string, value: string) => run(setMeta, [name, value]);
  const noticedOf = async (pmids: readonly number[]) => {
    const said = Map.groupBy(await notices(pmids), ({ of }) => of);
    return pmids.map((pmid) => noticesChecksum(said.get(pmid) ?? []));
  };
  const changeSums = async (gone: readonly DoiEntry[], added: readonly DoiEntry[]) => {
    const changes = sumChanges(gone, added);
    if (changes.size > 0) await run(changeDoiSums, [[...changes.keys()], [...changes.values()]]);
  };
  /** Brings the checksums of what is said of these records up to date. */
  const note = async (of: readonly number[]) => {
    const pmids = [...new Set(of)];
    if (pmids.length > 0) await run(noteNotices, [pmids, await noticedOf(pmids)]);
  };

  return {
    ...reading,
    heads: (pmids) => run(headsOf, [pmids]),
    sampleHeads: () => run(sampleHeads),

    async putDocuments(rows) {
      for (const some of packs(rows, ({ record }) => record)) {
        const before = await run<FoundDoi>(doisOf, [some.items.map(({ pmid }) => pmid)]);
        await changeSums(withDoi(before), withDoi(some.items));
        await run(putDocuments, [
          some.items.map(({ pmid }) => pmid),
          some.items.map(({ dateKey }) => dateKey),
          some.items.map(({ version }) => version),
          some.items.map(({ revisedAt }) => revisedAt),
          some.items.map(({ sample }) => sample),
          some.items.map(({ doi }) => doi ?? null),
          ...[some.bytes, some.starts, some.lengths],
          some.items.map(({ pmid, record }) => recordChecksum(pmid, record)),
          await noticedOf(some.items.map(({ pmid }) => pmid)),
        ]);
      }
    },
    async deleteDocuments(pmids) {
      await changeSums(withDoi(await run<FoundDoi>(deleteDocuments, [pmids])), []);
    },
    async checkDocuments(rows) {
      await run(checkDocuments, [
        rows.map(({ pmid }) => pmid),
        rows.map(({ checksum }) => checksum),
        rows.map(({ noticed }) => noticed),
      ]);
    },
    async putNotices(given) {
      await run(putNotices, [
        given.map(({ of }) => of),
        given.map(({ kind }) => kind),
        given.map(({ from }) => from),
        // The one character that a text of PostgreSQL cannot hold.
        given.map(({ citation }) => citation.replaceAll('\0', '')),
      ]);
      await note(given.map(({ of }) => of));
    },
    async deleteNoticesFrom(pmids) {
      const gone = await run<{ of: number }>(deleteNoticesFrom, [pmids]);
      await note(gone.map(({ of }) => of));
    },

    async createSegment(createdAt) {
      const [row] = await run<{ id: number }>(createSegment, [createdAt]);
      if (!row) throw new Error('a segment was not created');
      return row.id;
    },
    async writeChunks(chunks) {
      for (const some of packs(chunks, ({ bytes }) => bytes))
        await run(writeChunks, [
          some.items.map(({ segment }) => segment),
          some.items.map(({ stream }) => streams.indexOf(stream)),
          some.items.map(({ chunk }) => chunk),
          ...[some.bytes, some.starts, some.lengths],
          some.items.map((chunk) => chunkChecksum(chunk, chunk.bytes)),
        ]);
    },
    async publish(segment, info) {
      const checksums = [infoChecksum(segment, info), deletedChecksum(segment, new Uint8Array(0), 0)];
      await run(publish, [segment, info, ...checksums]);
    },
    async setDeletedDocs(segment, deletedDocs, deletedCount) {
      const bytes = Buffer.from(deletedDocs.buffer, deletedDocs.byteOffset, deletedDocs.length);
      await run(setDeletedDocs, [
        segment,
        bytes,
        deletedCount,
        deletedChecksum(segment, deletedDocs, deletedCount),
      ]);
    },
    async retire(segments, at) {
      await run(retire, [segments, at]);
    },
    async sweep(before) {
      await run(sweep, [before]);
    },

    async setMeta(name, value) {
      await put(name, value);
    },
    async deleteMeta(name) {
      await run(deleteMeta, [name]);
    },
    async setDoiSums(sums) {
      await run(setDoiSums, [[...sums.keys()], [...sums.values()]]);
    },
    async setProgress({ file, records, done, checksum }) {
      await run(setProgress, [file, records, done, checksum]);
    },
    async changed(at) {
      await run(changed);
      await put('changed_at', String(at));
      const segments = await run<Parameters<typeof segmentsChecksum>[0][number]>(listSegments);
      await put('segments', String(segmentsChecksum(segments)));
    },
  };
}

type FoundDoi = { pmid: number; doi: number | null };

function withDoi(rows: readonly { pmid: number; doi: number | null | undefined }[]): DoiEntry[] {
  return rows.flatMap(({ pmid, doi }) => (typeof doi === 'number' ? [{ doi, pmid }] : []));
}

type Pack<Item> = { items: Item[]; bytes: Buffer; starts: number[]; lengths: number[] };

/** The items in their order, some at a time, with the bytes of each joined to one. Places count from 1, as in SQL. */
function* packs<Item>(items: readonly Item[], bytesOf: (item: Item) => Uint8Array): Generator<Pack<Item>> {
  for (let from = 0; from < items.length; ) {
    const some: Pack<Item> = { items: [], bytes: Buffer.alloc(0), starts: [], lengths: [] };
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (; from < items.length && (size < packMax || some.items.length === 0); from += 1) {
      const item = items[from] as Item;
      const piece = bytesOf(item);
      some.items.push(item);
      pieces.push(piece);
      some.starts.push(size + 1);
      some.lengths.push(piece.length);
      size += piece.length;
    }
    some.bytes = Buffer.concat(pieces, size);
    yield some;
  }
}
