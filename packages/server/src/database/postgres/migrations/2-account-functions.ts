/**
 * Functions that change accounts, each of which is one transaction and one round trip, so that a key is locked for
 * the time of its statements and its commit rather than for the network's latency. Everything that changes a key or a
 * call first locks the key and then reads in separate statements, which therefore see the changes of the
 * transaction that had the lock before.
 *
 * The rules stay in accounting/: the functions return the state on which a refusal is based, and get the steps to charge as an
 * argument. "_now" is the caller's time (in tests), or NULL for the database's.
 */
export const accountFunctions = `
  CREATE FUNCTION now_ms(_now bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT coalesce(_now, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)
  $$;

  -- The link that accounts/ledger-entry.ts computes, byte for byte.
  CREATE FUNCTION entry_hash(_prev bytea, _key_id text, _seq bigint, _kind text, _amount bigint, _call_id text,
    _actor text, _reason text, _op_key text, _at bigint) RETURNS bytea LANGUAGE sql AS $$
    SELECT sha256(_prev || convert_to('[' || to_json(_key_id) || ',' || _seq || ',' || to_json(_kind) || ',' || _amount
      || ',' || coalesce(to_json(_call_id)::text, 'null') || ',' || to_json(_actor) || ',' || to_json(_reason)
      || ',' || coalesce(to_json(_op_key)::text, 'null') || ',' || _at || ']', 'UTF8'))
  $$;

  -- Appends an entry and moves the balance by it, giving back "_held_before" reserved tokens with it. The key is locked.
  -- Returns the entry's number.
  CREATE FUNCTION post_entry(_key api_key, _kind text, _amount bigint, _call_id text, _actor text, _reason text,
    _op_key text, _at bigint, _held_before bigint) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    _seq bigint := _key.ledger_seq + 1;
    _hash bytea := entry_hash(_key.ledger_hash, _key.id, _seq, _kind, _amount, _call_id, _actor, _reason, _op_key, _at);
    _granting boolean := _kind IN ('grant', 'adjust');
  BEGIN
    INSERT INTO ledger (key_id, seq, kind, amount, call_id, actor, reason, op_key, at, prev, hash)
    VALUES (_key.id, _seq, _kind, _amount, _call_id, _actor, _reason, _op_key, _at, _key.ledger_hash, _hash);
    UPDATE api_key SET
      granted = granted + CASE WHEN _granting THEN _amount ELSE 0 END,
      charged = charged - CASE WHEN _granting THEN 0 ELSE _amount END,
      held = held - _held_before, ledger_seq = _seq, ledger_hash = _hash
    WHERE id = _key.id;
    RETURN _seq;
  END $$;

  CREATE FUNCTION running_calls(_key_id text) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FROM call WHERE key_id = _key_id AND state = 'held' AND held > 0
  $$;

  -- Decides calls of one key in their order: a row each, with what the key was like at its turn.
  -- "opens" is whether the secret it came with still opens the key; NULL opens it.
  CREATE FUNCTION admit_calls(_key_id text, _call_ids text[], _secret_hashes bytea[], _modules text[],
    _endpoints text[], _needs bigint[], _owners text[], _lease_ms bigint, _days text[], _day_ends bigint[], _now bigint)
    RETURNS TABLE (admitted boolean, opens boolean, status text, expires_at bigint, modules text[], daily_limit bigint,
      granted bigint, charged bigint, held bigint, used bigint, running bigint, at bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    _key api_key;
    _day text;
    _secrets bytea[];
    _turns integer[] := '{}';
    _holding bigint := 0;
    _running_before bigint;
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
      admitted := opens AND status = 'enabled' AND (expires_at IS NULL OR expires_at > at)
        AND _modules[_turn] = ANY (modules) AND (daily_limit IS NULL OR used < daily_limit)
        AND granted - charged - held >= _needs[_turn];
      IF NOT admitted AND held > 0 THEN
        _running_before := coalesce(_running_before, running_calls(_key_id));
        running := _running_before + _holding;
      END IF;
      RETURN NEXT;
      IF admitted THEN
        _turns := _turns || _turn;
        used := used + 1;
        held := held + _needs[_turn];
        IF _needs[_turn] > 0 THEN _holding := _holding + 1; END IF;
      END IF;
    END LOOP;
    IF cardinality(_turns) > 0 THEN
      INSERT INTO quota_day (key_id, day, used) VALUES (_key_id, _day, cardinality(_turns))
      ON CONFLICT (key_id, day) DO UPDATE SET used = quota_day.used + excluded.used;
      UPDATE api_key SET held = _key.held + (SELECT sum(_needs[turn]) FROM unnest(_turns) AS turn) WHERE id = _key_id;
      INSERT INTO call (id, key_id, endpoint, module, state, held, quota_day, owner, lease_until, started_at)
      SELECT _call_ids[turn], _key_id, _endpoints[turn], _modules[turn], 'held', _needs[turn], _day, _owners[turn],
        at + _lease_ms, at
      FROM unnest(_turns) AS turn;
    END IF;
  END $$;

  -- No row where there is no such call; else whether the step was opened, and what that was decided on.
  CREATE FUNCTION open_step(_call_id text, _seq integer, _kind text, _provider text, _model text, _bound bigint,
    _lease_ms bigint, _now bigint)
    RETURNS TABLE (opened boolean, state text, status text, call_held bigint, used bigint, granted bigint,
      charged bigint, held bigint, running bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    _key api_key;
    _more bigint;
  BEGIN
    SELECT * INTO _key FROM api_key WHERE id = (SELECT key_id FROM call WHERE id = _call_id) FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT c.state, c.held INTO state, call_held FROM call c WHERE c.id = _call_id;
    -- An open step counts with all it may cost: steps can run side by side.
    SELECT coalesce(sum(greatest(CASE src WHEN 'open' THEN bound ELSE 0 END, prompt + completion)), 0) INTO used
    FROM call_step WHERE call_id = _call_id;
    status := _key.status;
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

  -- What has been seen of open steps. Steps are locked before calls, here as in the settlement.
  CREATE FUNCTION write_seen(_call_ids text[], _seqs integer[], _prompts bigint[], _completions bigint[])
    RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE call_step SET prompt = seen.prompt, completion = seen.completion
    FROM unnest(_call_ids, _seqs, _prompts, _completions) AS seen (call_id, seq, prompt, completion)
    WHERE call_step.call_id = seen.call_id AND call_step.seq = seen.seq AND src = 'open';
  END $$;

  -- The only one without the key's lock: it touches nothing that a balance is reckoned from.
  CREATE FUNCTION write_checkpoint(_owner text, _call_ids text[], _seqs integer[], _prompts bigint[],
    _completions bigint[], _delivered text[], _delivered_at bigint[], _renewed text[], _lease_ms bigint, _now bigint)
    RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM write_seen(_call_ids, _seqs, _prompts, _completions);
    UPDATE call SET first_token_at = sent.at
    FROM unnest(_delivered, _delivered_at) AS sent (call_id, at) WHERE id = sent.call_id AND state = 'held';
    UPDATE call SET lease_until = now_ms(_now) + _lease_ms
    WHERE owner = _owner AND state = 'held' AND id = ANY (_renewed);
  END $$;

  -- Adds to one row of a day's usage: that of whole calls ("*"), or that of a model's part in them.
  CREATE FUNCTION add_usage(_call call, _outcome text, _model text, _calls bigint, _prompt bigint, _completion bigint,
    _charged bigint, _unbilled bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO usage_day AS u (key_id, day, endpoint, outcome, model, calls, prompt, completion, charged, unbilled)
    VALUES (_call.key_id, _call.quota_day, _call.endpoint, _outcome, _model, _calls, _prompt, _completion, _charged,
      _unbilled)
    ON CONFLICT (key_id, day, endpoint, outcome, model) DO UPDATE SET calls = u.calls + excluded.calls,
      prompt = u.prompt + excluded.prompt, completion = u.completion + excluded.completion,
      charged = u.charged + excluded.charged, unbilled = u.unbilled + excluded.unbilled;
  END $$;

  -- All was due and not all could be paid, or some was not due.
  CREATE FUNCTION reason_unbilled(_charged bigint, _payable bigint, _used bigint, _reason text) RETURNS text
    LANGUAGE sql AS $$
    SELECT CASE WHEN _charged = _used THEN NULL WHEN _payable = _used THEN 'insufficient_balance' ELSE _reason END
  $$;

  -- Ends a call, or tells what was recorded when it ended. "_due" are the sources of the steps that are charged where a
  -- part of the answer had left, "_due_undelivered" where none had; "_reason" is why others are not.
  CREATE FUNCTION settle_call(_call_id text, _only_expired boolean, _outcome text, _delivered_at bigint,
    _seqs integer[], _prompts bigint[], _completions bigint[], _due text[], _due_undelivered text[], _reason text,
    _quota_back_if_unused boolean, _now bigint)
    RETURNS TABLE (settled boolean, prompt bigint, completion bigint, charged bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    _key api_key;
    _call call;
    _at bigint;
    _used bigint;
    _payable bigint;
    _quota_back boolean;
  BEGIN
    SELECT * INTO _key FROM api_key WHERE id = (SELECT key_id FROM call WHERE id = _call_id) FOR NO KEY UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'settle: there is no such call'; END IF;
    SELECT * INTO _call FROM call WHERE id = _call_id;
    _at := now_ms(_now);
    settled := _call.state = 'held' AND NOT (_only_expired AND _call.lease_until >= _at);
    IF settled THEN
      IF cardinality(_seqs) > 0 THEN
        PERFORM write_seen(array_fill(_call_id, ARRAY[cardinality(_seqs)]), _seqs, _prompts, _completions);
      END IF;
      UPDATE call_step SET src = 'seen' WHERE call_id = _call_id AND src = 'open';
      _call.first_token_at := coalesce(_call.first_token_at, _delivered_at);
      IF _call.first_token_at IS NULL THEN _due := _due_undelivered; END IF;
    END IF;
    SELECT coalesce(sum(s.prompt), 0), coalesce(sum(s.completion), 0),
      coalesce(sum(s.prompt + s.completion) FILTER (WHERE s.src = ANY (_due)), 0)
    INTO prompt, completion, _payable FROM call_step s WHERE s.call_id = _call_id;
    charged := _call.charged;
    IF NOT settled THEN
      RETURN NEXT;
      RETURN;
    END IF;
    _used := prompt + completion;
    charged := least(_payable, _call.held + _key.granted - _key.charged - _key.held);
    _quota_back := _used = 0 AND _quota_back_if_unused;
    UPDATE call SET state = CASE WHEN _used = 0 THEN 'released' ELSE 'settled' END, held = 0, tokens = _used,
      charged = settle_call.charged, unbilled = _used - settle_call.charged,
      unbilled_reason = reason_unbilled(settle_call.charged, _payable, _used, _reason),
      quota_returned = _quota_back::integer, outcome = _outcome, first_token_at = _call.first_token_at, ended_at = _at
    WHERE id = _call_id;
    IF charged > 0 THEN
      PERFORM post_entry(_key, 'charge', -charged, _call_id, 'system', _outcome, NULL, _at, _call.held);
    ELSE
      UPDATE api_key SET held = held - _call.held WHERE id = _key.id AND _call.held > 0;
    END IF;
    PERFORM add_usage(_call, _outcome, '*', 1, prompt, completion, charged, _used - charged);
    PERFORM add_usage(_call, _outcome, s.model, 1, sum(s.prompt)::bigint, sum(s.completion)::bigint, 0, 0)
    FROM call_step s WHERE s.call_id = _call_id GROUP BY s.model;
    IF _quota_back THEN
      UPDATE quota_day SET used = used - 1 WHERE key_id = _key.id AND day = _call.quota_day AND used > 0;
    END IF;
    RETURN NEXT;
  END $$;

  -- Books what a step really cost beyond what the settlement had seen of it. The arguments are settle_call's.
  CREATE FUNCTION correct_step(_call_id text, _seq integer, _prompt bigint, _completion bigint, _source text,
    _due text[], _due_undelivered text[], _reason text, _now bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    _key api_key;
    _call call;
    _step call_step;
    _more bigint;
    _used bigint;
    _payable bigint;
    _late bigint;
  BEGIN
    SELECT * INTO _key FROM api_key WHERE id = (SELECT key_id FROM call WHERE id = _call_id) FOR NO KEY UPDATE;
    SELECT * INTO _call FROM call WHERE id = _call_id;
    SELECT * INTO _step FROM call_step WHERE call_id = _call_id AND seq = _seq AND src = 'seen';
    _more := _prompt + _completion - _step.prompt - _step.completion;
    IF _call.outcome IS NULL OR _more IS NULL OR _more <= 0 THEN RETURN; END IF;
    UPDATE call_step SET prompt = _prompt, completion = _completion, src = _source
    WHERE call_id = _call_id AND seq = _seq;
    IF _call.first_token_at IS NULL THEN _due := _due_undelivered; END IF;
    SELECT sum(prompt + completion), coalesce(sum(prompt + completion) FILTER (WHERE src = ANY (_due)), 0)
    INTO _used, _payable FROM call_step WHERE call_id = _call_id;
    _late := least(_payable - _call.charged, _key.granted - _key.charged - _key.held);
    UPDATE call SET state = 'settled', tokens = _used, charged = _call.charged + _late,
      unbilled = _used - _call.charged - _late,
      unbilled_reason = reason_unbilled(_call.charged + _late, _payable, _used, _reason)
    WHERE id = _call_id;
    IF _late > 0 THEN
      PERFORM post_entry(_key, 'late', -_late, _call_id, 'system', _call.outcome, NULL, now_ms(_now), 0);
    END IF;
    _prompt := _prompt - _step.prompt;
    _completion := _completion - _step.completion;
    PERFORM add_usage(_call, _call.outcome, '*', 0, _prompt, _completion, _late, _more - _late);
    PERFORM add_usage(_call, _call.outcome, _step.model, 0, _prompt, _completion, 0, 0);
  END $$;
`;
