import type {
  DocumentHead,
  DoiEntry,
  WriteTransaction,
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
import { bucketsSummed, unsummedFrom } from '@citewell/search-index/writing/unchecked.ts';
import { placeOf, type SqliteReading, segmentPlaces } from './reading.ts';
import type { Row, Statements } from './statements.ts';

const headColumns = 'pmid, date_key, version, revised_at, demonstration';

/** Operations of a transaction, which the caller begins and ends. */
export function createWriting(statements: Statements, reading: SqliteReading): WriteTransaction {
  const deleteSegments = (where: string, before: number) => {
    for (const { id } of statements.all(`SELECT id FROM segment WHERE ${where}`, before)) {
      const first = Number(id) * segmentPlaces;
      statements.run('DELETE FROM chunk WHERE place >= ? AND place < ?', first, first + segmentPlaces);
      statements.run('DELETE FROM segment WHERE id = ?', Number(id));
    }
  };
  const setMeta = (name: string, value: string) =>
    statements.run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', name, value);

  /** Updates the checksums of notices about these records. */
  const noteNotices = (of: readonly number[]) => {
    for (const pmid of new Set(of)) {
      const checksum = noticesChecksum(reading.notices([pmid]));
      statements.run('UPDATE record SET noticed = ? WHERE pmid = ?', checksum, pmid);
    }
  };

  /** Changes the sums of buckets that have one; `addSums` handles the others. */
  const changeDoiSums = (changes: ReadonlyMap<number, number>) => {
    const summed = bucketsSummed(reading.meta(unsummedFrom));
    const sql = 'UPDATE doi_sum SET sum = sum + ? WHERE bucket = ?';
    for (const [bucket, change] of changes) if (bucket < summed) statements.run(sql, change, bucket);
  };

  return {
    ...reading,
    async heads(pmids) {
      const sql = `SELECT ${headColumns} FROM record WHERE pmid = ?`;
      return pmids
        .map((pmid) => statements.get(sql, pmid))
        .filter((row) => row !== undefined)
        .map(toHead);
    },
    async demonstrationHeads() {
      return statements.all(`SELECT ${headColumns} FROM record WHERE demonstration = 1`).map(toHead);
    },
    async putDocuments(rows) {
      const sql = `INSERT OR REPLACE INTO record (${headColumns}, doi, record, checksum, noticed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
      const gone: DoiEntry[] = [];
      const added: DoiEntry[] = [];
      for (const { pmid, dateKey, version, revisedAt, demonstration, doi, record } of rows) {
        const before = statements.get('SELECT doi FROM record WHERE pmid = ?', pmid)?.doi;
        if (typeof before === 'number') gone.push({ doi: before, pmid });
        if (doi !== undefined) added.push({ doi, pmid });
        const checksums = [recordChecksum(pmid, record), noticesChecksum(reading.notices([pmid]))];
        const head = [pmid, dateKey, version, revisedAt, demonstration ? 1 : 0, doi ?? null];
        statements.run(sql, ...head, record, ...checksums);
      }
      changeDoiSums(sumChanges(gone, added));
    },
    async deleteDocuments(pmids) {
      const rows = pmids.map((pmid) => ({
        ...{ pmid, doi: statements.get('DELETE FROM record WHERE pmid = ? RETURNING doi', pmid)?.doi },
      }));
      const gone = rows.flatMap(({ pmid, doi }) => (typeof doi === 'number' ? [{ doi, pmid }] : []));
      changeDoiSums(sumChanges(gone, []));
    },
    async checkDocuments(rows) {
      const sql = 'UPDATE record SET checksum = ?, noticed = ? WHERE pmid = ?';
      for (const { pmid, checksum, noticed } of rows) statements.run(sql, checksum, noticed, pmid);
    },
    async putNotices(notices) {
      const sql = 'INSERT OR IGNORE INTO notice (of, kind, source, citation) VALUES (?, ?, ?, ?)';
      for (const { of, kind, from, citation } of notices) statements.run(sql, of, kind, from, citation);
      noteNotices(notices.map(({ of }) => of));
    },
    async deleteNoticesFrom(pmids) {
      const sql = 'DELETE FROM notice WHERE source = ? RETURNING of';
      noteNotices(pmids.flatMap((pmid) => statements.all(sql, pmid)).map(({ of }) => Number(of)));
    },
    async createSegment(createdAt) {
      const row = statements.get('INSERT INTO segment (created_at) VALUES (?) RETURNING id', createdAt);
      return Number(row?.id);
    },
    async writeChunks(chunks) {
      const sql = 'INSERT INTO chunk (place, bytes, checksum) VALUES (?, ?, ?)';
      for (const chunk of chunks)
        statements.run(sql, placeOf(chunk), chunk.bytes, chunkChecksum(chunk, chunk.bytes));
    },
    async publish(segment, info) {
      const sql = 'UPDATE segment SET info = ?, info_checksum = ?, dead_checksum = ? WHERE id = ?';
      const checksums = [infoChecksum(segment, info), deletedChecksum(segment, new Uint8Array(0), 0)];
      statements.run(sql, JSON.stringify(info), ...checksums, segment);
    },
    async setDeletedDocs(segment, deletedDocs, deletedCount) {
      const sql = 'UPDATE segment SET dead = ?, dead_count = ?, dead_checksum = ? WHERE id = ?';
      statements.run(
        sql,
        deletedDocs,
        deletedCount,
        deletedChecksum(segment, deletedDocs, deletedCount),
        segment,
      );
    },
    async retire(segments, at) {
      for (const segment of segments)
        statements.run('UPDATE segment SET retired_at = ? WHERE id = ?', at, segment);
    },
    async sweep(before) {
      deleteSegments('retired_at < ?', before);
      deleteSegments('info IS NULL AND created_at < ?', before);
    },
    async setMeta(name, value) {
      setMeta(name, value);
    },
    async deleteMeta(name) {
      statements.run('DELETE FROM meta WHERE name = ?', name);
    },
    async setDoiSums(sums) {
      const sql = 'INSERT OR REPLACE INTO doi_sum (bucket, sum) VALUES (?, ?)';
      for (const [bucket, sum] of sums) statements.run(sql, bucket, sum);
    },
    async setProgress({ file, records, done, checksum }) {
      const sql = 'INSERT OR REPLACE INTO progress (file, records, done, checksum) VALUES (?, ?, ?, ?)';
      statements.run(sql, file, records, done ? 1 : 0, checksum);
    },
    async changed(at) {
      setMeta('generation', String(Number(reading.generation()) + 1));
      setMeta('changed_at', String(at));
      setMeta('segments', String(segmentsChecksum(reading.snapshot().segments)));
    },
  };
}

function toHead({ pmid, date_key, version, revised_at, demonstration }: Row): DocumentHead {
  return {
    pmid: Number(pmid),
    dateKey: Number(date_key),
    version: Number(version),
    revisedAt: String(revised_at),
    demonstration: demonstration === 1,
  };
}
