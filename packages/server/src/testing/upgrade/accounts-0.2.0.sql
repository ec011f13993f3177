-- Accounts as release 0.2.0 wrote them: two keys, a top-up, an answer, a search and a citation check.
PRAGMA page_size = 4096;
PRAGMA auto_vacuum = 0;
PRAGMA application_id = 0;
PRAGMA user_version = 10;
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
      created_at INTEGER NOT NULL, running_limit INTEGER CHECK (running_limit >= 1),
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
      started_at INTEGER NOT NULL,
      first_token_at INTEGER, -- when the first part of the answer left; NULL: none did
      ended_at INTEGER,
      CHECK (state = 'held' OR (held = 0 AND tokens = charged + unbilled))
    ) STRICT, WITHOUT ROWID;
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
CREATE TABLE sign_in_try (
      bucket BLOB NOT NULL, -- SHA-256 of the address, or of name and address
      at INTEGER NOT NULL
    ) STRICT;
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
CREATE TABLE audit_tail (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      seq INTEGER NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
CREATE TABLE "usage_day" (
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
CREATE TABLE idempotent_call (
      key_id TEXT NOT NULL REFERENCES api_key (id),
      idem_key TEXT NOT NULL, -- the caller's name for the call, by its SHA-256
      request_hash BLOB NOT NULL, -- SHA-256 of the endpoint and the body
      call_id TEXT NOT NULL, -- the one that runs, or ran last
      started_at INTEGER NOT NULL,
      reply_status INTEGER, -- NULL: the call has not been answered
      reply_body TEXT, -- NULL where it was answered: too large to be kept
      PRIMARY KEY (key_id, idem_key)
    ) STRICT;
CREATE TABLE admin_network (
      admin TEXT NOT NULL REFERENCES admin (name),
      network BLOB NOT NULL, -- SHA-256 of an IPv4 address or of the /64 of an IPv6 address
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (admin, network)
    ) STRICT, WITHOUT ROWID;
INSERT INTO api_key VALUES ('key_8YEwDhKuK6zd', '停用的密钥', NULL, NULL, 'disabled', NULL, '["ask_agent","expert_agent","factcheck"]', 200, 100000, 0, 0, 1, X'44e087578782bc5d150bf0fcad55accbfe1a507fabb4f5ddfa2762a6d4c6ff09', 1795348800088, NULL);
INSERT INTO api_key VALUES ('key_HawLvhE6JCWe', 'cardiology', 'li@hospital.example', NULL, 'enabled', NULL, '["ask_agent","factcheck"]', 200, 105000, 200, 0, 3, X'b968d9a0f82be4998a1a8303b84ba69fb5a00857b1bbb9e54465ab597b76e65b', 1795348800048, NULL);
INSERT INTO key_secret VALUES (X'7ceee2ba419ee77ec2e3bf8d2befc69123924bca4250c0b2fea19871823a5eb5', 'key_HawLvhE6JCWe', 'cw_hCuj…vXVw', 1795348800048, NULL, NULL);
INSERT INTO key_secret VALUES (X'f7d8a2dab5984a840f0ebd1d0039dc5433c9e432d837f07955d3aee19085e51c', 'key_8YEwDhKuK6zd', 'cw_YqqT…T38L', 1795348800088, NULL, NULL);
INSERT INTO quota_day VALUES ('key_HawLvhE6JCWe', '2026-11-22', 3);
INSERT INTO call VALUES ('req_01a20320a45fb8cdafb03f17b5390ebd', 'key_HawLvhE6JCWe', 'ask', NULL, 'ask_agent', 'released', 0, 0, 0, 0, NULL, '2026-11-22', 0, 'ok', NULL, '94612a04-a304-41dc-ad9e-00df2013fadf', 1795348830991, 1795348800614, 1795348802265, 1795348802265);
INSERT INTO call VALUES ('req_01a20320aadeb60cd1d17e9d929c1d90', 'key_HawLvhE6JCWe', 'local_advanced_search', NULL, 'ask_agent', 'settled', 0, 200, 200, 0, NULL, '2026-11-22', 0, 'ok', NULL, '94612a04-a304-41dc-ad9e-00df2013fadf', 1795348832274, 1795348802272, 1795348802279, 1795348802279);
INSERT INTO call VALUES ('req_01a20320aaea41adfb929dce3021aaca', 'key_HawLvhE6JCWe', 'factcheck_verify', NULL, 'factcheck', 'released', 0, 0, 0, 0, NULL, '2026-11-22', 0, 'ok', NULL, '94612a04-a304-41dc-ad9e-00df2013fadf', 1795348832286, 1795348802286, 1795348802314, 1795348802314);
INSERT INTO call_step VALUES ('req_01a20320aadeb60cd1d17e9d929c1d90', 1, 'search', 'citewell', 'local-search', 500, 1, 199, 'provider');
INSERT INTO ledger VALUES ('key_8YEwDhKuK6zd', 1, 'grant', 100000, NULL, 'cli:tester', 'first grant', NULL, 1795348800088, X'0000000000000000000000000000000000000000000000000000000000000000', X'44e087578782bc5d150bf0fcad55accbfe1a507fabb4f5ddfa2762a6d4c6ff09');
INSERT INTO ledger VALUES ('key_HawLvhE6JCWe', 1, 'grant', 100000, NULL, 'cli:tester', 'first grant', NULL, 1795348800048, X'0000000000000000000000000000000000000000000000000000000000000000', X'dd3c2c9faf239361fbe1368448b42dbc0b199d8feb2809bd8491f48a813991d0');
INSERT INTO ledger VALUES ('key_HawLvhE6JCWe', 2, 'grant', 5000, NULL, 'cli:tester', 'invoice 7', 'invoice 7', 1795348800058, X'dd3c2c9faf239361fbe1368448b42dbc0b199d8feb2809bd8491f48a813991d0', X'1b3f366310a18c50ac0a0cb5d2fd980f4b7c78d59893fcda4cc236779c814c74');
INSERT INTO ledger VALUES ('key_HawLvhE6JCWe', 3, 'charge', -200, 'req_01a20320aadeb60cd1d17e9d929c1d90', 'system', 'ok', NULL, 1795348802279, X'1b3f366310a18c50ac0a0cb5d2fd980f4b7c78d59893fcda4cc236779c814c74', X'b968d9a0f82be4998a1a8303b84ba69fb5a00857b1bbb9e54465ab597b76e65b');
INSERT INTO audit_log VALUES (1, 1795348800048, 'cli:tester', NULL, 'key.create', 'key_HawLvhE6JCWe', NULL, '{"label":"cardiology","owner_email":"li@hospital.example","status":"enabled","expires_at":null,"modules":["ask_agent","factcheck"],"daily_quota":200,"max_running_calls":null,"hint":"cw_hCuj…vXVw","granted":100000}', NULL, NULL, X'0000000000000000000000000000000000000000000000000000000000000000', X'6ece0d6279bca1c46491f496fb01b46c3957d3ad26c588586364829b1c5d8ef3');
INSERT INTO audit_log VALUES (2, 1795348800058, 'cli:tester', NULL, 'key.top_up', 'key_HawLvhE6JCWe', '{"granted":100000}', '{"granted":105000,"amount":5000,"ledger_seq":2,"operation_key":"invoice 7"}', 'invoice 7', NULL, X'6ece0d6279bca1c46491f496fb01b46c3957d3ad26c588586364829b1c5d8ef3', X'bccc8ab89b0222c35a4c42bd7aac9a3f1b424873f7ae0eb3313144c5675da24e');
INSERT INTO audit_log VALUES (3, 1795348800088, 'cli:tester', NULL, 'key.create', 'key_8YEwDhKuK6zd', NULL, '{"label":"停用的密钥","owner_email":null,"status":"disabled","expires_at":null,"modules":["ask_agent","expert_agent","factcheck"],"daily_quota":200,"max_running_calls":null,"hint":"cw_YqqT…T38L","granted":100000}', NULL, NULL, X'bccc8ab89b0222c35a4c42bd7aac9a3f1b424873f7ae0eb3313144c5675da24e', X'4f48fadb43be57ddb0673c1fb7a38a319d1bdab146edf7ac44cd4c2e4a2d84aa');
INSERT INTO audit_tail VALUES (1, 3, X'4f48fadb43be57ddb0673c1fb7a38a319d1bdab146edf7ac44cd4c2e4a2d84aa');
INSERT INTO usage_day VALUES ('key_HawLvhE6JCWe', '2026-11-22', 'ask', 'ok', '*', 1, 0, 0, 0, 0);
INSERT INTO usage_day VALUES ('key_HawLvhE6JCWe', '2026-11-22', 'factcheck_verify', 'ok', '*', 1, 0, 0, 0, 0);
INSERT INTO usage_day VALUES ('key_HawLvhE6JCWe', '2026-11-22', 'local_advanced_search', 'ok', '*', 1, 1, 199, 200, 0);
INSERT INTO usage_day VALUES ('key_HawLvhE6JCWe', '2026-11-22', 'local_advanced_search', 'ok', 'local-search', 1, 1, 199, 0, 0);
CREATE INDEX key_secret_of_key ON key_secret (key_id, created_at);
CREATE UNIQUE INDEX ledger_charge_once ON ledger (call_id) WHERE kind = 'charge';
CREATE UNIQUE INDEX ledger_operation ON ledger (key_id, op_key) WHERE op_key IS NOT NULL;
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
      BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
      BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE INDEX admin_session_of_admin ON admin_session (admin);
CREATE INDEX sign_in_try_of_bucket ON sign_in_try (bucket, at);
CREATE INDEX sign_in_try_at ON sign_in_try (at);
CREATE INDEX audit_log_target ON audit_log (target, seq);
CREATE INDEX audit_log_actor ON audit_log (actor, seq);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE INDEX call_of_key ON call (key_id, quota_day, started_at);
CREATE INDEX call_of_endpoint ON call (key_id, endpoint, quota_day, started_at);
CREATE UNIQUE INDEX application_open ON application (lower(email)) WHERE state = 'confirmed';
CREATE INDEX application_submitted ON application (submitted_at);
CREATE INDEX application_source ON application (source, submitted_at) WHERE source IS NOT NULL;
CREATE INDEX outbox_due ON outbox (seal_id, next_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_of_application ON outbox (application_id, created_at);
CREATE INDEX outbox_confirm ON outbox (lower(recipient), created_at) WHERE kind = 'confirm';
CREATE INDEX outbox_created ON outbox (created_at);
CREATE INDEX idempotent_call_age ON idempotent_call (started_at);
CREATE INDEX call_of_outcome ON call (key_id, outcome, quota_day, started_at) WHERE outcome IS NOT NULL;
CREATE INDEX call_running ON call (key_id) WHERE state = 'held';
CREATE INDEX admin_network_seen ON admin_network (seen_at);
CREATE INDEX idempotent_call_kept ON idempotent_call (key_id, started_at) WHERE reply_body IS NOT NULL;
