-- Row-level security: the second wall between workspaces, behind the conditions of the queries themselves.
--
-- A connection of this release sets plumbline.walls to "on". From then on it sees only rows of the workspace in plumbline.workspace
-- and, if one is named, of the client in plumbline.seen_client. Work that is not one workspace's says so with '*'. Connections of the
-- previous release, which set none of this, see what they saw; the first condition goes when that release is gone.

CREATE FUNCTION sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT current_setting('plumbline.walls', true) IS DISTINCT FROM 'on' OR current_setting('plumbline.workspace', true) = '*'
$$;
CREATE FUNCTION seen_workspace() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(nullif(current_setting('plumbline.workspace', true), '*'), '')::uuid
$$;
-- NULL: all clients of the workspace.
CREATE FUNCTION seen_client() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('plumbline.seen_client', true), '')::uuid
$$;
-- The hosts that decide what is the client's: its own, or, for the client that is the workspace itself, those of all others. With the
-- rights of the tables' owner: from one that sees only that client, row-level security hides the others' hosts.
CREATE FUNCTION deciding_hosts() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
  SELECT coalesce(array_agg(host), '{}') FROM assets
  WHERE account_id = seen_workspace()
    AND CASE WHEN seen_client() = seen_workspace() THEN client_id <> seen_client() ELSE client_id = seen_client() END
$$;
CREATE FUNCTION sees_own_client() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(seen_client() = seen_workspace(), false)
$$;

-- Every SELECT in parentheses is answered once for each statement and not for each row.
-- compatible: without plumbline.walls everything is seen
DO $$
DECLARE
  workspace_seen constant text := '(SELECT sees_all()) OR %s = (SELECT seen_workspace())';
  name text;
  hosted text[];
  parent text[];
BEGIN
  -- Rows of a workspace as a whole.
  FOREACH hosted SLICE 1 IN ARRAY ARRAY[
    ['workspaces', 'id'], ['memberships', 'workspace_id'], ['invitations', 'workspace_id'], ['finding_days', 'account_id']
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hosted[1]);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING (' || workspace_seen || ')', hosted[1], hosted[2]);
  END LOOP;

  -- Rows that name their client. A report over all clients, and an entry about none, is for those who see all.
  FOREACH hosted SLICE 1 IN ARRAY ARRAY[
    ['clients', 'workspace_id', 'id'], ['assets', 'account_id', 'coalesce(client_id, account_id)'],
    ['account_reports', 'account_id', 'client_id'], ['finding_days_of_clients', 'account_id', 'client_id'],
    ['audit_entries', 'workspace_id', 'client_id']
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hosted[1]);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING (' || workspace_seen || ')', hosted[1], hosted[2]);
    EXECUTE format('CREATE POLICY of_client ON %I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR %s = (SELECT seen_client()))',
      hosted[1], hosted[3]);
  END LOOP;

  -- Rows about a host, which are its client's.
  FOREACH hosted SLICE 1 IN ARRAY ARRAY[
    ['findings', 'account_id', 'asset'], ['finding_counts', 'account_id', 'asset'],
    ['asset_facts', 'account_id', 'asset'], ['target_claims', 'account_id', 'host'], ['schedules', 'account_id', 'host']
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', hosted[1]);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING (' || workspace_seen || ')', hosted[1], hosted[2]);
    EXECUTE format('CREATE POLICY of_client ON %I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR '
      || '(coalesce(%I, '''') = ANY ((SELECT deciding_hosts())::text[])) <> (SELECT sees_own_client()))', hosted[1], hosted[3]);
  END LOOP;

  -- Its owner is a text: 'anonymous' or a workspace's id.
  ALTER TABLE scans ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON scans USING ((SELECT sees_all()) OR owner = (SELECT seen_workspace()::text));
  CREATE POLICY of_client ON scans AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR
    (coalesce(host, '') = ANY ((SELECT deciding_hosts())::text[])) <> (SELECT sees_own_client()));

  -- Parts of a row that is seen or not. No EXISTS: it could be planned as a walk through the whole table of the others.
  FOREACH parent SLICE 1 IN ARRAY ARRAY[
    ['scan_events', 'scans', 'id', 'scan_id'], ['scan_reports', 'scans', 'id', 'scan_id'], ['scan_sent', 'scans', 'id', 'scan_id'],
    ['scan_raw', 'scans', 'id', 'scan_id'], ['schedule_scans', 'schedules', 'id', 'schedule_id'],
    ['account_report_files', 'account_reports', 'id', 'report_id'], ['account_report_shares', 'account_reports', 'id', 'report_id']
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', parent[1]);
    EXECUTE format('CREATE POLICY of_whole ON %1$I USING ((SELECT sees_all()) OR (SELECT true FROM %2$I WHERE %2$I.%3$I = %1$I.%4$I))',
      parent[1], parent[2], parent[3], parent[4]);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['finding_changes', 'finding_sightings', 'finding_words', 'finding_retests'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING (' || workspace_seen || ')', name, 'account_id');
    EXECUTE format('CREATE POLICY of_finding ON %1$I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR (
      SELECT true FROM findings WHERE findings.account_id = %1$I.account_id AND findings.fingerprint = %1$I.fingerprint))', name);
  END LOOP;

  FOREACH name IN ARRAY ARRAY['sees_all', 'seen_workspace', 'seen_client', 'deciding_hosts', 'sees_own_client'] LOOP
    EXECUTE format('ALTER FUNCTION %I SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
-- PostgreSQL 14 knows views only with their owner's rights: there, this view is behind the first wall alone.
-- compatible: a view shows what the role that asks may see; the previous release may see everything
DO $$ BEGIN
  IF current_setting('server_version_num')::integer >= 150000 THEN
    ALTER VIEW current_facts SET (security_invoker = true);
  END IF;
END $$;
