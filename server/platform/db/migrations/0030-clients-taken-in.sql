-- Clients that were handed over by another workspace (docs/decisions/0087-a-client-is-handed-over-as-one-file.md).

-- SHA-256 of the file that a client was taken in from: the same file is taken in once.
ALTER TABLE clients ADD COLUMN taken_in bytea;
-- compatible: no row has a value, and the previous release writes none
CREATE UNIQUE INDEX clients_by_file ON clients (workspace_id, taken_in) WHERE taken_in IS NOT NULL;

-- What is kept about new scans is not kept about those that were taken in: they were asked for elsewhere, and bring their timeline.
-- compatible: only a transaction that takes a client in says so
CREATE OR REPLACE TRIGGER scans_kept AFTER INSERT ON scans REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (current_setting('plumbline.taking_in', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION keep_new_scans();
