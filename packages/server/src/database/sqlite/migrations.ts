/** Migrations, oldest first. A released one is never edited; append a new one for every change. */
export const migrations: readonly string[] = [
  // 1: accounts. Times are epoch milliseconds, tokens whole numbers, days "2026-03-29" on the quota zone's calendar.
  `
    CREATE TABLE api_key (
      id TEXT PRIMARY KEY,
      label TEXT NOT NULL,
      owner_email TEXT,
      application_id TEXT,
      status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
      expires_at INTEGER,
      modules TEXT NOT NULL CHECK (json_type(modules) = 'array'),
      daily_limit INTEGER CHECK (daily_limit >= 0), -- NULL: unlimited
      granted INTEGER NOT NULL DEFAULT 0 CHECK (granted BETWEEN 0 AND 9007199254740991),
      charged INTEGER NOT NULL DEFAULT 0 CHECK (charged >= 0),
      held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
      ledger_seq INTEGER NOT NULL DEFAULT 0,
      ledger_hash BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      CHECK (charged + held <= granted)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE key_secret (
      hash BLOB PRIMARY KEY, -- SHA-256: the clear text is nowhere
      key_id TEXT NOT NULL REFERENCES api_key (id),
      hint TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER, -- the end of a replaced secret's grace
      revoked_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX key_secret_of_key ON key_secret (key_id, created_at);

    CREATE TABLE quota_day (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      day TEXT NOT NULL,
      used INTEGER NOT NULL CHECK (used >= 0),
      PRIMARY KEY (key_id, day)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE call (
      id TEXT PRIMARY KEY, -- the request id
      key_id TEXT NOT NULL REFERENCES api_key (id),
      endpoint TEXT NOT NULL,
      mode TEXT,
      module TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('held', 'settled', 'released')),
      held INTEGER NOT NULL CHECK (held >= 0),
      tokens INTEGER NOT NULL DEFAULT 0 CHECK (tokens >= 0),
      charged INTEGER NOT NULL DEFAULT 0 CHECK (charged >= 0),
      unbilled INTEGER NOT NULL DEFAULT 0 CHECK (unbilled >= 0),
      unbilled_reason TEXT,
      quota_day TEXT NOT NULL,
      quota_returned INTEGER NOT NULL DEFAULT 0 CHECK (quota_returned IN (0, 1)),
      outcome TEXT,
      http_status INTEGER,
      owner TEXT NOT NULL, -- the process that runs it
      lease_until INTEGER NOT NULL,
      idem_key TEXT,
      idem_hash BLOB,
      response_ref TEXT,
      started_at INTEGER NOT NULL,
      first_token_at INTEGER, -- when the first part of the answer left; NULL: none did
      ended_at INTEGER,
      CHECK (state = 'held' OR (held = 0 AND tokens = charged + unbilled))
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX call_idempotency ON call (key_id, idem_key) WHERE idem_key IS NOT NULL;
    CREATE INDEX call_lease ON call (lease_until) WHERE state = 'held';
    CREATE INDEX call_of_key ON call (key_id, started_at DESC);

    CREATE TABLE call_step (
      call_id TEXT NOT NULL REFERENCES call (id),
      seq INTEGER NOT NULL,
      kind TEXT NOT NULL,
      provider TEXT NOT NULL,
      model TEXT NOT NULL,
      bound INTEGER NOT NULL CHECK (bound >= 0),
      prompt INTEGER NOT NULL CHECK (prompt >= 0),
      completion INTEGER NOT NULL CHECK (completion >= 0),
      src TEXT NOT NULL CHECK (src IN ('open', 'seen', 'provider', 'estimated')),
      PRIMARY KEY (call_id, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE ledger (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      seq INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'late', 'adjust')),
      amount INTEGER NOT NULL,
      call_id TEXT REFERENCES call (id),
      actor TEXT NOT NULL,
      reason TEXT NOT NULL,
      op_key TEXT,
      at INTEGER NOT NULL,
      prev BLOB NOT NULL,
      hash BLOB NOT NULL,
      PRIMARY KEY (key_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX ledger_charge_once ON ledger (call_id) WHERE kind = 'charge';
    CREATE UNIQUE INDEX ledger_operation ON ledger (key_id, op_key) WHERE op_key IS NOT NULL;
    CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
      BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
    CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
      BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

    CREATE TABLE usage_day (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      day TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      model TEXT NOT NULL, -- '*': the whole call, with what was charged; else one model's part
      calls INTEGER NOT NULL,
      prompt INTEGER NOT NULL,
      completion INTEGER NOT NULL,
      charged INTEGER NOT NULL,
      unbilled INTEGER NOT NULL,
      PRIMARY KEY (key_id, day, endpoint, model)
    ) STRICT, WITHOUT ROWID;
  `,
  // 2: administrators and the audit log.
  `
    CREATE TABLE admin (
      name TEXT PRIMARY KEY, -- in NFC and lower case
      role TEXT NOT NULL CHECK (role IN ('operator', 'auditor')),
      status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
      password_hash TEXT NOT NULL, -- scrypt, with its parameters and salt
      created_at INTEGER NOT NULL,
      password_set_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE admin_session (
      hash BLOB PRIMARY KEY, -- SHA-256 of what the cookie holds
      admin TEXT NOT NULL REFERENCES admin (name),
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX admin_session_of_admin ON admin_session (admin);

    CREATE TABLE sign_in_try (
      bucket BLOB NOT NULL, -- SHA-256 of the address, or of name and address
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sign_in_try_of_bucket ON sign_in_try (bucket, at);
    CREATE INDEX sign_in_try_at ON sign_in_try (at);

    CREATE TABLE audit_log (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      ip TEXT,
      action TEXT NOT NULL,
      target TEXT NOT NULL,
      before TEXT CHECK (before IS NULL OR json_valid(before)), -- as text: the chain is over its characters
      after TEXT CHECK (after IS NULL OR json_valid(after)),
      reason TEXT,
      correlation_id TEXT CHECK (length(correlation_id) <= 100),
      prev BLOB NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE INDEX audit_log_target ON audit_log (target, seq);
    CREATE INDEX audit_log_actor ON audit_log (actor, seq);
    CREATE INDEX audit_log_at ON audit_log (at);
    CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

    -- The end of the chain: without it the newest entries could vanish unseen.
    CREATE TABLE audit_tail (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      seq INTEGER NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    INSERT INTO audit_tail (only_row, seq, hash) VALUES (1, 0, zeroblob(32));
  `,
  // 3: usage by outcome, and the indexes for its pages and filters.
  `
    CREATE TABLE usage_day_by_outcome (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      day TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      outcome TEXT NOT NULL,
      model TEXT NOT NULL, -- '*': the whole call, with what was charged; else one model's part
      calls INTEGER NOT NULL,
      prompt INTEGER NOT NULL,
      completion INTEGER NOT NULL,
      charged INTEGER NOT NULL,
      unbilled INTEGER NOT NULL,
      PRIMARY KEY (key_id, day, endpoint, outcome, model)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO usage_day_by_outcome
      SELECT c.key_id, c.quota_day, c.endpoint, c.outcome, s.model, count(DISTINCT c.id), sum(s.prompt),
        sum(s.completion), 0, 0
      FROM call c JOIN call_step s ON s.call_id = c.id WHERE c.state <> 'held' GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO usage_day_by_outcome
      SELECT c.key_id, c.quota_day, c.endpoint, c.outcome, '*', count(*), sum(s.prompt), sum(s.completion),
        sum(c.charged), sum(c.unbilled)
      FROM call c JOIN (
        SELECT id, coalesce(sum(prompt), 0) AS prompt, coalesce(sum(completion), 0) AS completion
        FROM call LEFT JOIN call_step ON call_id = id GROUP BY id) s USING (id)
      WHERE c.state <> 'held' GROUP BY 1, 2, 3, 4;
    DROP TABLE usage_day;
    ALTER TABLE usage_day_by_outcome RENAME TO usage_day;

    DROP INDEX call_of_key;
    CREATE INDEX call_of_key ON call (key_id, quota_day, started_at);
    CREATE INDEX call_of_endpoint ON call (key_id, endpoint, quota_day, started_at);
    CREATE INDEX call_of_outcome ON call (key_id, outcome, quota_day, started_at);
  `,
  // 4: applications for keys, and e-mails to applicants.
  `
    CREATE TABLE application (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      organisation TEXT,
      purpose TEXT NOT NULL,
      modules TEXT NOT NULL CHECK (json_type(modules) = 'array'),
      language TEXT NOT NULL CHECK (language IN ('zh', 'en')),
      state TEXT NOT NULL CHECK (state IN ('submitted', 'confirmed', 'approved', 'rejected', 'withdrawn')),
      submitted_at INTEGER NOT NULL,
      confirmed_at INTEGER,
      due_at INTEGER, -- the end of the last working day to decide it on
      decided_at INTEGER,
      decided_by TEXT,
      reason TEXT,
      key_id TEXT REFERENCES api_key (id),
      claim_until INTEGER, -- NULL: the key itself was mailed
      claimed_at INTEGER,
      status_hash BLOB NOT NULL UNIQUE, -- SHA-256 of the tokens in the links
      confirm_hash BLOB NOT NULL UNIQUE,
      claim_hash BLOB UNIQUE,
      source BLOB, -- where it came from, for an hour
      CHECK (state <> 'confirmed' OR due_at IS NOT NULL),
      CHECK ((state = 'approved') = (key_id IS NOT NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX application_open ON application (lower(email)) WHERE state = 'confirmed';
    CREATE INDEX application_submitted ON application (submitted_at);
    CREATE INDEX application_source ON application (source, submitted_at) WHERE source IS NOT NULL;

    CREATE TABLE outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      recipient TEXT NOT NULL,
      language TEXT NOT NULL CHECK (language IN ('zh', 'en')),
      application_id TEXT NOT NULL,
      dedupe TEXT NOT NULL UNIQUE,
      seal_id TEXT NOT NULL, -- of the seal that opens the content
      content BLOB, -- sealed; NULL once it is sent
      attempts INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      next_at INTEGER NOT NULL, -- of the next try; while one is under way, the end of its lease
      sent_at INTEGER,
      failed_at INTEGER,
      last_error TEXT,
      CHECK (sent_at IS NULL OR content IS NULL)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outbox_due ON outbox (seal_id, next_at) WHERE sent_at IS NULL AND failed_at IS NULL;
    CREATE INDEX outbox_of_application ON outbox (application_id, created_at);
    CREATE INDEX outbox_confirm ON outbox (lower(recipient), created_at) WHERE kind = 'confirm';
    CREATE INDEX outbox_created ON outbox (created_at);
  `,
  // 5: idempotency records with their replies. No foreign key to the call, because calls are never deleted.
  `
    DROP INDEX call_idempotency;
    ALTER TABLE call DROP COLUMN idem_key;
    ALTER TABLE call DROP COLUMN idem_hash;
    ALTER TABLE call DROP COLUMN response_ref;

    CREATE TABLE idempotent_call (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      idem_key TEXT NOT NULL, -- the caller's name for the call, by its SHA-256
      request_hash BLOB NOT NULL, -- SHA-256 of the endpoint and the body
      call_id TEXT NOT NULL, -- the one that runs, or ran last
      started_at INTEGER NOT NULL,
      reply_status INTEGER, -- NULL: the call has not been answered
      reply_body TEXT, -- NULL where it was answered: too large to be kept
      PRIMARY KEY (key_id, idem_key)
    ) STRICT; -- with row ids: rows as large as these have no place in an index
    CREATE INDEX idempotent_call_age ON idempotent_call (started_at);
  `,
  // 6: fewer writes per call. Running calls are not indexed by outcome, and renewing a lease changes no index.
  `
    DROP INDEX call_of_outcome;
    CREATE INDEX call_of_outcome ON call (key_id, outcome, quota_day, started_at) WHERE outcome IS NOT NULL;
    DROP INDEX call_lease;
    CREATE INDEX call_running ON call (key_id) WHERE state = 'held';
  `,
  // 7: networks from which administrators signed in, so that others cannot lock them out there.
  `
    CREATE TABLE admin_network (
      admin TEXT NOT NULL REFERENCES admin (name),
      network BLOB NOT NULL, -- SHA-256 of an IPv4 address or of the /64 of an IPv6 address
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (admin, network)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX admin_network_seen ON admin_network (seen_at);
  `,
  // 8: maximum number of running calls of a key.
  `
    ALTER TABLE api_key ADD COLUMN running_limit INTEGER CHECK (running_limit >= 1); -- NULL: the installation's default
  `,
  // 9: index of a key's stored replies, to limit their number.
  `
    CREATE INDEX idempotent_call_kept ON idempotent_call (key_id, started_at) WHERE reply_body IS NOT NULL;
  `,
  // 10: standard names of outcomes. Ledger entries keep the old ones, because the hash chain covers them.
  `
    UPDATE call SET outcome = CASE outcome WHEN 'our_fault' THEN 'internal_error' WHEN 'client_gone'
      THEN 'client_disconnected' ELSE 'interrupted' END
      WHERE outcome IN ('our_fault', 'client_gone', 'lease_expired');
    UPDATE usage_day SET outcome = CASE outcome WHEN 'our_fault' THEN 'internal_error' WHEN 'client_gone'
      THEN 'client_disconnected' ELSE 'interrupted' END
      WHERE outcome IN ('our_fault', 'client_gone', 'lease_expired');
  `,
  // 11: step results of calls with an idempotency key, for an hour.
  `
    CREATE TABLE stored_result (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      idem_key TEXT NOT NULL, -- the caller's name for the call, by its SHA-256
      request_hash BLOB NOT NULL, -- SHA-256 of what is asked for
      step BLOB NOT NULL, -- SHA-256 of the step and its input
      stored_at INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (key_id, idem_key, request_hash, step)
    ) STRICT; -- with row ids: rows as large as these have no place in an index
    CREATE INDEX stored_result_age ON stored_result (stored_at);
  `,
  // 12: tokens of a prompt that the provider served from its cache.
  `
    ALTER TABLE call_step ADD COLUMN cached INTEGER; -- NULL: the provider does not say
  `,
  // 13: tokens held for a step, by their name everywhere else.
  `
    ALTER TABLE call_step RENAME COLUMN bound TO hold;
  `,
];
