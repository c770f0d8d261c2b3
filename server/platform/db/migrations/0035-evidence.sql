-- Evidence, what it is about, and who had it in hands (docs/decisions/0097-evidence-and-custody.md).

CREATE TABLE evidence (
  -- Made on the device: the same piece never comes twice, whatever happens to the key of its request.
  id uuid NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  title text NOT NULL,
  note text NOT NULL,
  -- By the clock of the device.
  taken_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- No reference: accounts can be deleted, and what they captured stays.
  taken_by uuid NOT NULL,
  taken_by_name text NOT NULL,
  device text NOT NULL,
  place jsonb,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX evidence_newest ON evidence (workspace_id, received_at DESC, id DESC);
CREATE INDEX evidence_of_client ON evidence (client_id, received_at DESC, id DESC);

CREATE TABLE evidence_files (
  workspace_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  -- Its place in the list, from 0.
  no integer NOT NULL,
  sha256 bytea NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (workspace_id, evidence_id, no),
  FOREIGN KEY (workspace_id, evidence_id) REFERENCES evidence (workspace_id, id) ON DELETE CASCADE,
  -- Deferred: with its workspace, both go in one transaction, in whatever order.
  FOREIGN KEY (workspace_id, sha256) REFERENCES files (workspace_id, sha256) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX evidence_files_by_file ON evidence_files (workspace_id, sha256);

-- No references to what it is about: hosts and scans can be deleted, and evidence says what it was about.
CREATE TABLE evidence_links (
  workspace_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  subject_type text NOT NULL CHECK (subject_type IN ('finding', 'asset', 'scan')),
  subject_id text NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, evidence_id, subject_type, subject_id),
  FOREIGN KEY (workspace_id, evidence_id) REFERENCES evidence (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX evidence_links_by_subject ON evidence_links (workspace_id, subject_type, subject_id);

-- Grows only; it goes with its evidence, of which the audit log then says that it was deleted.
CREATE TABLE evidence_custody (
  workspace_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  who uuid NOT NULL,
  -- The name at that time.
  who_name text NOT NULL,
  what text NOT NULL CHECK (what IN ('received', 'changed', 'linked', 'unlinked', 'opened')),
  subject_type text,
  subject_id text,
  PRIMARY KEY (workspace_id, evidence_id, no),
  CHECK ((what IN ('linked', 'unlinked')) = (subject_type IS NOT NULL)),
  CHECK ((subject_type IS NULL) = (subject_id IS NULL)),
  FOREIGN KEY (workspace_id, evidence_id) REFERENCES evidence (workspace_id, id) ON DELETE CASCADE
);
-- Opening a file is noted once for each member and day.
CREATE UNIQUE INDEX evidence_custody_opened ON evidence_custody (workspace_id, evidence_id, who, ((at AT TIME ZONE 'UTC')::date))
  WHERE what = 'opened';

CREATE FUNCTION refuse_custody_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM evidence WHERE workspace_id = OLD.workspace_id AND id = OLD.evidence_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A custody list cannot be changed';
END $$;
CREATE TRIGGER custody_stays BEFORE UPDATE OR DELETE ON evidence_custody FOR EACH ROW EXECUTE FUNCTION refuse_custody_change();
CREATE TRIGGER custody_stays_whole BEFORE TRUNCATE ON evidence_custody FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION audit_evidence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  piece evidence := coalesce(NEW, OLD);
BEGIN
  -- Deleted with its client, whose end says so itself.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id) THEN RETURN NULL; END IF;
  PERFORM write_audit(piece.workspace_id, piece.client_id, acting_account(piece.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'evidence-added' WHEN 'DELETE' THEN 'evidence-deleted' ELSE 'evidence-changed' END,
    'evidence', piece.id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('title', piece.title, 'titleBefore', CASE WHEN TG_OP = 'UPDATE' AND OLD.title <> NEW.title THEN OLD.title END));
  RETURN NULL;
END $$;

CREATE FUNCTION audit_evidence_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  link evidence_links := coalesce(NEW, OLD);
  piece evidence;
BEGIN
  SELECT * INTO piece FROM evidence WHERE workspace_id = link.workspace_id AND id = link.evidence_id;
  -- Taken off with its evidence.
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM write_audit(link.workspace_id, piece.client_id, acting_account(link.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'evidence-linked' ELSE 'evidence-unlinked' END,
    'evidence', piece.id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('title', piece.title, 'aboutType', link.subject_type, 'about', link.subject_id));
  RETURN NULL;
END $$;

CREATE TRIGGER audited_insert AFTER INSERT ON evidence FOR EACH ROW EXECUTE FUNCTION audit_evidence();
CREATE TRIGGER audited_update AFTER UPDATE ON evidence FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION audit_evidence();
CREATE TRIGGER audited_delete AFTER DELETE ON evidence FOR EACH ROW EXECUTE FUNCTION audit_evidence();
CREATE TRIGGER audited_insert AFTER INSERT ON evidence_links FOR EACH ROW EXECUTE FUNCTION audit_evidence_link();
CREATE TRIGGER audited_delete AFTER DELETE ON evidence_links FOR EACH ROW EXECUTE FUNCTION audit_evidence_link();

-- compatible: only tables of this migration
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['evidence', 'evidence_files', 'evidence_links', 'evidence_custody'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
  CREATE POLICY of_client ON evidence AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
  FOREACH name IN ARRAY ARRAY['evidence_files', 'evidence_links', 'evidence_custody'] LOOP
    EXECUTE format('CREATE POLICY of_evidence ON %1$I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR (
      SELECT true FROM evidence WHERE evidence.workspace_id = %1$I.workspace_id AND evidence.id = %1$I.evidence_id))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['refuse_custody_change()', 'audit_evidence()', 'audit_evidence_link()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
