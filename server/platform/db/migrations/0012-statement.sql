-- Which version of the terms said, at the start of a scan, that its target is one's own or that one was asked to scan it. NULL
-- for what is no start of a scan, and for those from before this was written down.
ALTER TABLE audit_trail ADD COLUMN statement text;

CREATE OR REPLACE FUNCTION audit_scan() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown text := CASE WHEN NEW.owner = 'anonymous' THEN encode(sha256(convert_to(NEW.target, 'UTF8')), 'hex') ELSE NEW.target END;
  address text := nullif(current_setting('plumbline.client', true), '');
  version text := nullif(current_setting('plumbline.statement', true), '');
  written bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_trail (what, who, scan_id, kind, target, statement, detail)
      VALUES ('scan accepted', NEW.owner, NEW.id, NEW.kind, shown, version,
        'asked for with the statement that the target is one''s own or that one was asked to scan it')
      RETURNING id INTO written;
    IF address IS NOT NULL THEN
      INSERT INTO audit_addresses (audit_id, address) VALUES (written, address);
    END IF;
  ELSIF NEW.status <> OLD.status THEN
    INSERT INTO audit_trail (what, who, scan_id, kind, target, detail)
      VALUES ('scan ' || NEW.state, NEW.owner, NEW.id, NEW.kind, shown, coalesce(NEW.failure_code, ''));
  END IF;
  RETURN NULL;
END $$;
