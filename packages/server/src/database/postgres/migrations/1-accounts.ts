/**
 * The accounts, table for table as in SQLite. Times are epoch milliseconds, tokens whole numbers, days "2026-03-29" on the
 * quota zone's calendar.
 */
export const accountsSchema = `
  CREATE TABLE api_key (
    id text PRIMARY KEY,
    label text NOT NULL,
    owner_email text,
    application_id text,
    status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
    expires_at bigint,
    modules text[] NOT NULL,
    daily_limit bigint CHECK (daily_limit >= 0), -- NULL: unlimited
    granted bigint NOT NULL DEFAULT 0 CHECK (granted BETWEEN 0 AND 9007199254740991),
    charged bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
    held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
    ledger_seq bigint NOT NULL DEFAULT 0,
    ledger_hash bytea NOT NULL,
    created_at bigint NOT NULL,
    CHECK (charged + held <= granted)
  ) WITH (fillfactor = 50); -- the row changes with every call: its next version finds room on the same page

  CREATE TABLE key_secret (
    hash bytea PRIMARY KEY, -- SHA-256: the clear text is nowhere
    key_id text NOT NULL REFERENCES api_key (id),
    hint text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint, -- the end of a replaced secret's grace
    revoked_at bigint
  );
  CREATE INDEX key_secret_of_key ON key_secret (key_id, created_at);

  CREATE TABLE quota_day (
    key_id text NOT NULL REFERENCES api_key (id),
    day text NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    PRIMARY KEY (key_id, day)
  ) WITH (fillfactor = 50);

  CREATE TABLE call (
    id text PRIMARY KEY, -- the request id
    key_id text NOT NULL REFERENCES api_key (id),
    endpoint text NOT NULL,
    mode text,
    module text NOT NULL,
    state text NOT NULL CHECK (state IN ('held', 'settled', 'released')),
    held bigint NOT NULL CHECK (held >= 0),
    tokens bigint NOT NULL DEFAULT 0 CHECK (tokens >= 0),
    charged bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
    unbilled bigint NOT NULL DEFAULT 0 CHECK (unbilled >= 0),
    unbilled_reason text,
    quota_day text NOT NULL,
    quota_returned smallint NOT NULL DEFAULT 0 CHECK (quota_returned IN (0, 1)),
    outcome text,
    http_status integer,
    owner text NOT NULL, -- the process that runs it
    lease_until bigint NOT NULL,
    idem_key text,
    idem_hash bytea,
    response_ref text,
    started_at bigint NOT NULL,
    first_token_at bigint, -- when the first part of the answer left; NULL: none did
    ended_at bigint,
    CHECK (state = 'held' OR (held = 0 AND tokens = charged + unbilled))
  );
  CREATE UNIQUE INDEX call_idempotency ON call (key_id, idem_key) WHERE idem_key IS NOT NULL;
  CREATE INDEX call_lease ON call (lease_until) WHERE state = 'held';
  CREATE INDEX call_running ON call (key_id) WHERE state = 'held';
  CREATE INDEX call_of_key ON call (key_id, quota_day, started_at, id);
  CREATE INDEX call_of_endpoint ON call (key_id, endpoint, quota_day, started_at, id);
  CREATE INDEX call_of_outcome ON call (key_id, outcome, quota_day, started_at, id);

  CREATE TABLE call_step (
    call_id text NOT NULL REFERENCES call (id),
    seq integer NOT NULL,
    kind text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    bound bigint NOT NULL CHECK (bound >= 0),
    prompt bigint NOT NULL CHECK (prompt >= 0),
    completion bigint NOT NULL CHECK (completion >= 0),
    src text NOT NULL CHECK (src IN ('open', 'seen', 'provider', 'estimated')),
    PRIMARY KEY (call_id, seq)
  );

  CREATE TABLE ledger (
    key_id text NOT NULL REFERENCES api_key (id),
    seq bigint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('grant', 'charge', 'late', 'adjust')),
    amount bigint NOT NULL,
    call_id text REFERENCES call (id),
    actor text NOT NULL,
    reason text NOT NULL,
    op_key text,
    at bigint NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (key_id, seq)
  );
  CREATE UNIQUE INDEX ledger_charge_once ON ledger (call_id) WHERE kind = 'charge';
  CREATE UNIQUE INDEX ledger_operation ON ledger (key_id, op_key) WHERE op_key IS NOT NULL;
  CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the ledger is append-only'; END
  $$;
  CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

  CREATE TABLE usage_day (
    key_id text NOT NULL REFERENCES api_key (id),
    day text NOT NULL,
    endpoint text NOT NULL,
    outcome text NOT NULL,
    model text NOT NULL, -- '*': the whole call, with what was charged; else one model's part
    calls bigint NOT NULL,
    prompt bigint NOT NULL,
    completion bigint NOT NULL,
    charged bigint NOT NULL,
    unbilled bigint NOT NULL,
    PRIMARY KEY (key_id, day, endpoint, outcome, model)
  ) WITH (fillfactor = 50);
`;
