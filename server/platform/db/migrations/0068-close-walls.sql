-- Walls that fail closed (docs/decisions/0123-walls-fail-closed.md). Since this release every transaction says what it sees, so a
-- connection that says nothing is a process of 0.2, or a stranger. The walls let it through until they are closed: in a database that
-- nobody has used, now; in others, when the operator says that no process of 0.2 runs any more (npm run migrate -- --close-walls).

CREATE FUNCTION close_walls() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'CREATE OR REPLACE FUNCTION sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
    RETURN coalesce(current_setting(''plumbline.workspace'', true) = ''*'', false)';
END $$;
-- Replacing a function is for the tables' owner anyway.
-- compatible: a function that the previous release does not know
REVOKE EXECUTE ON FUNCTION close_walls() FROM PUBLIC;

-- compatible: what has rows stays as it is; in an empty database, no process of the previous release has begun
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION close_walls() SET search_path = %I, pg_temp', current_schema());
  IF NOT EXISTS (SELECT FROM accounts) AND NOT EXISTS (SELECT FROM scans) THEN
    PERFORM close_walls();
  END IF;
END $$;
