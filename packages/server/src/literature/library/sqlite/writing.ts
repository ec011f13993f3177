import type { DocumentHead, LibraryStore, WriteTransaction } from '../index/segment-store.ts';
import { placeOf, segmentPlaces } from './reading.ts';
import type { Row, Statements } from './statements.ts';

const headColumns = 'pmid, date_key, version, revised_at, sample';

/** What a transaction does; it is begun and ended elsewhere. */
export function createWriting(
  statements: Statements,
  reading: Omit<LibraryStore, 'close'>,
): WriteTransaction {
  const deleteSegments = (where: string, before: number) => {
    for (const { id } of statements.all(`SELECT id FROM segment WHERE ${where}`, before)) {
      const first = Number(id) * segmentPlaces;
      statements.run('DELETE FROM chunk WHERE place >= ? AND place < ?', first, first + segmentPlaces);
      statements.run('DELETE FROM segment WHERE id = ?', Number(id));
    }
  };
  const setMeta = (name: string, value: string) =>
    statements.run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', name, value);

  return {
    ...reading,
    async heads(pmids) {
      const sql = `SELECT ${headColumns} FROM record WHERE pmid = ?`;
      return pmids
        .map((pmid) => statements.get(sql, pmid))
        .filter((row) => row !== undefined)
        .map(toHead);
    },
    async sampleHeads() {
      return statements.all(`SELECT ${headColumns} FROM record WHERE sample = 1`).map(toHead);
    },
    async putDocuments(rows) {
      const sql = `INSERT OR REPLACE INTO record (${headColumns}, doi, record) VALUES (?, ?, ?, ?, ?, ?, ?)`;
      for (const { pmid, dateKey, version, revisedAt, sample, doi, record } of rows)
        statements.run(sql, pmid, dateKey, version, revisedAt, sample ? 1 : 0, doi ?? null, record);
    },
    async deleteDocuments(pmids) {
      for (const pmid of pmids) statements.run('DELETE FROM record WHERE pmid = ?', pmid);
    },
    async putNotices(notices) {
      const sql = 'INSERT OR IGNORE INTO notice (of, kind, source, citation) VALUES (?, ?, ?, ?)';
      for (const { of, kind, from, citation } of notices) statements.run(sql, of, kind, from, citation);
    },
    async deleteNoticesFrom(pmids) {
      for (const pmid of pmids) statements.run('DELETE FROM notice WHERE source = ?', pmid);
    },
    async createSegment(createdAt) {
      const row = statements.get('INSERT INTO segment (created_at) VALUES (?) RETURNING id', createdAt);
      return Number(row?.id);
    },
    async writeChunks(chunks) {
      const sql = 'INSERT INTO chunk (place, bytes) VALUES (?, ?)';
      for (const chunk of chunks) statements.run(sql, placeOf(chunk), chunk.bytes);
    },
    async publish(segment, info) {
      statements.run('UPDATE segment SET info = ? WHERE id = ?', JSON.stringify(info), segment);
    },
    async bury(segment, dead, deadCount) {
      statements.run('UPDATE segment SET dead = ?, dead_count = ? WHERE id = ?', dead, deadCount, segment);
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
    async setProgress(file, records, done) {
      const sql = 'INSERT OR REPLACE INTO progress (file, records, done) VALUES (?, ?, ?)';
      statements.run(sql, file, records, done ? 1 : 0);
    },
    async changed(at) {
      setMeta('generation', String(Number(reading.generation()) + 1));
      setMeta('changed_at', String(at));
    },
  };
}

function toHead({ pmid, date_key, version, revised_at, sample }: Row): DocumentHead {
  return {
    pmid: Number(pmid),
    dateKey: Number(date_key),
    version: Number(version),
    revisedAt: String(revised_at),
    sample: sample === 1,
  };
}
