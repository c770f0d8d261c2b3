-- Frameworks that workspaces added from files (docs/decisions/0137-frameworks-of-ones-own.md). Choices, decisions and links name them
-- by their ids, as they name ours, and nothing refers to them by a key: what was said about one stays when it is gone.
CREATE TABLE own_frameworks (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id text NOT NULL CHECK (id ~ '^own-[0-9a-z]{25}$'),
  -- Of the type Pack (contract/frameworks/pack.ts).
  pack jsonb NOT NULL,
  -- Which requirements a control serves, by its code.
  links jsonb NOT NULL,
  added_at timestamptz NOT NULL,
  -- When it was last renamed or read from another file. NULL: never.
  changed_at timestamptz,
  -- It stays for a day, so that deleting it can be undone. NULL: it is there.
  deleted_at timestamptz,
  PRIMARY KEY (workspace_id, id)
);
-- One of two who add the same file at once is refused.
CREATE UNIQUE INDEX own_frameworks_by_name ON own_frameworks (workspace_id, lower(pack ->> 'name')) WHERE deleted_at IS NULL;

CREATE FUNCTION audit_own_framework() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- It comes with a client that is taken in.
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NULL, acting_account(NEW.workspace_id), NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'framework-added'
      WHEN (OLD.deleted_at IS NULL) = (NEW.deleted_at IS NULL) THEN 'framework-changed'
      WHEN NEW.deleted_at IS NULL THEN 'framework-restored'
      ELSE 'framework-deleted' END,
    'framework', NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW),
    jsonb_build_object('title', NEW.pack ->> 'name', 'version', NEW.pack ->> 'version',
      'titleBefore', CASE WHEN TG_OP = 'UPDATE' AND OLD.pack ->> 'name' <> NEW.pack ->> 'name' THEN OLD.pack ->> 'name' END));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON own_frameworks FOR EACH ROW EXECUTE FUNCTION audit_own_framework();
CREATE TRIGGER audited_update AFTER UPDATE ON own_frameworks FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION audit_own_framework();

-- The name of a framework that the workspace added, for entries that outlive it; NULL for ours, which their ids name.
CREATE FUNCTION own_framework_name(workspace uuid, framework text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT pack ->> 'name' FROM own_frameworks WHERE workspace_id = workspace AND id = framework
$$;

-- compatible: they write what they wrote before, and the name of a framework that the previous release does not know
CREATE OR REPLACE FUNCTION audit_framework_choice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, acting_account(NEW.workspace_id), NULL,
    CASE WHEN NEW.given_up_at IS NULL THEN 'framework-chosen' ELSE 'framework-given-up' END,
    'framework', NEW.framework, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW),
    jsonb_build_object('frameworkName', own_framework_name(NEW.workspace_id, NEW.framework)));
  RETURN NULL;
END $$;
-- compatible: see above
CREATE OR REPLACE FUNCTION audit_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- History of a client that is taken in: its people are no accounts here.
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.approved_by, NULL, 'statement-approved', 'framework', NEW.framework,
    NULL, to_jsonb(NEW), jsonb_build_object('version', NEW.version::text,
      'frameworkName', own_framework_name(NEW.workspace_id, NEW.framework)));
  RETURN NULL;
END $$;
-- compatible: see above
CREATE OR REPLACE FUNCTION audit_control_requirement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  link control_requirements := coalesce(NEW, OLD);
  about controls;
BEGIN
  SELECT * INTO about FROM controls WHERE workspace_id = link.workspace_id AND id = link.control_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM write_audit(link.workspace_id, about.client_id, acting_account(link.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'control-linked' ELSE 'control-unlinked' END, 'control', about.id::text,
    to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('code', about.code, 'framework', link.framework, 'requirement', link.requirement_id,
      'frameworkName', own_framework_name(link.workspace_id, link.framework)));
  RETURN NULL;
END $$;
-- compatible: entries about frameworks that the previous release does not know are made by their own trigger
CREATE OR REPLACE FUNCTION audit_catalog() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  loaded framework_catalogs := coalesce(NEW, OLD);
BEGIN
  -- Gone with its workspace, or part of a framework that the workspace added.
  IF starts_with(loaded.framework, 'own-') OR NOT EXISTS (SELECT FROM workspaces WHERE id = loaded.workspace_id) THEN RETURN NULL; END IF;
  PERFORM write_audit(loaded.workspace_id, NULL, acting_account(loaded.workspace_id), NULL,
    CASE WHEN TG_OP = 'DELETE' OR loaded.taken_out_at IS NOT NULL THEN 'catalog-dropped' ELSE 'catalog-loaded' END,
    'catalog', loaded.framework, to_jsonb(OLD), to_jsonb(NEW), jsonb_build_object('title', loaded.title, 'version', loaded.version));
  RETURN NULL;
END $$;
-- compatible: see above
CREATE OR REPLACE FUNCTION audit_word() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- History of a client that is taken in: its people are no accounts here.
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.said_by, NULL,
    CASE NEW.subject_type WHEN 'requirement' THEN 'requirement-decided' WHEN 'evidence' THEN 'evidence-decided'
      WHEN 'assessment' THEN 'assessment-moved' ELSE NEW.subject_type || '-changed' END,
    NEW.subject_type, NEW.subject_id, NULL, to_jsonb(NEW),
    jsonb_build_object('title', CASE NEW.subject_type
        WHEN 'control' THEN (SELECT code || ' ' || title FROM controls WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid)
        WHEN 'task' THEN (SELECT title FROM tasks WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid)
        WHEN 'evidence' THEN (SELECT title FROM evidence WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid)
        WHEN 'assessment' THEN (SELECT title FROM assessments WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid) END,
      'frameworkName', CASE WHEN NEW.subject_type = 'requirement'
        THEN own_framework_name(NEW.workspace_id, split_part(NEW.subject_id, ' ', 1)) END,
      'field', NEW.field, 'value', NEW.shown, 'counted', NEW.counted, 'saidAt', NEW.said_at));
  RETURN NULL;
END $$;

-- compatible: only the table and the function of this migration
DO $$
DECLARE
  name text;
BEGIN
  ALTER TABLE own_frameworks ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON own_frameworks USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
  FOREACH name IN ARRAY ARRAY['audit_own_framework()', 'own_framework_name(uuid, text)', 'audit_framework_choice()', 'audit_approval()',
    'audit_control_requirement()', 'audit_catalog()', 'audit_word()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
