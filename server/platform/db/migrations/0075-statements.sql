-- Why a requirement applies, as ISO/IEC 27001 6.1.3 d asks, and approvals of statements of applicability
-- (docs/decisions/0129-what-an-auditor-takes.md).
ALTER TABLE requirement_decisions
  -- Empty: none was given, and those that follow from its controls are shown.
  ADD COLUMN reasons text[] NOT NULL DEFAULT '{}' CHECK (reasons <@ ARRAY['law', 'contract', 'risk', 'practice']);

-- Each is a version of the statement. Grows only.
CREATE TABLE statement_approvals (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  framework text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  approved_at timestamptz NOT NULL,
  approved_by uuid NOT NULL,
  approved_by_name text NOT NULL,
  note text NOT NULL DEFAULT '',
  -- What was approved: by requirement, what makes up its line in the statement.
  basis jsonb NOT NULL,
  PRIMARY KEY (client_id, framework, version)
);
CREATE INDEX statement_approvals_of_workspace ON statement_approvals (workspace_id);

CREATE TRIGGER approvals_stay BEFORE UPDATE OR DELETE ON statement_approvals FOR EACH ROW EXECUTE FUNCTION refuse_word_change();
CREATE TRIGGER approvals_stay_whole BEFORE TRUNCATE ON statement_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION audit_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- History of a client that is taken in: its people are no accounts here.
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.approved_by, NULL, 'statement-approved', 'framework', NEW.framework,
    NULL, to_jsonb(NEW), jsonb_build_object('version', NEW.version::text));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON statement_approvals FOR EACH ROW EXECUTE FUNCTION audit_approval();

-- compatible: only the table and the function of this migration
DO $$
BEGIN
  ALTER TABLE statement_approvals ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON statement_approvals USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
  CREATE POLICY of_client ON statement_approvals AS RESTRICTIVE
    USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
  EXECUTE format('ALTER FUNCTION audit_approval() SET search_path = %I, pg_temp', current_schema());
END $$;
