/**
 * Reduces the writes of a call. Running calls are not indexed by outcome, and no index contains a lease, so that
 * renewing it and opening a step change only the row's page, which reserves free space for them.
 */
export const lighterCalls = `
  DROP INDEX call_of_outcome;
  CREATE INDEX call_of_outcome ON call (key_id, outcome, quota_day, started_at, id) WHERE outcome IS NOT NULL;
  DROP INDEX call_lease; -- those that run are few, and found by call_running
  ALTER TABLE call SET (fillfactor = 70);

  -- As before, but for the day's usage, which is written in one statement.
  CREATE OR REPLACE FUNCTION settle_call(_call_id text, _only_expired boolean, _outcome text, _delivered_at bigint,
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
    INSERT INTO usage_day AS u (key_id, day, endpoint, outcome, model, calls, prompt, completion, charged, unbilled)
    SELECT _key.id, _call.quota_day, _call.endpoint, _outcome, part.*
    FROM (
      SELECT '*', 1, settle_call.prompt, settle_call.completion, settle_call.charged, _used - settle_call.charged
      UNION ALL
      SELECT s.model, 1, sum(s.prompt)::bigint, sum(s.completion)::bigint, 0, 0
      FROM call_step s WHERE s.call_id = _call_id GROUP BY s.model
    ) AS part
    ON CONFLICT (key_id, day, endpoint, outcome, model) DO UPDATE SET calls = u.calls + excluded.calls,
      prompt = u.prompt + excluded.prompt, completion = u.completion + excluded.completion,
      charged = u.charged + excluded.charged, unbilled = u.unbilled + excluded.unbilled;
    IF _quota_back THEN
      UPDATE quota_day SET used = used - 1 WHERE key_id = _key.id AND day = _call.quota_day AND used > 0;
    END IF;
    RETURN NEXT;
  END $$;
`;
