/** Administrators and the audit log, table for table as in SQLite. */
export const administrationSchema = `
  CREATE TABLE admin (
    name text PRIMARY KEY, -- in NFC and lower case
    role text NOT NULL CHECK (role IN ('operator', 'auditor')),
    status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
    password_hash text NOT NULL, -- scrypt, with its parameters and salt
    created_at bigint NOT NULL,
    password_set_at bigint NOT NULL
  );

  CREATE TABLE admin_session (
    hash bytea PRIMARY KEY, -- SHA-256 of what the cookie holds
    admin text NOT NULL REFERENCES admin (name),
    created_at bigint NOT NULL,
    used_at bigint NOT NULL
  );
  CREATE INDEX admin_session_of_admin ON admin_session (admin);

  CREATE TABLE sign_in_try (
    bucket bytea NOT NULL, -- SHA-256 of the address, or of name and address
    at bigint NOT NULL
  );
  CREATE INDEX sign_in_try_of_bucket ON sign_in_try (bucket, at);
  CREATE INDEX sign_in_try_at ON sign_in_try (at);

  CREATE TABLE audit_log (
    seq bigint PRIMARY KEY,
    at bigint NOT NULL,
    actor text NOT NULL,
    ip text,
    action text NOT NULL,
    target text NOT NULL,
    before text CHECK (before IS NULL OR before::json IS NOT NULL), -- as text: the chain is over its characters
    after text CHECK (after IS NULL OR after::json IS NOT NULL),
    reason text,
    correlation_id text CHECK (length(correlation_id) <= 100),
    prev bytea NOT NULL,
    hash bytea NOT NULL
  );
  CREATE INDEX audit_log_target ON audit_log (target, seq);
  CREATE INDEX audit_log_actor ON audit_log (actor, seq);
  CREATE INDEX audit_log_at ON audit_log (at);
  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit log is append-only'; END
  $$;
  CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

  -- The end of the chain: without it the newest entries could vanish unseen.
  CREATE TABLE audit_tail (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    seq bigint NOT NULL,
    hash bytea NOT NULL
  );
  INSERT INTO audit_tail (only_row, seq, hash) VALUES (1, 0, decode(repeat('00', 32), 'hex'));
`;
