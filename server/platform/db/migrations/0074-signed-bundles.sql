-- Keys that sign the manifests of audit bundles (docs/decisions/0129-what-an-auditor-takes.md). A workspace has one that signs; the public
-- keys of earlier ones stay, and those of a deleted workspace too, so that bundles can be checked for as long as auditors keep them.
CREATE TABLE bundle_keys (
  id uuid PRIMARY KEY,
  -- NULL once the workspace is deleted.
  workspace_id uuid REFERENCES workspaces ON DELETE SET NULL,
  -- Ed25519, as SubjectPublicKeyInfo (RFC 8410).
  public_key bytea NOT NULL,
  -- As PKCS #8, encrypted (server/platform/keys/secret-box.ts) and bound to the workspace and the key. NULL: it signs nothing anymore.
  private_key bytea,
  created_at timestamptz NOT NULL,
  retired_at timestamptz,
  workspace_deleted_at timestamptz,
  CHECK ((private_key IS NULL) = (retired_at IS NOT NULL)),
  CHECK ((workspace_id IS NULL) = (workspace_deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX bundle_keys_that_sign ON bundle_keys (workspace_id) WHERE retired_at IS NULL;
CREATE INDEX bundle_keys_of_workspace ON bundle_keys (workspace_id, created_at);

-- A deleted workspace takes its private key along.
CREATE FUNCTION outlive_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.private_key := NULL;
  NEW.retired_at := coalesce(NEW.retired_at, now());
  NEW.workspace_deleted_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER outlives_workspace BEFORE UPDATE ON bundle_keys FOR EACH ROW
  WHEN (OLD.workspace_id IS NOT NULL AND NEW.workspace_id IS NULL) EXECUTE FUNCTION outlive_workspace();

CREATE FUNCTION audit_bundle_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NULL, acting_account(NEW.workspace_id), NULL, 'bundle-key-made', 'bundle-key', NEW.id::text,
    NULL, to_jsonb(NEW) - 'private_key', jsonb_build_object('sha256', encode(sha256(NEW.public_key), 'hex')));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON bundle_keys FOR EACH ROW EXECUTE FUNCTION audit_bundle_key();

-- What an auditor downloads with a link. Downloads by members are recorded by the server.
CREATE FUNCTION audit_bundle_download() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NULL, NULL, 'downloaded', 'share', NEW.id::text, NULL, NULL,
    jsonb_build_object('respondent', NEW.auditor, 'file', 'audit bundle', 'framework', NEW.framework, 'from', NEW.from_day,
      'to', NEW.to_day));
  RETURN NULL;
END $$;
-- compatible: writes only the audit log, with rights of its own
CREATE TRIGGER audited_download AFTER UPDATE OF downloads ON bundle_links FOR EACH ROW WHEN (NEW.downloads > OLD.downloads)
  EXECUTE FUNCTION audit_bundle_download();

-- The transaction that wrote an entry, so that what a scan wrote in ten entries can be shown as one. NULL for entries from before: the
-- default comes second, because with the column it would give all of them this migration's.
ALTER TABLE audit_entries ADD COLUMN step bigint;
-- compatible: nothing writes to this column by name
ALTER TABLE audit_entries ALTER COLUMN step SET DEFAULT (pg_current_xact_id()::text::bigint);

-- compatible: only the table and the functions of this migration
DO $$
DECLARE
  name text;
BEGIN
  ALTER TABLE bundle_keys ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON bundle_keys USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
  FOREACH name IN ARRAY ARRAY['outlive_workspace()', 'audit_bundle_key()', 'audit_bundle_download()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
