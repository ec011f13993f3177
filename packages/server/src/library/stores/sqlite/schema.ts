/**
 * Version of the tables, raised with every change. 1 was a full-text index of SQLite's own (see open-library-file.ts); 2
 * had no checksums, 3 none of DOIs and progress, 4 only chunks of one size, 5 only records compressed without a
 * dictionary, 6 another name for demonstration records; these chunks and records are still read.
 */
export const schemaVersion = 7;

/**
 * `record`: one row per PMID. `segment`: the segments of the index; `dead` is a bitmap of deleted documents. `chunk`:
 * the content of segments, at positions that keep those of one segment and stream together. Checksum columns are last
 * and may be NULL, as in older files. `notice`: statements of records about others.
 */
export const schema = `
  CREATE TABLE record (
    pmid INTEGER PRIMARY KEY, date_key INTEGER NOT NULL, version INTEGER NOT NULL, revised_at TEXT NOT NULL,
    demonstration INTEGER NOT NULL, doi INTEGER, record BLOB NOT NULL, checksum INTEGER, noticed INTEGER
  ) STRICT;
  CREATE INDEX record_doi ON record (doi) WHERE doi IS NOT NULL;
  CREATE INDEX record_demonstration ON record (pmid) WHERE demonstration = 1;
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
  CREATE TABLE progress (
    file TEXT PRIMARY KEY, records INTEGER NOT NULL, done INTEGER NOT NULL, checksum INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE doi_sum (bucket INTEGER PRIMARY KEY, sum INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  INSERT OR REPLACE INTO meta (name, value) VALUES ('segments', '0'), ('progress', '0');
`;

/**
 * Migration from 2 to 3: checksums. Existing rows have none until they are rewritten: see add-checksums.ts of the
 * search index.
 */
export const addChecksumColumns = `
  ALTER TABLE record ADD COLUMN checksum INTEGER;
  ALTER TABLE record ADD COLUMN noticed INTEGER;
  ALTER TABLE segment ADD COLUMN info_checksum INTEGER;
  ALTER TABLE segment ADD COLUMN dead_checksum INTEGER;
  ALTER TABLE chunk ADD COLUMN checksum INTEGER;
  INSERT INTO meta (name, value) VALUES ('unchecked', 'yes');
`;

/**
 * Migration from 3 to 4: checksums of DOIs and progress. Existing rows get theirs when the library is opened for
 * writing: see add-sums.ts of the search index.
 */
export const addSumTables = `
  ALTER TABLE progress ADD COLUMN checksum INTEGER;
  CREATE TABLE doi_sum (bucket INTEGER PRIMARY KEY, sum INTEGER NOT NULL) STRICT;
  INSERT INTO meta (name, value) VALUES ('unsummed', '0');
`;

/**
 * Migration from 6 to 7: the name of demonstration records. Their index keeps the name `record_sample` there, since creating it again
 * would read every record.
 */
export const renameDemonstration = `
  ALTER TABLE record RENAME COLUMN sample TO demonstration;
  UPDATE meta SET name = 'demonstration_version' WHERE name = 'sample';
`;

/**
 * Statements that can only be prepared if the tables are those above: a file of another form is recognized when it is
 * opened.
 */
export const readEveryColumn = [
  'SELECT pmid, date_key, version, revised_at, demonstration, doi, record, checksum, noticed FROM record',
  'SELECT id, created_at, info, dead, dead_count, retired_at, info_checksum, dead_checksum FROM segment',
  'SELECT place, bytes, checksum FROM chunk',
  'SELECT of, kind, source, citation FROM notice',
  'SELECT file, records, done, checksum FROM progress',
  'SELECT bucket, sum FROM doi_sum',
  'SELECT name, value FROM meta',
];
