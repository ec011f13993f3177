/** Raised with every change of the tables. 1 was a full-text index of SQLite's own: see open-database.ts; 2 had no checksums. */
export const schemaVersion = 3;

/**
 * `record`: a row a PMID. `segment`: the index in parts; `dead` is its bitmap. `chunk`: what segments are made of, at
 * places that keep those of one segment and stream together. Columns of checksums are last and may be NULL, as older files have them. `notice`: what records say of others.
 */
export const schema = `
  CREATE TABLE record (
    pmid INTEGER PRIMARY KEY, date_key INTEGER NOT NULL, version INTEGER NOT NULL, revised_at TEXT NOT NULL,
    sample INTEGER NOT NULL, doi INTEGER, record BLOB NOT NULL, checksum INTEGER, noticed INTEGER
  ) STRICT;
  CREATE INDEX record_doi ON record (doi) WHERE doi IS NOT NULL;
  CREATE INDEX record_sample ON record (pmid) WHERE sample = 1;
  CREATE TABLE segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT, created_at INTEGER NOT NULL, info TEXT, dead BLOB NOT NULL DEFAULT x'',
    dead_count INTEGER NOT NULL DEFAULT 0, retired_at INTEGER, info_checksum INTEGER, dead_checksum INTEGER
  ) STRICT;
  CREATE TABLE chunk (place INTEGER PRIMARY KEY, bytes BLOB NOT NULL, checksum INTEGER) STRICT;
  CREATE TABLE notice (
    of INTEGER NOT NULL, kind TEXT NOT NULL, source INTEGER NOT NULL, citation TEXT NOT NULL,
    PRIMARY KEY (of, kind, source, citation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX notice_source ON notice (source);
  CREATE TABLE progress (file TEXT PRIMARY KEY, records INTEGER NOT NULL, done INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  INSERT OR REPLACE INTO meta (name, value) VALUES ('segments', '0');
`;

/** From 2 to 3: checksums. What is there has none, until it is written anew: see index/add-checksums.ts. */
export const addChecksumColumns = `
  ALTER TABLE record ADD COLUMN checksum INTEGER;
  ALTER TABLE record ADD COLUMN noticed INTEGER;
  ALTER TABLE segment ADD COLUMN info_checksum INTEGER;
  ALTER TABLE segment ADD COLUMN dead_checksum INTEGER;
  ALTER TABLE chunk ADD COLUMN checksum INTEGER;
  INSERT INTO meta (name, value) VALUES ('unchecked', 'yes');
`;

/** Statements that can be prepared only where the tables are those above: a file of another shape is told as it is opened. */
export const readEveryColumn = [
  'SELECT pmid, date_key, version, revised_at, sample, doi, record, checksum, noticed FROM record',
  'SELECT id, created_at, info, dead, dead_count, retired_at, info_checksum, dead_checksum FROM segment',
  'SELECT place, bytes, checksum FROM chunk',
  'SELECT of, kind, source, citation FROM notice',
  'SELECT file, records, done FROM progress',
  'SELECT name, value FROM meta',
];
