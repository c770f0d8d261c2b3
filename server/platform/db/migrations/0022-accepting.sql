-- Accepting many scans by one statement: fewer round trips, and one commit for all that came at once.

-- Takes points of several counters for several requests at once. A request gets all of its points or none. Returns the requests
-- that got none: which of their counters (`at`) is full, and in how many seconds there is room again.
-- `wants`: [{n: request, at: position among its counters, rank: order in which to lock, key: hex, points: most, seconds: window}]
-- Without seqscan, so that a plan made while the table was small stays good when it is not.
CREATE FUNCTION take_points(wants jsonb) RETURNS TABLE (n integer, at integer, retry_after integer)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  over boolean;
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
  UPDATE rate_limits AS r SET points = r.points - counted.wanted
  FROM (SELECT decode(key, 'hex') AS key, count(*)::integer AS wanted
    FROM jsonb_to_recordset(wants) AS want (key text) GROUP BY key) AS counted
  WHERE r.key = counted.key;
  FOR request IN SELECT DISTINCT want.n FROM jsonb_to_recordset(wants) AS want (n integer) ORDER BY want.n LOOP
    SELECT want.at, greatest(1, ceil(extract(epoch FROM r.expires_at - now())))::integer INTO full_at, wait
    FROM jsonb_to_recordset(wants) AS want (n integer, at integer, rank integer, key text, points integer)
    JOIN rate_limits AS r ON r.key = decode(want.key, 'hex')
    WHERE want.n = request AND r.points >= want.points ORDER BY want.at, want.rank LIMIT 1;
    IF FOUND THEN
      RETURN QUERY SELECT request, full_at, wait;
    ELSE
      UPDATE rate_limits AS r SET points = r.points + 1
      FROM jsonb_to_recordset(wants) AS want (n integer, key text)
      WHERE want.n = request AND r.key = decode(want.key, 'hex');
    END IF;
  END LOOP;
  DELETE FROM rate_limits AS r USING jsonb_to_recordset(wants) AS want (key text)
  WHERE r.key = decode(want.key, 'hex') AND r.points = 0;
END $$;

-- What has to be known of requests before their targets are looked up: what was answered under their keys, why scans are
-- stopped, whether a mailbox has opted out, and whether there was room for another attempt, which it takes.
CREATE FUNCTION begin_accepting(asked jsonb, wants jsonb)
RETURNS TABLE (n integer, body_hash bytea, scan_id uuid, accepted_at timestamptz, stopped text, suppressed boolean, retry_after integer)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  stop_reason text := (SELECT reason FROM scan_stop);
BEGIN
  -- An attempt that a power cut forgets does no harm; waiting for the disk at every one does.
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
  WITH found AS MATERIALIZED (
    SELECT request.n, known.body_hash, known.scan_id, known.accepted_at, request.mailbox
    FROM jsonb_to_recordset(asked) AS request (n integer, owner text, key text, mailbox text)
    LEFT JOIN scan_requests AS known ON known.owner = request.owner AND known.key_hash = decode(request.key, 'hex')
  ), no_room AS MATERIALIZED (
    SELECT taken.n, taken.retry_after FROM take_points((
      SELECT coalesce(jsonb_agg(want), '[]') FROM jsonb_array_elements(wants) AS want
      WHERE stop_reason IS NULL AND (want ->> 'n')::integer IN (SELECT found.n FROM found WHERE found.scan_id IS NULL)
    )) AS taken
  )
  SELECT found.n, found.body_hash, found.scan_id, found.accepted_at, stop_reason,
    EXISTS (SELECT FROM mail_suppressions WHERE mailbox_hash = decode(found.mailbox, 'hex')), no_room.retry_after
  FROM found LEFT JOIN no_room ON no_room.n = found.n ORDER BY found.n;
END $$;

-- Accepts scans, each on its own: `accepted`; `known` when its key is taken; `full` when a limit is reached. All of it is one
-- statement, so no lock waits for a round trip. Jobs are sent by the statement around it (server/db/scans/accept-store.ts).
-- `entries`: [{n, id, owner, key, bodyHash: hex or null, kind, target, body, email, emailKey, host, client, note, address, job}]
CREATE FUNCTION accept_scans(entries jsonb, wants jsonb, terms text)
RETURNS TABLE (n integer, outcome text, accepted_at timestamptz, at integer, retry_after integer, job jsonb)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  inserted uuid[];
  opened integer[];
  no_room jsonb;
BEGIN
  -- Keys first, then counters, each in one order: two groups cannot wait for each other.
  WITH taken AS (
    INSERT INTO scan_requests (owner, key_hash, body_hash, scan_id, accepted_at)
    SELECT owner, decode(key, 'hex'), decode("bodyHash", 'hex'), id, now() + n * interval '1 microsecond'
    FROM jsonb_to_recordset(entries) AS entry (n integer, id uuid, owner text, key text, "bodyHash" text)
    WHERE key IS NOT NULL ORDER BY owner, key, n
    ON CONFLICT (owner, key_hash) DO NOTHING RETURNING scan_id
  )
  SELECT coalesce(array_agg(scan_id), '{}') INTO inserted FROM taken;
  SELECT coalesce(array_agg(entry.n), '{}') INTO opened
  FROM jsonb_to_recordset(entries) AS entry (n integer, id uuid, key text)
  WHERE key IS NULL OR id = ANY (inserted);

  SELECT coalesce(jsonb_object_agg(taken.n, jsonb_build_array(taken.at, taken.retry_after)), '{}') INTO no_room
  FROM take_points((
    SELECT coalesce(jsonb_agg(want), '[]') FROM jsonb_array_elements(wants) AS want
    WHERE (want ->> 'n')::integer = ANY (opened)
  )) AS taken;
  IF no_room <> '{}' THEN
    DELETE FROM scan_requests AS request
    USING jsonb_to_recordset(entries) AS entry (n integer, owner text, key text)
    WHERE no_room ? entry.n::text AND request.owner = entry.owner AND request.key_hash = decode(entry.key, 'hex');
    SELECT coalesce(array_agg(open), '{}') INTO opened FROM unnest(opened) AS open WHERE NOT no_room ? open::text;
  END IF;

  -- For the triggers: the audit trail's, and the one that would tell every change at the commit.
  PERFORM set_config('plumbline.statement', terms, true), set_config('plumbline.announced', 'later', true),
    set_config('plumbline.clients', (
      SELECT coalesce(jsonb_object_agg(id, address), '{}')::text
      FROM jsonb_to_recordset(entries) AS entry (id text, address text)), true);
  -- A microsecond apart, so that lists show them in their order.
  INSERT INTO scans (id, owner, kind, target, request, email, email_key, host, client, note, status, accepted_at)
  SELECT id, owner, kind, target, body, email, "emailKey", host, client, note, 'pending', now() + n * interval '1 microsecond'
  FROM jsonb_to_recordset(entries) AS entry (n integer, id uuid, owner text, kind text, target text, body jsonb,
    email text, "emailKey" text, host text, client text, note text)
  WHERE n = ANY (opened) ORDER BY n;
  -- A host that has no client yet gets the one it was just scanned for.
  INSERT INTO assets (account_id, host, client)
  SELECT DISTINCT ON (owner, host) owner::uuid, host, client
  FROM jsonb_to_recordset(entries) AS entry (n integer, owner text, host text, client text)
  WHERE n = ANY (opened) AND client <> '' AND host IS NOT NULL AND owner <> 'anonymous'
  ORDER BY owner, host, n
  ON CONFLICT (account_id, host) DO UPDATE SET client = excluded.client WHERE assets.client = '';

  RETURN QUERY
  SELECT entry.n,
    CASE WHEN entry.n = ANY (opened) THEN 'accepted' WHEN no_room ? entry.n::text THEN 'full' ELSE 'known' END,
    now() + entry.n * interval '1 microsecond',
    (no_room -> entry.n::text ->> 0)::integer, (no_room -> entry.n::text ->> 1)::integer, entry.job
  FROM jsonb_to_recordset(entries) AS entry (n integer, job jsonb) ORDER BY entry.n;
END $$;

-- NOTIFY takes a lock at the commit that all other commits with a NOTIFY wait for. Who accepts scans tells them afterwards
-- (server/db/scans/announce.ts); any other way of inserting one still tells it here.
-- compatible: announces as before unless its transaction says that it announces later
CREATE OR REPLACE FUNCTION tell_scan_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scan scans := coalesce(NEW, OLD);
BEGIN
  IF scan.owner = 'anonymous' THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' AND current_setting('plumbline.announced', true) = 'later' THEN RETURN NULL; END IF;
  PERFORM pg_notify('scans', json_build_object(
    'id', scan.id,
    'owner', scan.owner,
    'what', CASE
      WHEN TG_OP = 'DELETE' THEN 'gone'
      WHEN scan.status = 'running' AND scan.cancel_requested_at IS NOT NULL THEN 'cancel'
      ELSE 'changed' END)::text);
  RETURN NULL;
END $$;

-- The network address of each scan of a group, or of the one that a process of the previous version inserts.
-- compatible: reads the address where the previous release puts it, too
CREATE OR REPLACE FUNCTION audit_scan() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown text := CASE WHEN NEW.owner = 'anonymous' THEN encode(sha256(convert_to(NEW.target, 'UTF8')), 'hex') ELSE NEW.target END;
  address text;
  version text := nullif(current_setting('plumbline.statement', true), '');
  written bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    address := nullif(coalesce(nullif(current_setting('plumbline.clients', true), '')::jsonb ->> NEW.id::text,
      current_setting('plumbline.client', true)), '');
    INSERT INTO audit_trail (what, who, scan_id, kind, target, statement, detail)
      VALUES ('scan accepted', NEW.owner, NEW.id, NEW.kind, shown, version,
        'asked for with the statement that the target is one''s own or that one was asked to scan it')
      RETURNING id INTO written;
    IF address IS NOT NULL THEN
      INSERT INTO audit_addresses (audit_id, address) VALUES (written, address);
    END IF;
  ELSIF NEW.status <> OLD.status THEN
    INSERT INTO audit_trail (what, who, scan_id, kind, target, detail)
      VALUES ('scan ' || NEW.state, NEW.owner, NEW.id, NEW.kind, shown, coalesce(NEW.failure_code, ''));
  END IF;
  RETURN NULL;
END $$;
-- compatible: fixes where the function looks names up, as before
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_scan() SET search_path = %I, pg_temp', current_schema());
END $$;
