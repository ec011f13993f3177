/** Names the tokens held for a step as everywhere else. A replaced function keeps the names of its parameters, so it is created anew. */
export const stepHolds = `
  ALTER TABLE call_step RENAME COLUMN bound TO hold;
  ALTER TABLE call_step RENAME CONSTRAINT call_step_bound_check TO call_step_hold_check;

  DROP FUNCTION open_step(text, integer, text, text, text, bigint, bigint, bigint);
  CREATE FUNCTION open_step(_call_id text, _seq integer, _kind text, _provider text, _model text,
    _hold bigint, _lease_ms bigint, _now bigint)
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
    -- An open step counts with its maximum cost, because steps can run in parallel.
    SELECT coalesce(sum(greatest(CASE src WHEN 'open' THEN hold ELSE 0 END, prompt + completion)), 0) INTO used
    FROM call_step WHERE call_id = _call_id;
    status := _key.status;
    IF EXISTS (SELECT FROM key_secret WHERE key_id = _key.id AND revoked_at >= _started_at) THEN
      status := 'revoked';
    END IF;
    granted := _key.granted;
    charged := _key.charged;
    held := _key.held;
    -- It was opened by an earlier attempt whose reply was lost with its connection.
    IF EXISTS (SELECT FROM call_step WHERE call_id = _call_id AND seq = _seq) THEN
      opened := state = 'held';
      RETURN NEXT;
      RETURN;
    END IF;
    _more := used + _hold - call_held;
    opened := state = 'held' AND status = 'enabled' AND _more <= granted - charged - held;
    IF opened THEN
      UPDATE api_key SET held = held + _more WHERE id = _key.id AND _more <> 0;
      UPDATE call SET held = held + _more, lease_until = now_ms(_now) + _lease_ms WHERE id = _call_id;
      INSERT INTO call_step (call_id, seq, kind, provider, model, hold, prompt, completion, src)
      VALUES (_call_id, _seq, _kind, _provider, _model, _hold, 0, 0, 'open');
    ELSE
      running := running_calls(_key.id);
    END IF;
    RETURN NEXT;
  END $$;
`;
