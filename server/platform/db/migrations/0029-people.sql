-- Emails with invitations are paced like others. The previous release reads kinds as texts and compares them with its own.
-- compatible: allows more than before
ALTER TABLE sent_mails DROP CONSTRAINT sent_mails_kind_check;
-- compatible: the previous release writes none but the kinds that it knows, which are among these; the table has one day of mails
ALTER TABLE sent_mails ADD CONSTRAINT sent_mails_kind_check
  CHECK (kind IN ('scan', 'lead', 'code', 'reset', 'notice', 'digest', 'invitation'));

-- Scans end with their workspace. Their owner is a text, so there is no foreign key that could do it.
CREATE FUNCTION end_scans_of_workspace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  DELETE FROM scans WHERE owner = OLD.id::text;
  RETURN NULL;
END $$;
-- compatible: the previous release deletes an account's scans itself, before the account
CREATE TRIGGER workspace_ends AFTER DELETE ON workspaces FOR EACH ROW EXECUTE FUNCTION end_scans_of_workspace();

-- compatible: fixes where the new function looks names up
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION end_scans_of_workspace() SET search_path = %I, pg_temp', current_schema());
END $$;
