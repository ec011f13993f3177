import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Pmid } from '@citewell/core/records/article.ts';
import { StorageError } from '@citewell/core/storage-error.ts';
import { load } from 'sqlite-vec';
import { isZero } from './quantize.ts';

/** Vectors of one model for records, in a file next to the library. */
export type VectorStore = {
  /** Model and length of its vectors; undefined before the first one. */
  readonly model: Model | undefined;
  /** Counts the records that a search can find: those whose vector is not all zeros. */
  count(): number;
  /** Hashes of the texts from which the stored vectors were made. */
  hashes(): Map<Pmid, string>;
  /**
   * Stores vectors in one transaction, replacing earlier ones of the same records. Of a zero vector only the hash is
   * stored: its cosine is not a number, which would sort before all others.
   */
  put(vectors: readonly StoredVector[]): void;
  remove(pmids: readonly Pmid[]): void;
  /** Returns the records with the nearest vectors, the nearest first. */
  nearest(vector: Int8Array<ArrayBuffer>, limit: number): Pmid[];
  /** Returns the vectors of these records; those without one are omitted. */
  get(pmids: readonly Pmid[]): Map<Pmid, Int8Array<ArrayBuffer>>;
  close(): void;
};

/** Embedding model, and the length of its vectors. */
type Model = { name: string; dimensions: number };

type StoredVector = { pmid: Pmid; hash: string; vector: Int8Array<ArrayBuffer> };

const busyMs = 10_000;
/**
 * Vectors by which the file grows, half of the default of `sqlite-vec`: a library of a few thousand records wastes
 * less, and a search takes no longer.
 */
const chunkVectors = 512;
/** Version of the tables; another one belongs to another release. */
const version = 1;

/**
 * Opens the vectors for reading; undefined if there are none.
 * @throws {StorageError} if the file is not ours
 */
export function openVectors(path: string): VectorStore | undefined {
  return existsSync(path) ? open(connect(path, { readOnly: true }), path) : undefined;
}

/**
 * Opens the vectors of a model for writing. Vectors of another model or length are removed, since they cannot be
 * compared.
 * @throws {StorageError} if the file is not ours
 */
export function openVectorWriter(path: string, model: { name: string; dimensions: number }): VectorStore {
  const store = open(connect(path), path);
  if (store.model?.name === model.name && store.model.dimensions === model.dimensions) return store;
  store.close();
  // A new file, not new tables in the old one: a running service reads the old one until it sees the new one.
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  const database = connect(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`
    BEGIN;
    CREATE TABLE model (name TEXT NOT NULL, dimensions INTEGER NOT NULL);
    CREATE TABLE texts (pmid INTEGER PRIMARY KEY, hash TEXT NOT NULL);
    CREATE VIRTUAL TABLE nearest USING vec0(
      pmid INTEGER PRIMARY KEY, vector INT8[${model.dimensions}] distance_metric=cosine, chunk_size=${chunkVectors}
    );
    PRAGMA user_version = ${version}`);
  database.prepare('INSERT INTO model VALUES (?, ?)').run(model.name, model.dimensions);
  database.exec('COMMIT');
  database.close();
  return open(connect(path), path);
}

function connect(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { ...options, allowExtension: true, timeout: busyMs });
  load(database);
  database.enableLoadExtension(false);
  return database;
}

function open(database: DatabaseSync, path: string): VectorStore {
  try {
    const found = database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (found.user_version !== 0 && found.user_version !== version) throw wrongFile(path);
    const isNew = found.user_version === 0;
    if (isNew && database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables !== 0)
      throw wrongFile(path);
    return createStore(database, isNew);
  } catch (error) {
    database.close();
    if (/not a database|malformed/.test(String(error))) throw wrongFile(path);
    throw error;
  }
}

function createStore(database: DatabaseSync, isNew: boolean): VectorStore {
  const row = isNew
    ? undefined
    : (database.prepare('SELECT name, dimensions FROM model').get() as Model | undefined);
  const model = row && { name: row.name, dimensions: row.dimensions };
  const count = () =>
    isNew ? 0 : Number(database.prepare('SELECT count(*) AS records FROM nearest').get()?.records);
  const nearest = isNew
    ? undefined
    : database.prepare('SELECT pmid FROM nearest WHERE vector MATCH vec_int8(?) AND k = ?');
  return {
    model,
    count,
    hashes() {
      if (isNew) return new Map();
      const rows = database.prepare('SELECT pmid, hash FROM texts').iterate() as Iterable<{
        pmid: number;
        hash: string;
      }>;
      return new Map(Array.from(rows, ({ pmid, hash }) => [String(pmid) as Pmid, hash]));
    },
    put(vectors) {
      // A virtual table has no upsert.
      const forget = database.prepare('DELETE FROM nearest WHERE pmid = ?');
      const add = database.prepare('INSERT INTO nearest (pmid, vector) VALUES (?, vec_int8(?))');
      const note = database.prepare('INSERT OR REPLACE INTO texts (pmid, hash) VALUES (?, ?)');
      transact(database, () => {
        for (const { pmid, hash, vector } of vectors) {
          forget.run(BigInt(pmid));
          if (!isZero(vector)) add.run(BigInt(pmid), bytesOf(vector));
          note.run(BigInt(pmid), hash);
        }
      });
    },
    remove(pmids) {
      const forget = ['nearest', 'texts'].map((table) =>
        database.prepare(`DELETE FROM ${table} WHERE pmid = ?`),
      );
      transact(database, () => {
        for (const pmid of pmids) for (const each of forget) each.run(BigInt(pmid));
      });
    },
    nearest(vector, limit) {
      if (!nearest || vector.length !== model?.dimensions || isZero(vector)) return [];
      const rows = nearest.all(bytesOf(vector), limit) as { pmid: number }[];
      return rows.map(({ pmid }) => String(pmid) as Pmid);
    },
    get(pmids) {
      if (isNew) return new Map();
      const one = database.prepare('SELECT vector FROM nearest WHERE pmid = ?');
      return new Map(
        pmids.flatMap((pmid) => {
          const row = one.get(BigInt(pmid)) as { vector: Uint8Array } | undefined;
          return row ? [[pmid, new Int8Array(Uint8Array.from(row.vector).buffer)] as const] : [];
        }),
      );
    },
    close: () => database.close(),
  };
}

function transact(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function wrongFile(path: string): StorageError {
  return new StorageError({
    en: `${path} is not a file of vectors that this release can read. Rename or remove it; "citewell library embed" creates a new one.`,
    zh: `${path} 不是本版本可读取的向量文件。请将其改名或删除，"citewell library embed" 会新建一个。`,
  });
}
