-- Frameworks, controls, their tests and runs, and tasks (docs/decisions/0103-from-a-scan-to-a-control.md). Ids of frameworks and
-- requirements are those of the packs (contract/frameworks/packs), which are data of the product: nothing refers to them by a key, and
-- what was decided about one that a later pack does not have stays.

-- What a client follows. Given up, its decisions and controls stay.
CREATE TABLE framework_choices (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  framework text NOT NULL,
  chosen_at timestamptz NOT NULL,
  given_up_at timestamptz,
  PRIMARY KEY (client_id, framework)
);

-- The decision that stands. A requirement without a row is undecided.
CREATE TABLE requirement_decisions (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  framework text NOT NULL,
  requirement_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('undecided', 'applicable', 'not-applicable')),
  justification text NOT NULL,
  said_at timestamptz NOT NULL,
  said_by uuid NOT NULL,
  said_by_name text NOT NULL,
  -- When a person last said that it still holds; NULL if nobody did since it was decided.
  reviewed_at timestamptz,
  PRIMARY KEY (client_id, framework, requirement_id),
  CHECK (state <> 'not-applicable' OR justification <> '')
);

-- Everything that people said of requirements, controls, tasks and evidence, also what came too late to count. Grows only.
CREATE TABLE said_words (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  subject_type text NOT NULL CHECK (subject_type IN ('requirement', 'control', 'task', 'evidence')),
  -- Of a requirement: its framework, a space, and its id.
  subject_id text NOT NULL,
  field text NOT NULL,
  -- NULL in a client that was taken in, where it named an account.
  value jsonb,
  -- What a person reads: a name instead of an id.
  shown text NOT NULL,
  -- By the clock of the device, and never later than received_at.
  said_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  said_by uuid NOT NULL,
  said_by_name text NOT NULL,
  -- False: a newer word stood already.
  counted boolean NOT NULL
);
CREATE INDEX said_words_of_subject ON said_words (workspace_id, client_id, subject_type, subject_id, said_at DESC);

-- The official words that a workspace loaded.
CREATE TABLE framework_catalogs (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  framework text NOT NULL,
  title text NOT NULL,
  version text NOT NULL,
  loaded_at timestamptz NOT NULL,
  -- SHA-256 of the file.
  sha256 bytea NOT NULL,
  PRIMARY KEY (workspace_id, framework)
);
CREATE TABLE catalog_texts (
  workspace_id uuid NOT NULL,
  framework text NOT NULL,
  requirement_id text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (workspace_id, framework, requirement_id),
  FOREIGN KEY (workspace_id, framework) REFERENCES framework_catalogs ON DELETE CASCADE
);

CREATE TABLE controls (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  code text NOT NULL,
  title text NOT NULL,
  objective text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('technical', 'procedural', 'physical')),
  state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'operating', 'not-operating', 'retired')),
  reason text NOT NULL DEFAULT '',
  -- A member. No reference: people leave, and the control stays.
  owner uuid,
  -- Of contract/controls/catalog.json, if it was proposed.
  catalog_code text,
  -- When the word that stands was said, for each field: {"owner": "2026-11-24T10:00:00.000Z"}.
  said jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (client_id, code),
  UNIQUE (client_id, catalog_code)
);

CREATE TABLE control_requirements (
  workspace_id uuid NOT NULL,
  control_id uuid NOT NULL,
  framework text NOT NULL,
  requirement_id text NOT NULL,
  -- Whether our catalog or a person linked them.
  source text NOT NULL CHECK (source IN ('catalog', 'person')),
  PRIMARY KEY (workspace_id, control_id, framework, requirement_id),
  FOREIGN KEY (workspace_id, control_id) REFERENCES controls ON DELETE CASCADE
);
CREATE INDEX control_requirements_by_requirement ON control_requirements (workspace_id, framework, requirement_id);

CREATE TABLE control_tests (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  control_id uuid NOT NULL,
  title text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('scan', 'checklist', 'document', 'attestation')),
  -- contract/controls/tests.ts
  spec jsonb NOT NULL,
  -- Of a scan test, as in its spec: what a finished scan is matched with.
  classes text[] NOT NULL DEFAULT '{}',
  -- Empty: all hosts of the client.
  hosts text[] NOT NULL DEFAULT '{}',
  every_days integer NOT NULL CHECK (every_days > 0),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  -- When its spec, its cadence or whether it is active was changed last.
  changed_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, control_id) REFERENCES controls ON DELETE CASCADE
);
CREATE INDEX control_tests_of_control ON control_tests (workspace_id, control_id);

-- Grows only.
CREATE TABLE test_runs (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  control_id uuid NOT NULL,
  test_id uuid NOT NULL,
  -- Of a scan; empty for a person's run.
  host text NOT NULL DEFAULT '',
  at timestamptz NOT NULL,
  window_from timestamptz NOT NULL,
  window_to timestamptz NOT NULL,
  result text NOT NULL CHECK (result IN ('passed', 'failed', 'incomplete')),
  reason text NOT NULL,
  expires_on date NOT NULL,
  -- No reference: scans can be deleted, and the run stays.
  scan_id uuid,
  by_account uuid,
  by_name text NOT NULL DEFAULT '',
  evidence_id uuid,
  -- Of a checklist.
  answers jsonb,
  PRIMARY KEY (workspace_id, id),
  -- One run for each scan and test, however often the scan is taken over.
  UNIQUE (workspace_id, test_id, scan_id),
  FOREIGN KEY (workspace_id, test_id) REFERENCES control_tests ON DELETE CASCADE,
  CHECK ((scan_id IS NULL) <> (by_account IS NULL))
);
CREATE INDEX test_runs_of_control ON test_runs (workspace_id, control_id, at DESC, id DESC);
CREATE INDEX test_runs_of_test ON test_runs (workspace_id, test_id, at DESC, id DESC);
CREATE INDEX test_runs_on_host ON test_runs (workspace_id, test_id, host, at DESC);
CREATE INDEX test_runs_of_client ON test_runs (client_id, at, id) INCLUDE (test_id, host, result);
CREATE INDEX test_runs_of_evidence ON test_runs (workspace_id, evidence_id);

-- The newest run of each test on each host, so that a standing is read without all runs.
CREATE TABLE newest_runs (
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  control_id uuid NOT NULL,
  test_id uuid NOT NULL,
  host text NOT NULL,
  run_id uuid NOT NULL,
  at timestamptz NOT NULL,
  result text NOT NULL,
  -- Of the newest run that passed or failed: when, its last day, and what it said. NULL if all were incomplete.
  complete_at timestamptz,
  complete_until date,
  complete_result text,
  PRIMARY KEY (workspace_id, test_id, host),
  FOREIGN KEY (workspace_id, test_id) REFERENCES control_tests ON DELETE CASCADE
);
CREATE INDEX newest_runs_of_client ON newest_runs (client_id, control_id);

CREATE TABLE tasks (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  note text NOT NULL DEFAULT '',
  cause_type text NOT NULL CHECK (cause_type IN ('findings', 'test', 'person')),
  -- A class of findings, or the id of a test; empty for a person's.
  cause_id text NOT NULL DEFAULT '',
  owner uuid,
  due date,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'doing', 'review', 'done', 'dropped')),
  outcome text NOT NULL DEFAULT '',
  said jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  reopened_at timestamptz,
  -- Since when it is done or dropped.
  ended_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  CHECK ((cause_type = 'person') = (cause_id = '')),
  CHECK ((state IN ('done', 'dropped')) = (ended_at IS NOT NULL))
);
-- The same cause opens its task again and adds no other.
CREATE UNIQUE INDEX tasks_by_cause ON tasks (client_id, cause_type, cause_id) WHERE cause_type <> 'person';
CREATE INDEX tasks_by_due ON tasks (workspace_id, coalesce(due, 'infinity'), id) WHERE state NOT IN ('done', 'dropped');
CREATE INDEX tasks_of_client ON tasks (client_id, state);

CREATE TABLE task_controls (
  workspace_id uuid NOT NULL,
  task_id uuid NOT NULL,
  control_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, task_id, control_id),
  FOREIGN KEY (workspace_id, task_id) REFERENCES tasks ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, control_id) REFERENCES controls ON DELETE CASCADE
);
CREATE INDEX task_controls_by_control ON task_controls (workspace_id, control_id);

-- Runs and words go with their client, or their test, and in no other way.
CREATE FUNCTION refuse_run_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id)
    OR NOT EXISTS (SELECT FROM control_tests WHERE workspace_id = OLD.workspace_id AND id = OLD.test_id)) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A test run cannot be changed';
END $$;
CREATE TRIGGER runs_stay BEFORE UPDATE OR DELETE ON test_runs FOR EACH ROW EXECUTE FUNCTION refuse_run_change();
CREATE TRIGGER runs_stay_whole BEFORE TRUNCATE ON test_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE FUNCTION refuse_word_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'What was said cannot be changed';
END $$;
CREATE TRIGGER words_stay BEFORE UPDATE OR DELETE ON said_words FOR EACH ROW EXECUTE FUNCTION refuse_word_change();
CREATE TRIGGER words_stay_whole BEFORE TRUNCATE ON said_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The audit log. Words say what people decided; the rest says what was added, linked and loaded.
CREATE FUNCTION audit_word() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- History of a client that is taken in: its people are no accounts here.
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.said_by, NULL,
    CASE NEW.subject_type WHEN 'requirement' THEN 'requirement-decided' WHEN 'evidence' THEN 'evidence-decided'
      ELSE NEW.subject_type || '-changed' END,
    NEW.subject_type, NEW.subject_id, NULL, to_jsonb(NEW),
    jsonb_build_object('title', CASE NEW.subject_type
        WHEN 'control' THEN (SELECT code || ' ' || title FROM controls WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid)
        WHEN 'task' THEN (SELECT title FROM tasks WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid)
        WHEN 'evidence' THEN (SELECT title FROM evidence WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id::uuid) END,
      'field', NEW.field, 'value', NEW.shown, 'counted', NEW.counted, 'saidAt', NEW.said_at));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_framework_choice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, acting_account(NEW.workspace_id), NULL,
    CASE WHEN NEW.given_up_at IS NULL THEN 'framework-chosen' ELSE 'framework-given-up' END,
    'framework', NEW.framework, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW), '{}');
  RETURN NULL;
END $$;
CREATE FUNCTION audit_control() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, acting_account(NEW.workspace_id), NULL, 'control-added',
    'control', NEW.id::text, NULL, to_jsonb(NEW), jsonb_build_object('code', NEW.code, 'title', NEW.title));
  RETURN NULL;
END $$;
-- What our catalog links, it links with the control.
CREATE FUNCTION audit_control_requirement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  link control_requirements := coalesce(NEW, OLD);
  about controls;
BEGIN
  SELECT * INTO about FROM controls WHERE workspace_id = link.workspace_id AND id = link.control_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM write_audit(link.workspace_id, about.client_id, acting_account(link.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'control-linked' ELSE 'control-unlinked' END, 'control', about.id::text,
    to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('code', about.code, 'framework', link.framework, 'requirement', link.requirement_id));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_control_test() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  about controls;
BEGIN
  SELECT * INTO about FROM controls WHERE workspace_id = NEW.workspace_id AND id = NEW.control_id;
  PERFORM write_audit(NEW.workspace_id, about.client_id, acting_account(NEW.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'test-added' ELSE 'test-changed' END, 'test', NEW.id::text,
    CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW),
    jsonb_build_object('code', about.code, 'title', NEW.title, 'active', NEW.active));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.by_account, NULL, 'test-run', 'test', NEW.test_id::text,
    NULL, to_jsonb(NEW), jsonb_build_object('result', NEW.result, 'reason', NEW.reason));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, acting_account(NEW.workspace_id), NULL, 'task-added',
    'task', NEW.id::text, NULL, to_jsonb(NEW), jsonb_build_object('title', NEW.title, 'due', NEW.due));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_catalog() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  loaded framework_catalogs := coalesce(NEW, OLD);
BEGIN
  -- Gone with its workspace.
  IF NOT EXISTS (SELECT FROM workspaces WHERE id = loaded.workspace_id) THEN RETURN NULL; END IF;
  PERFORM write_audit(loaded.workspace_id, NULL, acting_account(loaded.workspace_id), NULL,
    CASE TG_OP WHEN 'DELETE' THEN 'catalog-dropped' ELSE 'catalog-loaded' END, 'catalog', loaded.framework,
    to_jsonb(OLD), to_jsonb(NEW), jsonb_build_object('title', loaded.title, 'version', loaded.version));
  RETURN NULL;
END $$;

CREATE TRIGGER audited_insert AFTER INSERT ON said_words FOR EACH ROW EXECUTE FUNCTION audit_word();
CREATE TRIGGER audited_insert AFTER INSERT ON framework_choices FOR EACH ROW EXECUTE FUNCTION audit_framework_choice();
CREATE TRIGGER audited_update AFTER UPDATE ON framework_choices FOR EACH ROW
  WHEN ((OLD.given_up_at IS NULL) <> (NEW.given_up_at IS NULL)) EXECUTE FUNCTION audit_framework_choice();
CREATE TRIGGER audited_insert AFTER INSERT ON controls FOR EACH ROW EXECUTE FUNCTION audit_control();
CREATE TRIGGER audited_insert AFTER INSERT ON control_requirements FOR EACH ROW WHEN (NEW.source = 'person')
  EXECUTE FUNCTION audit_control_requirement();
CREATE TRIGGER audited_delete AFTER DELETE ON control_requirements FOR EACH ROW EXECUTE FUNCTION audit_control_requirement();
CREATE TRIGGER audited_insert AFTER INSERT ON control_tests FOR EACH ROW EXECUTE FUNCTION audit_control_test();
CREATE TRIGGER audited_update AFTER UPDATE ON control_tests FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION audit_control_test();
CREATE TRIGGER audited_insert AFTER INSERT ON test_runs FOR EACH ROW WHEN (NEW.by_account IS NOT NULL) EXECUTE FUNCTION audit_run();
CREATE TRIGGER audited_insert AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION audit_task();
CREATE TRIGGER audited_insert AFTER INSERT ON framework_catalogs FOR EACH ROW EXECUTE FUNCTION audit_catalog();
CREATE TRIGGER audited_delete AFTER DELETE ON framework_catalogs FOR EACH ROW EXECUTE FUNCTION audit_catalog();

-- compatible: only tables of this migration
DO $$
DECLARE
  name text;
  parent text[];
BEGIN
  FOREACH name IN ARRAY ARRAY['framework_choices', 'requirement_decisions', 'said_words', 'framework_catalogs', 'catalog_texts',
    'controls', 'control_requirements', 'control_tests', 'test_runs', 'newest_runs', 'tasks', 'task_controls'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['framework_choices', 'requirement_decisions', 'said_words', 'controls', 'test_runs', 'newest_runs', 'tasks'] LOOP
    EXECUTE format('CREATE POLICY of_client ON %I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()))', name);
  END LOOP;
  FOREACH parent SLICE 1 IN ARRAY ARRAY[
    ['control_requirements', 'controls', 'control_id'], ['control_tests', 'controls', 'control_id'], ['task_controls', 'tasks', 'task_id']
  ] LOOP
    EXECUTE format('CREATE POLICY of_whole ON %1$I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR (
      SELECT true FROM %2$I WHERE %2$I.workspace_id = %1$I.workspace_id AND %2$I.id = %1$I.%3$I))', parent[1], parent[2], parent[3]);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['refuse_run_change()', 'refuse_word_change()', 'audit_word()', 'audit_framework_choice()',
    'audit_control()', 'audit_control_requirement()', 'audit_control_test()', 'audit_run()', 'audit_task()', 'audit_catalog()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
