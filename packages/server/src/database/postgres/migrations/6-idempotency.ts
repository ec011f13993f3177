/**
 * Idempotency records with their replies, table for table as in SQLite; admission that checks them; and a call's mode. A call
 * whose secret has been revoked meanwhile is refused its next step.
 */
export const idempotencySchema = `
  DROP INDEX call_idempotency;
  ALTER TABLE call DROP COLUMN idem_key, DROP COLUMN idem_hash, DROP COLUMN response_ref;

  -- No reference to the call, which is written after this row; and calls are never deleted.
  CREATE TABLE idempotent_call (
    key_id text NOT NULL REFERENCES api_key (id),
    idem_key text NOT NULL, -- the caller's name for the call, by its SHA-256
    request_hash bytea NOT NULL, -- SHA-256 of the endpoint and the body
    call_id text NOT NULL, -- the one that runs, or ran last
    started_at bigint NOT NULL,
    reply_status integer, -- NULL: the call has not been answered
    reply_body text, -- NULL where it was answered: too large to be kept
    PRIMARY KEY (key_id, idem_key)
  );
  CREATE INDEX idempotent_call_age ON idempotent_call (started_at);

  -- What has become of a call that was to run once: 'running', 'answered', 'not_kept', or of another request that came
  -- with the same key: 'other_request'. Ended without an answer, the key is free: NULL.
  CREATE FUNCTION standing_of(_call idempotent_call, _request_hash bytea) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    _state text;
  BEGIN
    IF _call.reply_status IS NULL THEN
      -- Not there yet: it is admitted together with this one.
      _state := coalesce((SELECT state FROM call WHERE id = _call.call_id), 'held');
      IF _state <> 'held' THEN RETURN NULL; END IF;
    END IF;
    RETURN CASE WHEN _call.request_hash <> _request_hash THEN 'other_request' WHEN _state = 'held' THEN 'running'
      WHEN _call.reply_body IS NULL THEN 'not_kept' ELSE 'answered' END;
  END $$;

  DROP FUNCTION admit_calls(text, text[], bytea[], text[], text[], bigint[], text[], bigint, text[], bigint[], bigint);

  -- Decides calls of one key in their order: a row each, with what the key was like at its turn.
  -- "opens" is whether the secret it came with still opens the key; NULL opens it. Calls without an idempotency key have
  -- NULL there, or all of them no array at all; replies are kept for "_keep_ms".
  CREATE FUNCTION admit_calls(_key_id text, _call_ids text[], _secret_hashes bytea[], _modules text[],
    _endpoints text[], _modes text[], _needs bigint[], _owners text[], _lease_ms bigint, _days text[],
    _day_ends bigint[], _idem_keys text[], _request_hashes bytea[], _keep_ms bigint, _now bigint)
    RETURNS TABLE (admitted boolean, opens boolean, status text, expires_at bigint, modules text[], daily_limit bigint,
      granted bigint, charged bigint, held bigint, used bigint, running bigint, at bigint, earlier text,
      earlier_id text, reply_status integer, reply_body text) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    _key api_key;
    _day text;
    _secrets bytea[];
    _turns integer[] := '{}';
    _holding bigint := 0;
    _running_before bigint;
    _earlier idempotent_call;
    _allowed boolean;
  BEGIN
    SELECT * INTO _key FROM api_key WHERE id = _key_id FOR NO KEY UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'admit: there is no such key'; END IF;
    at := now_ms(_now);
    SELECT d.day INTO _day FROM unnest(_days, _day_ends) AS d (day, ends) WHERE d.ends > at ORDER BY d.ends LIMIT 1;
    IF NOT FOUND THEN RAISE EXCEPTION 'admit: our clock and the database''s are more than a day apart'; END IF;
    _secrets := ARRAY(SELECT hash FROM key_secret
      WHERE key_id = _key_id AND revoked_at IS NULL AND (key_secret.expires_at IS NULL OR key_secret.expires_at > at));
    used := coalesce((SELECT used FROM quota_day WHERE key_id = _key_id AND day = _day), 0);
    status := _key.status;
    expires_at := _key.expires_at;
    modules := _key.modules;
    daily_limit := _key.daily_limit;
    granted := _key.granted;
    charged := _key.charged;
    held := _key.held;
    FOR _turn IN 1 .. cardinality(_call_ids) LOOP
      opens := _secret_hashes[_turn] IS NULL OR _secret_hashes[_turn] = ANY (_secrets);
      _allowed := opens AND status = 'enabled' AND (expires_at IS NULL OR expires_at > at)
        AND _modules[_turn] = ANY (modules);
      earlier := NULL;
      earlier_id := NULL;
      reply_status := NULL;
      reply_body := NULL;
      IF _allowed AND _idem_keys[_turn] IS NOT NULL THEN
        SELECT * INTO _earlier FROM idempotent_call
        WHERE key_id = _key_id AND idem_key = _idem_keys[_turn] AND started_at > at - _keep_ms;
        IF FOUND THEN earlier := standing_of(_earlier, _request_hashes[_turn]); END IF;
        IF earlier = 'answered' THEN
          earlier_id := _earlier.call_id;
          reply_status := _earlier.reply_status;
          reply_body := _earlier.reply_body;
        END IF;
      END IF;
      admitted := _allowed AND earlier IS NULL AND (daily_limit IS NULL OR used < daily_limit)
        AND granted - charged - held >= _needs[_turn];
      IF NOT admitted AND earlier IS NULL AND held > 0 THEN
        _running_before := coalesce(_running_before, running_calls(_key_id));
        running := _running_before + _holding;
      END IF;
      RETURN NEXT;
      IF admitted THEN
        _turns := _turns || _turn;
        used := used + 1;
        held := held + _needs[_turn];
        IF _needs[_turn] > 0 THEN _holding := _holding + 1; END IF;
        IF _idem_keys[_turn] IS NOT NULL THEN
          INSERT INTO idempotent_call (key_id, idem_key, request_hash, call_id, started_at)
          VALUES (_key_id, _idem_keys[_turn], _request_hashes[_turn], _call_ids[_turn], at)
          ON CONFLICT (key_id, idem_key) DO UPDATE SET request_hash = excluded.request_hash,
            call_id = excluded.call_id, started_at = excluded.started_at, reply_status = NULL, reply_body = NULL;
        END IF;
      END IF;
    END LOOP;
    IF cardinality(_turns) > 0 THEN
      INSERT INTO quota_day (key_id, day, used) VALUES (_key_id, _day, cardinality(_turns))
      ON CONFLICT (key_id, day) DO UPDATE SET used = quota_day.used + excluded.used;
      UPDATE api_key SET held = _key.held + (SELECT sum(_needs[turn]) FROM unnest(_turns) AS turn) WHERE id = _key_id;
      INSERT INTO call (id, key_id, endpoint, mode, module, state, held, quota_day, owner, lease_until, started_at)
      SELECT _call_ids[turn], _key_id, _endpoints[turn], _modes[turn], _modules[turn], 'held', _needs[turn], _day,
        _owners[turn], at + _lease_ms, at
      FROM unnest(_turns) AS turn;
    END IF;
  END $$;

  -- As before, but for a call that came with a secret revoked since: its status is then 'revoked'. Whoever revokes, revokes
  -- all secrets there are, so a call that is older than a revocation came with one of them.
  CREATE OR REPLACE FUNCTION open_step(_call_id text, _seq integer, _kind text, _provider text, _model text,
    _bound bigint, _lease_ms bigint, _now bigint)
    RETURNS TABLE (opened boolean, state text, status text, call_held bigint, used bigint, granted bigint,
      charged bigint, held bigint, running bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    _key api_key;
    _started_at bigint;
    _more bigint;
  BEGIN
    SELECT * INTO _key FROM api_key WHERE id = (SELECT key_id FROM call WHERE id = _call_id) FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT c.state, c.held, c.started_at INTO state, call_held, _started_at FROM call c WHERE c.id = _call_id;
    -- An open step counts with all it may cost: steps can run side by side.
    SELECT coalesce(sum(greatest(CASE src WHEN 'open' THEN bound ELSE 0 END, prompt + completion)), 0) INTO used
    FROM call_step WHERE call_id = _call_id;
    status := _key.status;
    IF EXISTS (SELECT FROM key_secret WHERE key_id = _key.id AND revoked_at >= _started_at) THEN
      status := 'revoked';
    END IF;
    granted := _key.granted;
    charged := _key.charged;
    held := _key.held;
    _more := used + _bound - call_held;
    opened := state = 'held' AND status = 'enabled' AND _more <= granted - charged - held;
    IF opened THEN
      UPDATE api_key SET held = held + _more WHERE id = _key.id AND _more <> 0;
      UPDATE call SET held = held + _more, lease_until = now_ms(_now) + _lease_ms WHERE id = _call_id;
      INSERT INTO call_step (call_id, seq, kind, provider, model, bound, prompt, completion, src)
      VALUES (_call_id, _seq, _kind, _provider, _model, _bound, 0, 0, 'open');
    ELSE
      running := running_calls(_key.id);
    END IF;
    RETURN NEXT;
  END $$;
`;
