-- Accepting a scan costs the same however many were accepted before, and what is written for each scan of a group is written for
-- all of them at once.

-- As in 0022. What is looked up is named one key at a time or by a list: a join could be planned as a walk through the whole
-- table, and then every refused request would take it. Planned once: planning took longer than doing it.
-- compatible: takes the same points and returns the same
CREATE OR REPLACE FUNCTION take_points(wants jsonb) RETURNS TABLE (n integer, at integer, retry_after integer)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  over boolean;
  keys bytea[];
  request integer;
  full_at integer;
  wait integer;
BEGIN
  WITH counted AS (
    SELECT decode(key, 'hex') AS key, count(*)::integer AS wanted, max(seconds) AS seconds, min(points) AS most, min(rank) AS rank
    FROM jsonb_to_recordset(wants) AS want (rank integer, key text, points integer, seconds integer) GROUP BY key
  ), taken AS (
    INSERT INTO rate_limits AS r (key, points, expires_at)
    SELECT key, wanted, now() + seconds * interval '1 s' FROM counted ORDER BY rank
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN r.expires_at <= now() THEN excluded.points ELSE r.points + excluded.points END,
      expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
    RETURNING key, points
  )
  SELECT bool_or(taken.points > counted.most) INTO over FROM taken JOIN counted USING (key);
  IF over IS NOT TRUE THEN RETURN; END IF;

  -- Not all fit: everything is given back and then handed out one request after another. The rows stay locked all the while.
  SELECT array_agg(DISTINCT decode(want.key, 'hex')) INTO keys FROM jsonb_to_recordset(wants) AS want (key text);
  UPDATE rate_limits AS r SET points = r.points - counted.wanted
  FROM (SELECT decode(key, 'hex') AS key, count(*)::integer AS wanted
    FROM jsonb_to_recordset(wants) AS want (key text) GROUP BY key) AS counted
  WHERE r.key = ANY (keys) AND r.key = counted.key;
  FOR request IN SELECT DISTINCT want.n FROM jsonb_to_recordset(wants) AS want (n integer) ORDER BY want.n LOOP
    SELECT want.at, greatest(1, ceil(extract(epoch FROM r.expires_at - now())))::integer INTO full_at, wait
    FROM jsonb_to_recordset(wants) AS want (n integer, at integer, rank integer, key text, points integer)
    JOIN rate_limits AS r ON r.key = decode(want.key, 'hex')
    WHERE r.key = ANY (keys) AND want.n = request AND r.points >= want.points ORDER BY want.at, want.rank LIMIT 1;
    IF FOUND THEN
      RETURN QUERY SELECT request, full_at, wait;
    ELSE
      UPDATE rate_limits AS r SET points = r.points + 1
      FROM jsonb_to_recordset(wants) AS want (n integer, key text)
      WHERE r.key = ANY (keys) AND want.n = request AND r.key = decode(want.key, 'hex');
    END IF;
  END LOOP;
  DELETE FROM rate_limits AS r WHERE r.key = ANY (keys) AND r.points = 0;
END $$;

-- As in 0022, but each key is looked up by itself: joined, they were found by reading all keys there are.
-- compatible: takes and returns the same
CREATE OR REPLACE FUNCTION begin_accepting(asked jsonb, wants jsonb)
RETURNS TABLE (n integer, body_hash bytea, scan_id uuid, accepted_at timestamptz, stopped text, suppressed boolean, retry_after integer)
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  stop_reason text := (SELECT reason FROM scan_stop);
BEGIN
  -- An attempt that a power cut forgets does no harm; waiting for the disk at every one does.
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT request.n, known.body_hash, known.scan_id, known.accepted_at, refused.mailbox IS NOT NULL AS suppressed
    FROM jsonb_to_recordset(asked) AS request (n integer, owner text, key text, mailbox text)
    -- LIMIT keeps the planner from making a join of it.
    LEFT JOIN LATERAL (SELECT body_hash, scan_id, accepted_at FROM scan_requests
      WHERE owner = request.owner AND key_hash = decode(request.key, 'hex') LIMIT 1) AS known ON true
    LEFT JOIN LATERAL (SELECT mailbox_hash AS mailbox FROM mail_suppressions
      WHERE mailbox_hash = decode(request.mailbox, 'hex') LIMIT 1) AS refused ON true
  ), no_room AS MATERIALIZED (
    SELECT taken.n, taken.retry_after FROM take_points((
      SELECT coalesce(jsonb_agg(want), '[]') FROM jsonb_array_elements(wants) AS want
      WHERE stop_reason IS NULL AND (want ->> 'n')::integer IN (SELECT found.n FROM found WHERE found.scan_id IS NULL)
    )) AS taken
  )
  SELECT found.n, found.body_hash, found.scan_id, found.accepted_at, stop_reason, found.suppressed, no_room.retry_after
  FROM found LEFT JOIN no_room ON no_room.n = found.n ORDER BY found.n;
END $$;

-- Its one join with a table is the one that gives back keys of requests for which there was no room.
-- compatible: only how it is planned
ALTER FUNCTION accept_scans(jsonb, jsonb, text) SET enable_hashjoin = off;
-- compatible: only how it is planned
ALTER FUNCTION accept_scans(jsonb, jsonb, text) SET enable_mergejoin = off;
-- compatible: only how it is planned
ALTER FUNCTION accept_scans(jsonb, jsonb, text) SET plan_cache_mode = force_generic_plan;

-- Counters change all the time; with room on its page, a new version of one needs no new entry in the index.
-- compatible: only where new rows are put
ALTER TABLE rate_limits SET (fillfactor = 60);

-- What is kept about new scans, however many a statement inserts: the beginning of their timelines, and the audit trail with
-- network addresses. As audit_scan and keep_scan_timeline did for each row.
CREATE FUNCTION keep_new_scans() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  clients jsonb := nullif(current_setting('plumbline.clients', true), '');
  client text := current_setting('plumbline.client', true);
  version text := nullif(current_setting('plumbline.statement', true), '');
BEGIN
  INSERT INTO scan_events (scan_id, at, what, progress)
  SELECT added.id, clock_timestamp(), 'accepted',
    CASE WHEN added.status IN ('completed', 'failed') THEN 100 WHEN added.status = 'running' THEN 0 ELSE added.progress END
  FROM added ORDER BY added.accepted_at, added.id;

  WITH written AS (
    INSERT INTO audit_trail (what, who, scan_id, kind, target, statement, detail)
    SELECT 'scan accepted', added.owner, added.id, added.kind,
      CASE WHEN added.owner = 'anonymous' THEN encode(sha256(convert_to(added.target, 'UTF8')), 'hex') ELSE added.target END,
      version, 'asked for with the statement that the target is one''s own or that one was asked to scan it'
    FROM added ORDER BY added.accepted_at, added.id
    RETURNING id, scan_id
  ), known AS (
    SELECT written.id, nullif(coalesce(clients ->> written.scan_id::text, client), '') AS address FROM written
  )
  INSERT INTO audit_addresses (audit_id, address) SELECT known.id, known.address FROM known WHERE known.address IS NOT NULL;
  RETURN NULL;
END $$;
-- compatible: fixes where the new function looks names up
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION keep_new_scans() SET search_path = %I, pg_temp', current_schema());
END $$;

-- compatible: keeps what the triggers below kept, in the same transaction
CREATE TRIGGER scans_kept AFTER INSERT ON scans REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION keep_new_scans();
-- compatible: the trigger above does its work
DROP TRIGGER scan_accepted ON scans;
-- compatible: for new rows, the trigger above does its work
CREATE OR REPLACE TRIGGER scans_audited AFTER UPDATE OF status ON scans FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION audit_scan();
-- compatible: the function did nothing in that case
CREATE OR REPLACE TRIGGER scan_appeared AFTER INSERT OR DELETE ON scans FOR EACH ROW
  WHEN (current_setting('plumbline.announced', true) IS DISTINCT FROM 'later') EXECUTE FUNCTION tell_scan_change();
