-- Assessments: a person's answers to a template's questions (docs/decisions/0104-assessments.md). Templates of ours are data of the
-- product (contract/assessments/templates): nothing refers to them by a key, and what was begun has its own copy.

-- What a workspace loaded. A version never changes.
CREATE TABLE assessment_templates (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id text NOT NULL,
  version integer NOT NULL,
  template jsonb NOT NULL,
  loaded_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id, version)
);

CREATE TABLE assessments (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  -- Whom or what it is about, if that is not the client.
  subject text NOT NULL,
  template_id text NOT NULL,
  template_version integer NOT NULL,
  template_title text NOT NULL,
  template_kind text NOT NULL CHECK (template_kind IN ('self', 'vendor', 'visit')),
  -- As it was when it was begun.
  template jsonb NOT NULL,
  state text NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'under-way', 'submitted', 'returned', 'accepted', 'signed', 'closed')),
  state_reason text NOT NULL DEFAULT '',
  -- When the state was said that stands.
  state_said_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  changed_at timestamptz NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  -- How far it is, counted with each word, so that a list reads no words.
  answered integer NOT NULL,
  asked integer NOT NULL,
  missing integer NOT NULL,
  differing integer NOT NULL,
  gaps integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX assessments_by_change ON assessments (client_id, changed_at DESC, id DESC);

-- Everything that was said of a question. Grows only.
CREATE TABLE assessment_words (
  -- In the order in which they arrived.
  no bigint GENERATED ALWAYS AS IDENTITY,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  assessment_id uuid NOT NULL,
  id uuid NOT NULL,
  question_id text NOT NULL,
  answer jsonb NOT NULL,
  -- The words that it takes the place of. They may arrive later than it.
  after uuid[] NOT NULL,
  -- By the clock of the device, and never later than received_at.
  said_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- NULL for a person without an account, and in a client that was taken in.
  said_by uuid,
  said_by_name text NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, assessment_id) REFERENCES assessments ON DELETE CASCADE
);
CREATE INDEX assessment_words_of_question ON assessment_words (workspace_id, assessment_id, question_id, no);

-- Signatures over answers. They stay; that one stands no more is written once.
CREATE TABLE sign_offs (
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  assessment_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Of the assessment. All sign-offs of a revision are over the same answers.
  revision integer NOT NULL,
  -- The words that stood.
  covers uuid[] NOT NULL,
  sha256 bytea NOT NULL,
  signers jsonb NOT NULL,
  place jsonb,
  -- What scans observed at that time, as proposals: an answer that they speak against stays marked.
  observed jsonb NOT NULL,
  said_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- Who took the signatures.
  signed_by uuid NOT NULL,
  signed_by_name text NOT NULL,
  voided_at timestamptz,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, assessment_id) REFERENCES assessments ON DELETE CASCADE
);
CREATE INDEX sign_offs_of_assessment ON sign_offs (workspace_id, assessment_id, received_at);

-- Links with which the people who signed get their copy.
CREATE TABLE signed_links (
  -- Of the token, which only the link has.
  token_hash bytea PRIMARY KEY,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  sign_off_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (workspace_id, sign_off_id) REFERENCES sign_offs ON DELETE CASCADE
);
CREATE INDEX signed_links_of_sign_off ON signed_links (workspace_id, sign_off_id);

-- Emails with links to signed copies are paced like others.
-- compatible: the previous release writes only what was allowed before, and reads kinds as texts
ALTER TABLE sent_mails DROP CONSTRAINT sent_mails_kind_check;
-- compatible: allows more than the one before; the table has one day of mails
ALTER TABLE sent_mails ADD CONSTRAINT sent_mails_kind_check
  CHECK (kind IN ('scan', 'lead', 'code', 'reset', 'notice', 'digest', 'invitation', 'signed'));

CREATE TRIGGER words_stay BEFORE UPDATE OR DELETE ON assessment_words FOR EACH ROW EXECUTE FUNCTION refuse_word_change();
CREATE TRIGGER words_stay_whole BEFORE TRUNCATE ON assessment_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE FUNCTION refuse_sign_off_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id) THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND OLD.voided_at IS NULL AND to_jsonb(NEW) - 'voided_at' = to_jsonb(OLD) - 'voided_at' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'A sign-off cannot be changed';
END $$;
CREATE TRIGGER sign_offs_stay BEFORE UPDATE OR DELETE ON sign_offs FOR EACH ROW EXECUTE FUNCTION refuse_sign_off_change();
CREATE TRIGGER sign_offs_stay_whole BEFORE TRUNCATE ON sign_offs FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- compatible: the previous release writes only what was allowed before
ALTER TABLE evidence_links DROP CONSTRAINT evidence_links_subject_type_check;
-- compatible: allows more than the one before
ALTER TABLE evidence_links ADD CONSTRAINT evidence_links_subject_type_check
  CHECK (subject_type IN ('finding', 'asset', 'scan', 'control', 'requirement', 'task', 'assessment')) NOT VALID;
-- compatible: as above
ALTER TABLE said_words DROP CONSTRAINT said_words_subject_type_check;
-- compatible: allows more than the one before
ALTER TABLE said_words ADD CONSTRAINT said_words_subject_type_check
  CHECK (subject_type IN ('requirement', 'control', 'task', 'evidence', 'assessment')) NOT VALID;
-- compatible: as above
ALTER TABLE tasks DROP CONSTRAINT tasks_cause_type_check;
-- The id of such a cause is that of its assessment, a space, and that of its question.
-- compatible: allows more than the one before
ALTER TABLE tasks ADD CONSTRAINT tasks_cause_type_check
  CHECK (cause_type IN ('findings', 'test', 'assessment', 'person')) NOT VALID;

-- The audit log. What is said of an assessment's state has a word of its own.
-- compatible: the same for everything that the previous release writes
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
      'field', NEW.field, 'value', NEW.shown, 'counted', NEW.counted, 'saidAt', NEW.said_at));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_template() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NULL, acting_account(NEW.workspace_id), NULL, 'template-loaded', 'template', NEW.id, NULL,
    to_jsonb(NEW), jsonb_build_object('title', NEW.template ->> 'title', 'version', NEW.version::text));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_assessment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.started_by, NULL, 'assessment-begun', 'assessment', NEW.id::text, NULL,
    to_jsonb(NEW), jsonb_build_object('title', NEW.title, 'subject', NEW.subject, 'template', NEW.template_title));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.said_by, NULL, 'answered', 'assessment', NEW.assessment_id::text, NULL,
    to_jsonb(NEW), jsonb_build_object(
      'title', (SELECT title FROM assessments WHERE workspace_id = NEW.workspace_id AND id = NEW.assessment_id),
      'question', NEW.question_id, 'saidAt', NEW.said_at));
  RETURN NULL;
END $$;
-- Signed, or signed by people over answers that had changed meanwhile; and later, that it stands no more.
CREATE FUNCTION audit_sign_off() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id,
    CASE TG_OP WHEN 'INSERT' THEN NEW.signed_by ELSE acting_account(NEW.workspace_id) END, NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'assessment-signed' ELSE 'sign-off-voided' END, 'assessment', NEW.assessment_id::text,
    to_jsonb(OLD), to_jsonb(NEW), jsonb_build_object(
      'title', (SELECT title FROM assessments WHERE workspace_id = NEW.workspace_id AND id = NEW.assessment_id),
      'revision', NEW.revision::text, 'sha256', encode(NEW.sha256, 'hex'), 'voided', NEW.voided_at IS NOT NULL,
      'signers', (SELECT string_agg(signer ->> 'name', ', ') FROM jsonb_array_elements(NEW.signers) AS signer)));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON assessment_templates FOR EACH ROW EXECUTE FUNCTION audit_template();
CREATE TRIGGER audited_insert AFTER INSERT ON assessments FOR EACH ROW EXECUTE FUNCTION audit_assessment();
CREATE TRIGGER audited_insert AFTER INSERT ON assessment_words FOR EACH ROW EXECUTE FUNCTION audit_answer();
CREATE TRIGGER audited_insert AFTER INSERT ON sign_offs FOR EACH ROW EXECUTE FUNCTION audit_sign_off();
CREATE TRIGGER audited_update AFTER UPDATE ON sign_offs FOR EACH ROW EXECUTE FUNCTION audit_sign_off();

-- compatible: only tables and functions of this migration
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['assessment_templates', 'assessments', 'assessment_words', 'sign_offs', 'signed_links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['assessments', 'assessment_words', 'sign_offs', 'signed_links'] LOOP
    EXECUTE format('CREATE POLICY of_client ON %I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['refuse_sign_off_change()', 'audit_word()', 'audit_template()', 'audit_assessment()', 'audit_answer()',
    'audit_sign_off()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
