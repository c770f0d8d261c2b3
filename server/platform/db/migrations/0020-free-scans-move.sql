-- Scans of the public form move to the account that confirms the address their reports went to (decision 65).
ALTER TABLE scans
  -- The canonical spelling of `email` (server/accounts/email/address.ts): only an identical address moves a scan.
  ADD COLUMN email_key text,
  -- When it moved to its account; NULL for scans that their owner requested.
  ADD COLUMN adopted_at timestamptz;
-- Older rows: the same spelling, except that host names with other letters stay as typed. Those do not move.
UPDATE scans SET email_key = lower(normalize(btrim(email), NFC)) WHERE owner = 'anonymous' AND email IS NOT NULL;
CREATE INDEX scans_to_adopt ON scans (email_key) WHERE owner = 'anonymous';

-- The host to scan every week once the address is confirmed: target and time zone.
ALTER TABLE accounts ADD COLUMN pending_watch jsonb;

-- Screens that are open hear of it, and the audit trail says whose the scan is from then on.
CREATE TRIGGER scan_adopted AFTER UPDATE OF owner ON scans FOR EACH ROW WHEN (OLD.owner <> NEW.owner)
  EXECUTE FUNCTION tell_scan_change();
CREATE FUNCTION audit_scan_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_trail (what, who, scan_id, kind, target, detail)
    VALUES ('scan moved to account', NEW.owner, NEW.id, NEW.kind, NEW.target, 'requested from the public form for the address of the account');
  RETURN NULL;
END $$;
CREATE TRIGGER scans_moved_audited AFTER UPDATE OF owner ON scans FOR EACH ROW WHEN (OLD.owner <> NEW.owner)
  EXECUTE FUNCTION audit_scan_move();
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_scan_move() SET search_path = %I, pg_temp', current_schema());
END $$;

-- Accounts that were confirmed before this version. Their findings are merged when the server starts (server/db/scans/take-over.ts).
UPDATE scans SET owner = accounts.id::text, adopted_at = now() FROM accounts
WHERE scans.owner = 'anonymous' AND scans.email_key = accounts.email_key AND scans.accepted_at <= accounts.email_confirmed_at;
