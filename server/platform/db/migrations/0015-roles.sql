-- The server works as a role that owns nothing (server/db/grants.ts), so the rules below bind it as well.

-- A role that may make temporary tables could put one of its own in front of the audit trail.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_scan() SET search_path = %I, pg_temp', current_schema());
END $$;

-- Network addresses leave the audit trail after their days, and not before.
ALTER TABLE audit_addresses ENABLE ROW LEVEL SECURITY;
CREATE POLICY audit_addresses_read ON audit_addresses FOR SELECT USING (true);
CREATE POLICY audit_addresses_written ON audit_addresses FOR INSERT WITH CHECK (true);
CREATE POLICY audit_addresses_forgotten ON audit_addresses FOR DELETE USING (at < now() - interval '7 days');

-- What a job keeps (server/jobs/install-queue.ts): never what went wrong, because errors of mail servers name mailboxes, and
-- of a finished one nothing but ids.
CREATE FUNCTION forget_job_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.output := NULL;
  IF NEW.state IN ('completed', 'failed', 'cancelled') AND jsonb_typeof(NEW.data) = 'object' THEN
    NEW.data := (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(NEW.data)
      WHERE value::text ~ '^"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"$');
  END IF;
  RETURN NEW;
END $$;
