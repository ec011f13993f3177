import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { doiHash } from '../../packages/search-index/src/analysis/doi.ts';
import { bucketOfDoi } from '../../packages/search-index/src/writing/doi-sums.ts';
import { doiOf, fileOf } from './damaged-library.ts';

/** Damage to one row of the index of DOIs or of the progress of files. */
export type RowDamage = {
  name: string;
  part: 'dois' | 'progress';
  /** SQL for `DatabaseSync.exec`; `pmid` is a record with a DOI, `file` one that has been ingested. */
  sql(of: { pmid: number; file: string }): string;
};

const hashOf = (pmid: number) => doiHash(doiOf(pmid));
const bucketOf = (pmid: number) => bucketOfDoi(hashOf(pmid));

/** All ways to damage one row that leave everything well formed, so that SQLite itself notices none of them. */
export const rowDamages: readonly RowDamage[] = [
  {
    name: 'a byte of a DOI was flipped',
    part: 'dois',
    sql: ({ pmid }) => `UPDATE record SET doi = doi + 256 WHERE pmid = ${pmid}`,
  },
  {
    name: 'a DOI was cut',
    part: 'dois',
    sql: ({ pmid }) => `UPDATE record SET doi = doi / 256 WHERE pmid = ${pmid}`,
  },
  {
    name: 'a record has the DOI of another one',
    part: 'dois',
    sql: ({ pmid }) => `UPDATE record SET doi = ${hashOf(pmid + 1)} WHERE pmid = ${pmid}`,
  },
  {
    name: 'a DOI is gone',
    part: 'dois',
    sql: ({ pmid }) => `UPDATE record SET doi = NULL WHERE pmid = ${pmid}`,
  },
  {
    name: 'a byte of the sum of DOIs was flipped',
    part: 'dois',
    sql: ({ pmid }) => `UPDATE doi_sum SET sum = sum + 256 WHERE bucket = ${bucketOf(pmid)}`,
  },
  {
    name: 'the sum of DOIs was cut',
    part: 'dois',
    sql: ({ pmid }) => `UPDATE doi_sum SET sum = sum / 256 WHERE bucket = ${bucketOf(pmid)}`,
  },
  {
    name: 'the sum of DOIs is that of others',
    part: 'dois',
    sql: ({
      pmid,
    }) => `UPDATE doi_sum SET sum = (SELECT sum FROM doi_sum WHERE bucket = ${bucketOf(pmid + 1)})
      WHERE bucket = ${bucketOf(pmid)}`,
  },
  {
    name: 'the sum of DOIs is gone',
    part: 'dois',
    sql: ({ pmid }) => `DELETE FROM doi_sum WHERE bucket = ${bucketOf(pmid)}`,
  },
  {
    name: 'a byte of the progress of a file was flipped',
    part: 'progress',
    sql: ({ file }) => `UPDATE progress SET records = records + 256 WHERE file = '${file}'`,
  },
  {
    name: 'the progress of a file was cut',
    part: 'progress',
    sql: ({ file }) => `UPDATE progress SET records = records / 256 WHERE file = '${file}'`,
  },
  {
    name: 'the progress of a file is that of another one',
    part: 'progress',
    sql: ({ file }) => `UPDATE progress SET file = 'other.xml.gz#0' WHERE file = '${file}'`,
  },
  {
    name: 'the progress of a file is gone',
    part: 'progress',
    sql: ({ file }) => `DELETE FROM progress WHERE file = '${file}'`,
  },
  {
    name: 'the checksum of the progress of a file is gone',
    part: 'progress',
    sql: ({ file }) => `UPDATE progress SET checksum = NULL WHERE file = '${file}'`,
  },
  {
    name: 'the sum of all progress was cut',
    part: 'progress',
    sql: () => `UPDATE meta SET value = substr(value, 2) WHERE name = 'progress'`,
  },
  {
    name: 'the sum of all progress is gone',
    part: 'progress',
    sql: () => `DELETE FROM meta WHERE name = 'progress'`,
  },
];

/** Damages a row of the library in the folder. */
export function damageRow(folder: string, damage: RowDamage, pmid: number): void {
  execute(folder, damage.sql({ pmid, file: fileOf(0) }));
}

/** Runs SQL on the library in the folder, while a service may have it open. */
export function execute(folder: string, sql: string): void {
  const database = new DatabaseSync(join(folder, 'library.db'), { timeout: 10_000 });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Offsets in the file at which the hash of a record's DOI occurs: in its row and in the index of DOIs. */
export function placesOfDoi(folder: string, pmid: number): number[] {
  const bytes = readFileSync(join(folder, 'library.db'));
  const hash = Buffer.alloc(6);
  hash.writeUIntBE(hashOf(pmid), 0, 6);
  const places: number[] = [];
  for (let at = bytes.indexOf(hash); at >= 0; at = bytes.indexOf(hash, at + 1)) places.push(at);
  return places;
}

/** Flips the lowest bit of the byte at that place of the library's file. */
export function flipByte(folder: string, place: number): void {
  const path = join(folder, 'library.db');
  const bytes = readFileSync(path);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
