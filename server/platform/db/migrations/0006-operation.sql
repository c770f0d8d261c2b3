-- While there is a row, no scan is accepted and none runs (npm run operate -- stop).
CREATE TABLE scan_stop (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- Who had what scanned, and what the operator did. Nobody can change it, the program neither.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  what text NOT NULL,
  -- 'anonymous', an account id, or 'operator'. An id outlives its account and says nothing about a person.
  who text NOT NULL,
  scan_id uuid,
  kind text,
  -- Of an anonymous scan only its SHA-256: what visitors ask for is forgotten with their scans.
  target text,
  detail text NOT NULL DEFAULT ''
);
CREATE INDEX audit_trail_by_time ON audit_trail (at);

-- From where a scan was asked for; deleted after 7 days.
CREATE TABLE audit_addresses (
  audit_id bigint PRIMARY KEY REFERENCES audit_trail,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit trail cannot be changed';
END $$;
CREATE TRIGGER audit_trail_stays BEFORE UPDATE OR DELETE ON audit_trail FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_trail_stays_whole BEFORE TRUNCATE ON audit_trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Written by the database itself, so that no way of starting or ending a scan can forget it.
CREATE FUNCTION audit_scan() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shown text := CASE WHEN NEW.owner = 'anonymous' THEN encode(sha256(convert_to(NEW.target, 'UTF8')), 'hex') ELSE NEW.target END;
  address text := nullif(current_setting('plumbline.client', true), '');
  written bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO audit_trail (what, who, scan_id, kind, target, detail)
      VALUES ('scan accepted', NEW.owner, NEW.id, NEW.kind, shown,
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
CREATE TRIGGER scans_audited AFTER INSERT OR UPDATE OF status ON scans FOR EACH ROW EXECUTE FUNCTION audit_scan();
