/** Every schema there ever was, oldest first. A released one is never edited: a change is a new one at the end. */
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
];
