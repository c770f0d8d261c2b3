-- Questionnaires that customers sent, and the library of approved answers (docs/decisions: a customer's questionnaire).

CREATE TABLE questionnaires (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  title text NOT NULL,
  -- Who sent it; empty if nobody said.
  customer text NOT NULL,
  due date,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'archived')),
  file_name text NOT NULL,
  file_type text NOT NULL CHECK (file_type IN ('xlsx', 'csv', 'docx')),
  sha256 bytea NOT NULL,
  size integer NOT NULL,
  -- Rows that look like questions and were not taken: [{"place": "…", "why": "…"}].
  not_taken jsonb NOT NULL DEFAULT '[]',
  -- What scans had observed when its questions were matched last (server/questionnaires/facts).
  facts jsonb NOT NULL DEFAULT '[]',
  matched_at timestamptz NOT NULL,
  uploaded_at timestamptz NOT NULL,
  -- No reference: accounts can be deleted, and what they uploaded stays.
  uploaded_by uuid NOT NULL,
  uploaded_by_name text NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX questionnaires_newest ON questionnaires (workspace_id, state, uploaded_at DESC, id DESC);
CREATE INDEX questionnaires_of_client ON questionnaires (client_id, state);

-- As it came. Missing for one that was handed over without it.
CREATE TABLE questionnaire_files (
  workspace_id uuid NOT NULL,
  questionnaire_id uuid NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (workspace_id, questionnaire_id),
  FOREIGN KEY (workspace_id, questionnaire_id) REFERENCES questionnaires ON DELETE CASCADE
);

CREATE TABLE questionnaire_questions (
  workspace_id uuid NOT NULL,
  questionnaire_id uuid NOT NULL,
  -- Where it stands in the file.
  id text NOT NULL,
  -- Its place in the list, from 0.
  no integer NOT NULL,
  place text NOT NULL,
  section text NOT NULL,
  text text NOT NULL,
  -- What stood in its answer cell when the file came.
  standing text NOT NULL,
  state text NOT NULL CHECK (state IN ('proposed', 'needs-person', 'confirmed')),
  -- Answers of the library by id, and facts as fact:ID, the best first. Of a proposed one, the first is proposed.
  candidates text[] NOT NULL DEFAULT '{}',
  answer text NOT NULL DEFAULT '',
  origin text CHECK (origin IN ('library', 'observation', 'person')),
  -- contract/questionnaires/sources.ts
  source jsonb,
  -- When the word was said that stands; NULL if nobody said anything.
  said_at timestamptz,
  -- Who said it, by their name at that time.
  said_by uuid,
  said_by_name text NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, questionnaire_id, id),
  FOREIGN KEY (workspace_id, questionnaire_id) REFERENCES questionnaires ON DELETE CASCADE,
  CHECK ((state = 'confirmed') = (origin IS NOT NULL)),
  CHECK ((origin IS NULL) = (source IS NULL)),
  CHECK ((state = 'confirmed') = (answer <> ''))
);

CREATE TABLE library_answers (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid NOT NULL,
  question text NOT NULL,
  answer text NOT NULL,
  -- More words by which it is found.
  tags text[] NOT NULL DEFAULT '{}',
  -- No references: evidence can be deleted, and the answer stays.
  evidence uuid[] NOT NULL DEFAULT '{}',
  -- As it reads now.
  approved_at timestamptz NOT NULL,
  approved_by uuid NOT NULL,
  approved_by_name text NOT NULL,
  -- The last day on which it may be given.
  expires_on date NOT NULL,
  withdrawn boolean NOT NULL DEFAULT false,
  -- When the word that stands was said, for each field.
  said jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX library_newest ON library_answers (workspace_id, approved_at DESC, id DESC);
CREATE INDEX library_of_client ON library_answers (client_id, withdrawn, expires_on);

-- Everything that people said of questions and of answers in the library, also what came too late to count. Grows only.
CREATE TABLE answer_words (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  subject_type text NOT NULL CHECK (subject_type IN ('questionnaire', 'library-answer')),
  -- Of the questionnaire, or of the answer in the library.
  subject_id uuid NOT NULL,
  -- Of a questionnaire, the question's id; of an answer in the library, what was said of it.
  field text NOT NULL,
  -- What a person reads.
  shown text NOT NULL,
  -- By the clock of the device, and never later than received_at.
  said_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  said_by uuid NOT NULL,
  said_by_name text NOT NULL,
  -- False: a newer word stood already.
  counted boolean NOT NULL
);
CREATE INDEX answer_words_of_subject ON answer_words (workspace_id, subject_id, field, said_at DESC);
CREATE INDEX answer_words_of_client ON answer_words (client_id);
CREATE FUNCTION refuse_answer_word_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id) THEN RETURN OLD; END IF;
  -- With its questionnaire, of which the audit log says that it was deleted.
  IF TG_OP = 'DELETE' AND OLD.subject_type = 'questionnaire' AND NOT EXISTS (
    SELECT FROM questionnaires WHERE workspace_id = OLD.workspace_id AND id = OLD.subject_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'What was said cannot be changed';
END $$;
CREATE TRIGGER words_stay BEFORE UPDATE OR DELETE ON answer_words FOR EACH ROW EXECUTE FUNCTION refuse_answer_word_change();
CREATE TRIGGER words_stay_whole BEFORE TRUNCATE ON answer_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The audit log.
CREATE FUNCTION audit_questionnaire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  about questionnaires := coalesce(NEW, OLD);
BEGIN
  -- Deleted with its client, whose end says so itself.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM clients WHERE id = OLD.client_id) THEN RETURN NULL; END IF;
  PERFORM write_audit(about.workspace_id, about.client_id, acting_account(about.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'questionnaire-added' WHEN 'DELETE' THEN 'questionnaire-deleted' ELSE 'questionnaire-changed' END,
    'questionnaire', about.id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('title', about.title, 'customer', about.customer, 'state', about.state));
  RETURN NULL;
END $$;
CREATE FUNCTION audit_answer_word() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- History of a client that is taken in: its people are no accounts here.
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.said_by, NULL,
    CASE NEW.subject_type WHEN 'questionnaire' THEN 'question-answered' ELSE 'library-answer-said' END,
    NEW.subject_type, NEW.subject_id::text, NULL, to_jsonb(NEW),
    jsonb_build_object('title', CASE NEW.subject_type
        WHEN 'questionnaire' THEN (SELECT left(text, 200) FROM questionnaire_questions
          WHERE workspace_id = NEW.workspace_id AND questionnaire_id = NEW.subject_id AND id = NEW.field)
        ELSE (SELECT left(question, 200) FROM library_answers WHERE workspace_id = NEW.workspace_id AND id = NEW.subject_id) END,
      'field', NEW.field, 'value', left(NEW.shown, 500), 'counted', NEW.counted, 'saidAt', NEW.said_at));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON questionnaires FOR EACH ROW EXECUTE FUNCTION audit_questionnaire();
-- Matching again changes nothing that a person said.
CREATE TRIGGER audited_update AFTER UPDATE ON questionnaires FOR EACH ROW
  WHEN ((OLD.title, OLD.customer, OLD.due, OLD.state) IS DISTINCT FROM (NEW.title, NEW.customer, NEW.due, NEW.state))
  EXECUTE FUNCTION audit_questionnaire();
CREATE TRIGGER audited_delete AFTER DELETE ON questionnaires FOR EACH ROW EXECUTE FUNCTION audit_questionnaire();
CREATE TRIGGER audited_insert AFTER INSERT ON answer_words FOR EACH ROW EXECUTE FUNCTION audit_answer_word();

-- compatible: only tables of this migration
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['questionnaires', 'questionnaire_files', 'questionnaire_questions', 'library_answers', 'answer_words'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['questionnaires', 'library_answers', 'answer_words'] LOOP
    EXECUTE format('CREATE POLICY of_client ON %I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['questionnaire_files', 'questionnaire_questions'] LOOP
    EXECUTE format('CREATE POLICY of_whole ON %1$I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR (
      SELECT true FROM questionnaires WHERE questionnaires.workspace_id = %1$I.workspace_id AND questionnaires.id = %1$I.questionnaire_id))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['refuse_answer_word_change()', 'audit_questionnaire()', 'audit_answer_word()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
