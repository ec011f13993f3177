import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SearchField } from '../../../packages/core/src/records/library.ts';
import type { BenchQuery } from '../search-query.ts';
import { dayRange, type Peer, wordsOf } from './peer.ts';

/** Row ids in order of date: the day, then the PMID. PMIDs are below 2^26. */
const pmidBits = 2 ** 26;
const columns: Partial<Record<SearchField, string>> = {
  title: '{title}',
  abstract: '{abstract}',
  title_abstract: '{title abstract}',
  keyword: '{mesh keywords}',
  author: '{author}',
  journal: '{journal}',
};

/**
 * Plain SQLite FTS5 in a typical configuration: contentless, rows in order of date, Porter stems, records compressed in a
 * separate table, relevance by its own bm25() over every match.
 */
export function openFts5(folder: string): Peer {
  const database = new DatabaseSync(join(folder, 'fts5.db'));
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -200000;
    CREATE TABLE document (id INTEGER PRIMARY KEY, record BLOB NOT NULL) STRICT;
    CREATE VIRTUAL TABLE words USING fts5(title, abstract, mesh, keywords, author, journal, content='',
      contentless_delete=1, detail=full, tokenize='porter unicode61 remove_diacritics 2');
  `);
  const insertWords = database.prepare(
    'INSERT INTO words (rowid, title, abstract, mesh, keywords, author, journal) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  // FTS5 writes to its own tables with row ids beyond 2^53, the last of which node:sqlite would refuse to report.
  insertWords.setReadBigInts(true);
  const insertRecord = database.prepare('INSERT INTO document VALUES (?, ?)');
  const range = 'words MATCH ? AND words.rowid >= ? AND words.rowid < ?';
  const page = (order: string) =>
    database.prepare(
      `SELECT record FROM (SELECT rowid AS id FROM words WHERE ${range} ORDER BY ${order} LIMIT ? OFFSET ?)
       CROSS JOIN document USING (id)`,
    );
  const newest = page('rowid DESC');
  const best = page('bm25(words, 3, 1, 1.5, 1.5, 0, 0), rowid DESC');
  const count = database.prepare(`SELECT count(*) AS n FROM words WHERE ${range}`);

  return {
    async add(rows) {
      database.exec('BEGIN');
      for (const { pmid, day, title, abstract, mesh, keywords, author, journal, json } of rows) {
        const id = day * pmidBits + pmid;
        insertWords.run(id, title, abstract, mesh, keywords, author, journal);
        insertRecord.run(id, zstdCompressSync(json));
      }
      database.exec('COMMIT');
    },
    async finish() {
      database.exec("INSERT INTO words (words) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE);");
    },
    async search(query) {
      const statement = query.sort === 'relevance' ? best : newest;
      return statement.all(...parameters(query), query.limit, query.offset).map(readRecord);
    },
    async count(query) {
      return Number(count.get(...parameters(query))?.n);
    },
    async rank(words, limit) {
      const any = words.map((word) => `"${word}"`).join(' OR ');
      return best.all(`{title abstract mesh keywords} : (${any})`, 0, 2 ** 52, limit, 0).map(readRecord);
    },
    async close() {
      database.close();
    },
  };
}

function parameters({ conditions, years }: BenchQuery): [match: string, from: number, before: number] {
  const match = conditions.map(({ field, value }) => {
    const words = wordsOf(value);
    const quoted = value.startsWith('"')
      ? `"${words.join(' ')}"`
      : words.map((word) => `"${word}"`).join(' ');
    return `${columns[field]} : (${quoted})`;
  });
  const days = dayRange(years);
  return [
    match.join(' AND '),
    (days?.from ?? 0) * pmidBits,
    days ? days.before * pmidBits : Number.MAX_SAFE_INTEGER,
  ];
}

function readRecord(row: Record<string, unknown>): { pmid: string } {
  return JSON.parse(zstdDecompressSync(row.record as Uint8Array).toString());
}
