/** Applications for keys and the e-mails to applicants, table for table as in SQLite. */
export const applicationsSchema = `
  CREATE TABLE application (
    id text PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    organisation text,
    purpose text NOT NULL,
    modules text[] NOT NULL,
    language text NOT NULL CHECK (language IN ('zh', 'en')),
    state text NOT NULL CHECK (state IN ('submitted', 'confirmed', 'approved', 'rejected', 'withdrawn')),
    submitted_at bigint NOT NULL,
    confirmed_at bigint,
    due_at bigint, -- the end of the last working day to decide it on
    decided_at bigint,
    decided_by text,
    reason text,
    key_id text REFERENCES api_key (id),
    claim_until bigint, -- NULL: the key itself was mailed
    claimed_at bigint,
    status_hash bytea NOT NULL UNIQUE, -- SHA-256 of the tokens in the links
    confirm_hash bytea NOT NULL UNIQUE,
    claim_hash bytea UNIQUE,
    source bytea, -- where it came from, for an hour
    CHECK (state <> 'confirmed' OR due_at IS NOT NULL),
    CHECK ((state = 'approved') = (key_id IS NOT NULL))
  );
  CREATE UNIQUE INDEX application_open ON application (lower(email)) WHERE state = 'confirmed';
  CREATE INDEX application_submitted ON application (submitted_at);
  CREATE INDEX application_source ON application (source, submitted_at) WHERE source IS NOT NULL;

  CREATE TABLE outbox (
    id text PRIMARY KEY,
    kind text NOT NULL,
    recipient text NOT NULL,
    language text NOT NULL CHECK (language IN ('zh', 'en')),
    application_id text NOT NULL,
    dedupe text NOT NULL UNIQUE,
    seal_id text NOT NULL, -- of the seal that opens the content
    content bytea, -- sealed; NULL once it is sent
    attempts integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    next_at bigint NOT NULL, -- of the next try; while one is under way, the end of its lease
    sent_at bigint,
    failed_at bigint,
    last_error text,
    CHECK (sent_at IS NULL OR content IS NULL)
  );
  CREATE INDEX outbox_due ON outbox (seal_id, next_at) WHERE sent_at IS NULL AND failed_at IS NULL;
  CREATE INDEX outbox_of_application ON outbox (application_id, created_at);
  CREATE INDEX outbox_confirm ON outbox (lower(recipient), created_at) WHERE kind = 'confirm';
  CREATE INDEX outbox_created ON outbox (created_at);
`;
