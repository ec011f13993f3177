/**
 * Tables by which replicas share searches and rate limits. Unlogged: they are not flushed to disk and may be lost if
 * the database crashes, which costs time only.
 */
export const literatureSchema = `
  -- "shape" is the form of a value: replicas of two releases read each its own.
  CREATE UNLOGGED TABLE cached_search (
    key text NOT NULL,
    shape integer NOT NULL,
    value text NOT NULL,
    stored_at bigint NOT NULL,
    PRIMARY KEY (key, shape)
  );
  CREATE INDEX cached_search_stored_at ON cached_search (stored_at);

  CREATE UNLOGGED TABLE cached_article (
    pmid text NOT NULL,
    shape integer NOT NULL,
    value text NOT NULL,
    stored_at bigint NOT NULL,
    PRIMARY KEY (pmid, shape)
  );
  CREATE INDEX cached_article_stored_at ON cached_article (stored_at);

  -- Who asks a service and when, over all replicas.
  CREATE UNLOGGED TABLE rate_limit (
    name text PRIMARY KEY,
    starts bigint[] NOT NULL DEFAULT '{}', -- the latest instants at which the starts of the last window can have been made
    paused_until bigint NOT NULL DEFAULT 0
  );

  -- Takes as many starts of those wanted as the window has left. A start taken is made within "_slack_ms" from now.
  -- "ages" are those of the starts in the window, in milliseconds, oldest first.
  CREATE FUNCTION take_starts(_name text, _at_most integer, _window_ms integer, _slack_ms integer, _wanted integer)
    RETURNS TABLE (taken integer, ages json, paused_ms bigint) LANGUAGE plpgsql AS $$
  DECLARE
    _limit rate_limit;
    _at bigint;
  BEGIN
    INSERT INTO rate_limit (name) VALUES (_name) ON CONFLICT DO NOTHING;
    SELECT * INTO _limit FROM rate_limit WHERE name = _name FOR UPDATE;
    _at := now_ms(NULL);
    -- A clock set back must not keep everybody waiting.
    _limit.starts := ARRAY(SELECT least(start, _at + _slack_ms) FROM unnest(_limit.starts) AS start
      WHERE start > _at - _window_ms ORDER BY start);
    paused_ms := greatest(_limit.paused_until - _at, 0);
    taken := CASE WHEN paused_ms > 0 THEN 0 ELSE greatest(least(_wanted, _at_most - cardinality(_limit.starts)), 0) END;
    IF taken > 0 THEN
      _limit.starts := _limit.starts || array_fill(_at + _slack_ms, ARRAY[taken]);
      UPDATE rate_limit SET starts = _limit.starts WHERE name = _name;
    END IF;
    ages := to_json(ARRAY(SELECT _at - start FROM unnest(_limit.starts) AS start));
    RETURN NEXT;
  END $$;
`;
