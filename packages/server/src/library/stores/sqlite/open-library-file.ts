import { DatabaseSync } from 'node:sqlite';
import { isDamaged, StorageError } from '@citewell/core/storage-error.ts';
import { doiBuckets, sumDois } from '@citewell/search-index/writing/doi-sums.ts';
import {
  createDataFile,
  createMarker,
  damagedFile,
  hasMarker,
  isLost,
  lostFile,
} from '../../../platform/data-file.ts';
import {
  addChecksumColumns,
  addSumTables,
  readEveryColumn,
  renameDemonstration,
  schema,
  schemaVersion,
} from './schema.ts';

/** Page size: a chunk fits into a page. */
const pageBytes = 8_192;

/** Maximum size of the log on disk after a large batch. */
const walBytesMax = 64 * 2 ** 20;

/**
 * Opens library.db, creating or migrating it if necessary.
 * @throws StorageError if it is damaged, another database, or missing or empty although one was created before.
 */
export function openLibraryFile(path: string, busyMs: number): DatabaseSync {
  if (isLost(path)) throw lostFile(path, remedy);
  createDataFile(path);
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    // Both are effective only before the first table is created.
    database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA auto_vacuum = INCREMENTAL`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec(`PRAGMA journal_size_limit = ${walBytesMax}; PRAGMA cache_size = -16000`);
    migrate(database, path);
    for (const sql of readEveryColumn) database.prepare(sql);
    createMarker(path);
    return database;
  } catch (error) {
    database.close();
    throw asDamagedFile(path, error);
  }
}

/** Converts SQLite's errors of a damaged file, or one without a library's tables, to an error that names the file. */
export function asDamagedFile(path: string, error: unknown): unknown {
  const isOfOtherShape = error instanceof Error && 'errcode' in error && error.errcode === sqliteError;
  return isDamaged(error) || isOfOtherShape ? damagedFile(path, aside, error) : error;
}

/** SQLITE_ERROR: no such table, no such column. */
const sqliteError = 1;

function migrate(database: DatabaseSync, path: string): void {
  if (versionOf(database) === schemaVersion && hasTable(database, 'chunk')) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(database);
    if (!isLibrary(database, version)) throw damagedFile(path, aside);
    if (version === 0 && hasMarker(path)) throw lostFile(path, remedy);
    if (version > schemaVersion) throw tooNew();
    if (version === 2) database.exec(addChecksumColumns);
    if (version === 2 || version === 3) database.exec(addSumTables);
    if (version >= 2 && version < 7) database.exec(renameDemonstration);
    if (version < 2) {
      database.exec(schema);
      addEmptySums(database);
      // The first form had its index in FTS5. Its records stay in the table `document` until they are moved (see
      // migrate-v0.ts), without demonstration records.
      database.exec("DROP TABLE IF EXISTS document_terms; DELETE FROM meta WHERE name = 'sample'");
    }
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Adds empty sums in the transaction that creates the tables: the next process to open a new library finds it complete.
 */
function addEmptySums(database: DatabaseSync): void {
  const sums = JSON.stringify([...sumDois(0, doiBuckets - 1, []).values()]);
  // One statement, since running thousands takes longer than all else here.
  database.prepare('INSERT INTO doi_sum (bucket, sum) SELECT key, value FROM json_each(?)').run(sums);
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Distinguishes a library, of any version, from another database in its place. */
function isLibrary(database: DatabaseSync, version: number): boolean {
  if (version === 0) return !database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get();
  return hasTable(database, version === 1 ? 'document' : 'chunk');
}

function hasTable(database: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return database.prepare(sql).get(name) !== undefined;
}

/** Remedy named in the error; only the operator knows what the file contained. */
const remedyBy = (command: string) => ({
  en: `If you have no backup, create a new library with "${command}": it is empty, and your own records must be imported again.`,
  zh: `或使用 "${command}" 新建文献库：新库为空，您自己导入的记录需重新导入。`,
});
const remedy = remedyBy('citewell library create');
const aside = remedyBy('citewell library create --replace');

function tooNew(): StorageError {
  return new StorageError({
    en: 'The library was written by a newer version of Citewell. Use that version or restore a backup.',
    zh: '文献库由更新版本的 Citewell 写入；请使用该版本，或从备份恢复。',
  });
}
