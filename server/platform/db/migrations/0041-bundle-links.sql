-- Links with which an auditor gets a bundle of evidence until a chosen day.
CREATE TABLE bundle_links (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  framework text NOT NULL,
  -- The window, both days included.
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  -- Of the token, which only the link has.
  token_hash bytea NOT NULL UNIQUE,
  -- Who it is for, in the words of the one who made it.
  auditor text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL,
  -- The last day (UTC) on which it works.
  ends_on date NOT NULL,
  downloads integer NOT NULL DEFAULT 0
);
CREATE INDEX bundle_links_of_client ON bundle_links (client_id, framework, created_at);

-- Links that go with their client or because their day is over are not revoked.
CREATE FUNCTION audit_bundle_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  link bundle_links := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id) THEN RETURN NULL; END IF;
  PERFORM write_audit(link.workspace_id, link.client_id, acting_account(link.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'shared' ELSE 'share-revoked' END,
    'share', link.id::text, to_jsonb(OLD) - 'token_hash', to_jsonb(NEW) - 'token_hash',
    jsonb_build_object('report', format('audit bundle of %s for %s', link.framework, link.auditor), 'expiresAt', link.ends_on));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON bundle_links FOR EACH ROW EXECUTE FUNCTION audit_bundle_link();
CREATE TRIGGER audited_delete AFTER DELETE ON bundle_links FOR EACH ROW WHEN (OLD.ends_on >= (now() AT TIME ZONE 'UTC')::date)
  EXECUTE FUNCTION audit_bundle_link();

-- compatible: only a table of this migration
DO $$ BEGIN
  ALTER TABLE bundle_links ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON bundle_links USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
  CREATE POLICY of_client ON bundle_links AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
  EXECUTE format('ALTER FUNCTION audit_bundle_link() SET search_path = %I, pg_temp', current_schema());
END $$;
