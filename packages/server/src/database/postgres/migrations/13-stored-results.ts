/**
 * Step results of calls with an idempotency key, for an hour. No foreign key to the API key, which is never deleted, so that storing
 * a result does not wait for a settlement.
 */
export const storedResultsSchema = `
  CREATE TABLE stored_result (
    key_id text NOT NULL,
    idem_key text NOT NULL, -- the caller's name for the call, by its SHA-256
    request_hash bytea NOT NULL, -- SHA-256 of what is asked for
    step bytea NOT NULL, -- SHA-256 of the step and its input
    stored_at bigint NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (key_id, idem_key, request_hash, step)
  );
  CREATE INDEX stored_result_age ON stored_result (stored_at);
`;
