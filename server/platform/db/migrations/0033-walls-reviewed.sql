-- What a review of 0025 to 0032 found (docs/decisions/0092-what-members-lose-and-when.md).

-- The policies' questions as parts of the statements that ask them: a function with a search_path of its own is planned and run anew
-- in every statement, which cost more than short statements themselves. These bodies are read when they are created, so that no
-- search_path changes what they mean.
-- compatible: answers what it answered
CREATE OR REPLACE FUNCTION sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN current_setting('plumbline.walls', true) IS DISTINCT FROM 'on' OR current_setting('plumbline.workspace', true) = '*';
-- compatible: as above
CREATE OR REPLACE FUNCTION seen_workspace() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(nullif(current_setting('plumbline.workspace', true), '*'), '')::uuid;
-- compatible: as above
CREATE OR REPLACE FUNCTION seen_client() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('plumbline.seen_client', true), '')::uuid;
-- compatible: as above
CREATE OR REPLACE FUNCTION sees_own_client() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(seen_client() = seen_workspace(), false);

-- As in 0031, but a former member, whose last day is over, is nobody in the workspace: what their account does stays unknown there.
-- compatible: says less than before
CREATE OR REPLACE FUNCTION audit_account(account uuid, did text, detail jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id, detail)
  SELECT workspace_id, client_id, account, coalesce(account_name(account), ''), did, 'account', account::text, detail
  FROM memberships WHERE account_id = account AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)
$$;
-- compatible: fixes where it looks names up, as before
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_account(uuid, text, jsonb) SET search_path = %I, pg_temp', current_schema());
END $$;

-- As in 0028, but
-- * hosts are given to clients, and clients are created, in the name of the account that asked (the audit log's triggers read it);
-- * a scan that names a client is accepted only if its host is that client's at the end: of two requests at once that name different
--   clients for a new host, the second one is "misplaced", and so is a scan for a client that has just been archived.
-- compatible: what the previous release sends names no client
CREATE OR REPLACE FUNCTION accept_scans(entries jsonb, wants jsonb, terms text)
RETURNS TABLE (n integer, outcome text, accepted_at timestamptz, at integer, retry_after integer, job jsonb)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  inserted uuid[];
  opened integer[];
  misplaced integer[];
  no_room jsonb;
  given record;
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
  FOR given IN
    SELECT * FROM (
      -- Of several for one host, the first. OFFSET keeps it in this order.
      SELECT DISTINCT ON (workspace, host) workspace, asker, host, client, "clientId", "createsClients" FROM (
        SELECT n, coalesce(workspace, owner)::uuid AS workspace, coalesce("askedBy", owner::uuid) AS asker, host,
          btrim(client) AS client, "clientId", coalesce("createsClients", true) AS "createsClients"
        FROM jsonb_to_recordset(entries) AS entry (n integer, owner text, workspace text, "askedBy" uuid, host text, client text,
          "clientId" uuid, "createsClients" boolean)
        WHERE n = ANY (opened) AND host IS NOT NULL AND owner <> 'anonymous' AND (btrim(client) <> '' OR "clientId" IS NOT NULL)
      ) AS named ORDER BY workspace, host, n OFFSET 0
    ) AS first
    WHERE NOT EXISTS (SELECT FROM assets AS known
      WHERE known.account_id = first.workspace AND known.host = first.host AND known.client_id IS NOT NULL)
    ORDER BY workspace, host
  LOOP
    PERFORM set_config('plumbline.account', given.asker::text, true);
    INSERT INTO assets (account_id, host, client, client_id)
    SELECT given.workspace, given.host, given.client, CASE
      WHEN given."clientId" IS NOT NULL
        THEN (SELECT named.id FROM clients AS named WHERE named.id = given."clientId" AND workspace_id = given.workspace)
      WHEN given."createsClients" THEN client_named(given.workspace, given.client)
      ELSE (SELECT named.id FROM clients AS named WHERE workspace_id = given.workspace AND lower(name) = lower(given.client)) END
    ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id WHERE assets.client_id IS NULL;
    PERFORM set_config('plumbline.account', '', true);
  END LOOP;
  SELECT coalesce(array_agg(entry.n), '{}') INTO misplaced
  FROM jsonb_to_recordset(entries) AS entry (n integer, owner text, workspace text, host text, "clientId" uuid)
  WHERE n = ANY (opened) AND host IS NOT NULL AND "clientId" IS NOT NULL AND NOT EXISTS (
    SELECT FROM assets JOIN clients ON clients.id = client_id
    WHERE account_id = coalesce(workspace, owner)::uuid AND assets.host = entry.host AND clients.id = "clientId" AND archived_at IS NULL);
  IF cardinality(misplaced) > 0 THEN
    DELETE FROM scan_requests AS request
    USING jsonb_to_recordset(entries) AS entry (n integer, owner text, key text)
    WHERE entry.n = ANY (misplaced) AND request.owner = entry.owner AND request.key_hash = decode(entry.key, 'hex');
    SELECT coalesce(array_agg(open), '{}') INTO opened FROM unnest(opened) AS open WHERE open <> ALL (misplaced);
  END IF;
  -- A microsecond apart, so that lists show them in their order.
  INSERT INTO scans (id, owner, asked_by, kind, target, request, email, email_key, host, client, note, status, accepted_at)
  SELECT id, coalesce(workspace, owner), coalesce("askedBy", CASE WHEN owner <> 'anonymous' THEN owner::uuid END), kind, target, body,
    email, "emailKey", host, client, note, 'pending', now() + n * interval '1 microsecond'
  FROM jsonb_to_recordset(entries) AS entry (n integer, id uuid, owner text, workspace text, "askedBy" uuid, kind text, target text,
    body jsonb, email text, "emailKey" text, host text, client text, note text)
  WHERE n = ANY (opened) ORDER BY n;

  RETURN QUERY
  SELECT entry.n,
    CASE WHEN entry.n = ANY (opened) THEN 'accepted' WHEN no_room ? entry.n::text THEN 'full'
      WHEN entry.n = ANY (misplaced) THEN 'misplaced' ELSE 'known' END,
    now() + entry.n * interval '1 microsecond',
    (no_room -> entry.n::text ->> 0)::integer, (no_room -> entry.n::text ->> 1)::integer, entry.job
  FROM jsonb_to_recordset(entries) AS entry (n integer, job jsonb) ORDER BY entry.n;
END $$;
