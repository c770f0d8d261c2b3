-- As in 0022, but a scan says who asked for it in which workspace and for which client. `entries` has in addition
-- `workspace` (the account's own if absent), `askedBy`, `clientId` and `createsClients`: whether a typed name may become a client.
-- compatible: what the previous release sends means what it meant
CREATE OR REPLACE FUNCTION accept_scans(entries jsonb, wants jsonb, terms text)
RETURNS TABLE (n integer, outcome text, accepted_at timestamptz, at integer, retry_after integer, job jsonb)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan AS $$
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
  -- First, so that what is written about the scans knows whose they are.
  -- A host that has no client yet gets the one it was just scanned for: the one that the request names, or the one with the name
  -- that was typed. The previous release says neither who may create clients nor which.
  INSERT INTO assets (account_id, host, client, client_id)
  SELECT workspace, host, client, CASE
    WHEN "clientId" IS NOT NULL THEN (SELECT named.id FROM clients AS named WHERE named.id = "clientId" AND workspace_id = workspace)
    WHEN "createsClients" THEN client_named(workspace, client)
    ELSE (SELECT named.id FROM clients AS named WHERE workspace_id = workspace AND lower(name) = lower(client)) END
  FROM (
    -- Of several for one host, the first: before a name becomes a client. OFFSET keeps it in this order.
    SELECT DISTINCT ON (workspace, host) workspace, host, client, "clientId", "createsClients" FROM (
      SELECT n, coalesce(workspace, owner)::uuid AS workspace, host, btrim(client) AS client, "clientId",
        coalesce("createsClients", true) AS "createsClients"
      FROM jsonb_to_recordset(entries) AS entry (n integer, owner text, workspace text, host text, client text, "clientId" uuid,
        "createsClients" boolean)
      WHERE n = ANY (opened) AND host IS NOT NULL AND owner <> 'anonymous' AND (btrim(client) <> '' OR "clientId" IS NOT NULL)
    ) AS named ORDER BY workspace, host, n OFFSET 0
  ) AS given
  WHERE NOT EXISTS (SELECT FROM assets AS known
    WHERE known.account_id = given.workspace AND known.host = given.host AND known.client_id IS NOT NULL)
  ORDER BY workspace, host
  ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id WHERE assets.client_id IS NULL;
  -- A microsecond apart, so that lists show them in their order.
  INSERT INTO scans (id, owner, asked_by, kind, target, request, email, email_key, host, client, note, status, accepted_at)
  SELECT id, coalesce(workspace, owner), coalesce("askedBy", CASE WHEN owner <> 'anonymous' THEN owner::uuid END), kind, target, body,
    email, "emailKey", host, client, note, 'pending', now() + n * interval '1 microsecond'
  FROM jsonb_to_recordset(entries) AS entry (n integer, id uuid, owner text, workspace text, "askedBy" uuid, kind text, target text,
    body jsonb, email text, "emailKey" text, host text, client text, note text)
  WHERE n = ANY (opened) ORDER BY n;

  RETURN QUERY
  SELECT entry.n,
    CASE WHEN entry.n = ANY (opened) THEN 'accepted' WHEN no_room ? entry.n::text THEN 'full' ELSE 'known' END,
    now() + entry.n * interval '1 microsecond',
    (no_room -> entry.n::text ->> 0)::integer, (no_room -> entry.n::text ->> 1)::integer, entry.job
  FROM jsonb_to_recordset(entries) AS entry (n integer, job jsonb) ORDER BY entry.n;
END $$;

-- As in 0024, but the trail names the account, which is no longer the workspace's id.
-- compatible: keeps the same for what the previous release inserts
CREATE OR REPLACE FUNCTION keep_new_scans() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT 'scan accepted', coalesce(added.asked_by::text, added.owner), added.id, added.kind,
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
-- compatible: fixes where the functions look names up, as before
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION keep_new_scans() SET search_path = %I, pg_temp', current_schema());
END $$;

-- Says which host it is about: a member who sees one client hears of no other's.
-- compatible: adds a field that the previous release ignores
CREATE OR REPLACE FUNCTION tell_scan_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scan scans := coalesce(NEW, OLD);
BEGIN
  IF scan.owner = 'anonymous' THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' AND current_setting('plumbline.announced', true) = 'later' THEN RETURN NULL; END IF;
  PERFORM pg_notify('scans', json_build_object(
    'id', scan.id,
    'owner', scan.owner,
    'host', scan.host,
    'what', CASE
      WHEN TG_OP = 'DELETE' THEN 'gone'
      WHEN scan.status = 'running' AND scan.cancel_requested_at IS NOT NULL THEN 'cancel'
      ELSE 'changed' END)::text);
  RETURN NULL;
END $$;
