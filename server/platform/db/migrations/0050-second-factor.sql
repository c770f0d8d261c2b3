-- Codes from an app (TOTP). `sealed_secret` is encrypted (server/secret-box.ts).
CREATE TABLE account_totp (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- NULL until a code has confirmed it; until then, nothing is asked for at sign-in.
  confirmed_at timestamptz,
  -- The newest time step whose code was used: no code works twice, and none that is older.
  last_step bigint NOT NULL DEFAULT 0
);

-- 118 random bits each, so that a plain hash is enough.
CREATE TABLE account_recovery_codes (
  account_id uuid NOT NULL REFERENCES account_totp ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);

-- Sign-ins whose password was right, and that wait for a second factor.
CREATE TABLE pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  tries smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX pending_sign_ins_by_account ON pending_sign_ins (account_id);

CREATE FUNCTION audit_totp() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.confirmed_at IS NOT NULL THEN PERFORM audit_account(OLD.account_id, 'second-factor-removed', '{}'); END IF;
  ELSIF OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL THEN
    PERFORM audit_account(NEW.account_id, 'second-factor-added', '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_totp AFTER UPDATE OF confirmed_at OR DELETE ON account_totp
  FOR EACH ROW EXECUTE FUNCTION audit_totp();

-- compatible: the function of this migration
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_totp() SET search_path = %I, pg_temp', current_schema());
END $$;
