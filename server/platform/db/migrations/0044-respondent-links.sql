-- People without an account who answer sections of an assessment through a link (docs/decisions/0105-answers-through-a-link.md).
CREATE TABLE respondents (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  id uuid PRIMARY KEY,
  assessment_id uuid NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  sections text[] NOT NULL CHECK (cardinality(sections) > 0),
  -- Of the tokens of the two links that work: the one that the member was shown, and that of the newest email.
  shown_hash bytea UNIQUE,
  mailed_hash bytea UNIQUE,
  -- Goes up with each link that is made. An email for an earlier one is not sent.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  -- A member. No reference: people leave, and the link stays until its end.
  created_by uuid NOT NULL,
  -- The last day (UTC) on which it works.
  ends_on date NOT NULL,
  opened_at timestamptz,
  confirmed_at timestamptz,
  revoked_at timestamptz,
  FOREIGN KEY (workspace_id, assessment_id) REFERENCES assessments (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX respondents_of_assessment ON respondents (workspace_id, assessment_id, created_at);
CREATE INDEX respondents_of_client ON respondents (client_id);

-- Codes and sessions are deleted with their link, when it is revoked, and when their time is over.
CREATE TABLE respondent_codes (
  respondent_id uuid PRIMARY KEY REFERENCES respondents ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  -- Argon2id, as a PHC string.
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE TABLE respondent_sessions (
  token_hash bytea PRIMARY KEY,
  respondent_id uuid NOT NULL REFERENCES respondents ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX respondent_sessions_of_link ON respondent_sessions (respondent_id, created_at);

-- Sections that were sent, and when they last were.
CREATE TABLE respondent_parts (
  workspace_id uuid NOT NULL,
  respondent_id uuid NOT NULL REFERENCES respondents ON DELETE CASCADE,
  section text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (respondent_id, section)
);

-- Through which link a word came; NULL for a member's. No reference: words stay when their link is forgotten.
ALTER TABLE assessment_words ADD COLUMN respondent_id uuid;

-- compatible: the same for everything that the previous release writes
CREATE OR REPLACE FUNCTION audit_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF current_setting('plumbline.taking_in', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, NEW.said_by, NULL, 'answered', 'assessment', NEW.assessment_id::text, NULL,
    to_jsonb(NEW), jsonb_build_object(
      'title', (SELECT title FROM assessments WHERE workspace_id = NEW.workspace_id AND id = NEW.assessment_id),
      'question', NEW.question_id, 'saidAt', NEW.said_at,
      'respondent', CASE WHEN NEW.respondent_id IS NOT NULL THEN NEW.said_by_name END, 'respondentId', NEW.respondent_id));
  RETURN NULL;
END $$;

-- Links that go with their assessment, or because their time is over, are not revoked. Hashes of tokens are no part of what is said.
CREATE FUNCTION audit_respondent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  did text := CASE WHEN TG_OP = 'INSERT' THEN 'respondent-asked'
    WHEN OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL THEN 'respondent-revoked'
    WHEN OLD.version <> NEW.version THEN 'respondent-asked-again'
    ELSE 'respondent-confirmed' END;
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id,
    CASE WHEN did <> 'respondent-confirmed' THEN acting_account(NEW.workspace_id) END, NULL, did,
    'respondent', NEW.id::text, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) - 'shown_hash' - 'mailed_hash' END,
    to_jsonb(NEW) - 'shown_hash' - 'mailed_hash',
    jsonb_build_object('name', NEW.name, 'email', NEW.email, 'endsOn', NEW.ends_on, 'assessmentId', NEW.assessment_id,
      'respondent', CASE WHEN did = 'respondent-confirmed' THEN NEW.name END));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON respondents FOR EACH ROW EXECUTE FUNCTION audit_respondent();
CREATE TRIGGER audited_update AFTER UPDATE ON respondents FOR EACH ROW
  WHEN (OLD.version <> NEW.version OR (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
    OR (OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL))
  EXECUTE FUNCTION audit_respondent();

CREATE FUNCTION audit_respondent_part() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  sender respondents;
BEGIN
  SELECT * INTO sender FROM respondents WHERE id = NEW.respondent_id;
  PERFORM write_audit(NEW.workspace_id, sender.client_id, NULL, NULL, 'part-sent', 'respondent', NEW.respondent_id::text,
    CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) END, to_jsonb(NEW),
    jsonb_build_object('respondent', sender.name, 'section', NEW.section, 'assessmentId', sender.assessment_id));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT OR UPDATE ON respondent_parts FOR EACH ROW EXECUTE FUNCTION audit_respondent_part();

-- compatible: only tables and functions of this migration, and one that is made anew
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['respondents', 'respondent_codes', 'respondent_sessions', 'respondent_parts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
  CREATE POLICY of_client ON respondents AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
  FOREACH name IN ARRAY ARRAY['respondent_codes', 'respondent_sessions', 'respondent_parts'] LOOP
    EXECUTE format('CREATE POLICY of_whole ON %1$I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR (
      SELECT true FROM respondents WHERE respondents.id = %1$I.respondent_id))', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['audit_answer()', 'audit_respondent()', 'audit_respondent_part()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
