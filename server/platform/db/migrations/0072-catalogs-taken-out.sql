-- What the file of a catalog calls itself by, in OSCAL. NULL: it has none, or was loaded before.
ALTER TABLE framework_catalogs ADD COLUMN uuid text;
-- Words that were taken out are kept for a day, so that this can be undone. NULL: they are shown.
ALTER TABLE framework_catalogs ADD COLUMN taken_out_at timestamptz;

-- compatible: inserting and deleting write what they wrote before
CREATE OR REPLACE FUNCTION audit_catalog() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  loaded framework_catalogs := coalesce(NEW, OLD);
BEGIN
  -- Gone with its workspace.
  IF NOT EXISTS (SELECT FROM workspaces WHERE id = loaded.workspace_id) THEN RETURN NULL; END IF;
  PERFORM write_audit(loaded.workspace_id, NULL, acting_account(loaded.workspace_id), NULL,
    CASE WHEN TG_OP = 'DELETE' OR loaded.taken_out_at IS NOT NULL THEN 'catalog-dropped' ELSE 'catalog-loaded' END,
    'catalog', loaded.framework, to_jsonb(OLD), to_jsonb(NEW), jsonb_build_object('title', loaded.title, 'version', loaded.version));
  RETURN NULL;
END $$;
-- compatible: what it was set to before
DO $$ BEGIN EXECUTE format('ALTER FUNCTION audit_catalog() SET search_path = %I, pg_temp', current_schema()); END $$;

-- compatible: the previous release updates no catalog
CREATE TRIGGER audited_update AFTER UPDATE ON framework_catalogs FOR EACH ROW
  WHEN ((OLD.taken_out_at IS NULL) <> (NEW.taken_out_at IS NULL)) EXECUTE FUNCTION audit_catalog();
-- What was taken out before is not taken out again when its day is over or another file takes its place.
-- compatible: the previous release takes nothing out but by deleting
CREATE OR REPLACE TRIGGER audited_delete AFTER DELETE ON framework_catalogs FOR EACH ROW
  WHEN (OLD.taken_out_at IS NULL) EXECUTE FUNCTION audit_catalog();
