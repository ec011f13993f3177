/**
 * The library's tables, beside the accounts' or without them. Whole numbers of PMIDs, dates and times are as
 * segment-store.ts of the search index has them.
 */
const library = `
  CREATE TABLE library_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    generation bigint NOT NULL DEFAULT 0
  );
  INSERT INTO library_state DEFAULT VALUES;

  CREATE TABLE library_segment (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    state text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'live', 'retired')),
    created_at bigint NOT NULL,
    retired_at bigint,
    info jsonb,
    dead bytea NOT NULL DEFAULT '', -- grows only: with dead_count it is known
    dead_count bigint NOT NULL DEFAULT 0,
    CHECK (state = 'building' OR info IS NOT NULL),
    CHECK ((state = 'retired') = (retired_at IS NOT NULL))
  );
  -- Bitmaps and postings do not get smaller by being compressed again.
  ALTER TABLE library_segment ALTER COLUMN dead SET STORAGE EXTERNAL;

  CREATE TABLE library_chunk (
    segment bigint NOT NULL,
    stream smallint NOT NULL, -- its place in the list of streams
    chunk integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (segment, stream, chunk)
  );
  ALTER TABLE library_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

  CREATE TABLE library_record (
    pmid bigint PRIMARY KEY,
    date_key integer NOT NULL,
    version integer NOT NULL,
    revised_at text NOT NULL,
    sample boolean NOT NULL,
    doi bigint, -- 48 bits of its hash
    record bytea NOT NULL
  );
  ALTER TABLE library_record ALTER COLUMN record SET STORAGE EXTERNAL;
  CREATE INDEX library_record_doi ON library_record (doi) WHERE doi IS NOT NULL;
  CREATE INDEX library_record_sample ON library_record (pmid) WHERE sample;

  CREATE TABLE library_notice (
    of_pmid bigint NOT NULL,
    kind text NOT NULL,
    from_pmid bigint NOT NULL, -- 0 where the notice has no record
    citation text NOT NULL
  );
  -- By the hash of the citation, which may be longer than a key of an index.
  CREATE UNIQUE INDEX library_notice_once ON library_notice (of_pmid, kind, from_pmid, md5(citation));
  CREATE INDEX library_notice_from ON library_notice (from_pmid) WHERE from_pmid <> 0;

  CREATE TABLE library_meta (name text PRIMARY KEY, value text NOT NULL);

  CREATE TABLE library_progress (file text PRIMARY KEY, records bigint NOT NULL, done boolean NOT NULL);
`;

/** Checksums (checksum.ts of the search index), whole numbers of 32 bits: what is there has none, until it is written anew. */
const checksums = `
  ALTER TABLE library_segment ADD COLUMN info_checksum bigint, ADD COLUMN dead_checksum bigint;
  ALTER TABLE library_chunk ADD COLUMN checksum bigint;
  ALTER TABLE library_record ADD COLUMN checksum bigint, ADD COLUMN noticed bigint;
  INSERT INTO library_meta (name, value) SELECT 'unchecked', 'yes' WHERE EXISTS (SELECT FROM library_segment);
  INSERT INTO library_meta (name, value) SELECT 'segments', '0' WHERE NOT EXISTS (SELECT FROM library_segment);
`;

/**
 * Checksums of DOIs and progress. What is there gets its own as the library is opened for writing: see add-sums.ts of the search index. The
 * index of DOIs holds the PMIDs too, since a search reads a whole bucket of it.
 */
const sums = `
  ALTER TABLE library_progress ADD COLUMN checksum bigint;
  CREATE TABLE library_doi_sum (bucket integer PRIMARY KEY, sum bigint NOT NULL);
  DROP INDEX library_record_doi;
  CREATE INDEX library_record_doi ON library_record (doi) INCLUDE (pmid) WHERE doi IS NOT NULL;
  INSERT INTO library_meta (name, value) VALUES ('unsummed', '0');
`;

/** Every schema there ever was, oldest first. A released one is never edited: a change is a new one at the end. */
export const migrations: readonly string[] = [library, checksums, sums];
