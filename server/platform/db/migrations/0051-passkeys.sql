-- Passkeys (docs/decisions/0108-passkeys.md). What a browser keeps an account's passkeys under: 64 random bytes that say nothing.
CREATE TABLE passkey_users (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  user_handle bytea NOT NULL UNIQUE CHECK (octet_length(user_handle) = 64)
);

-- Public keys alone: nothing in here signs anyone in.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES passkey_users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  -- How often it has signed, as it says itself; many always say 0.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- Whether it can be on several devices, and whether it is.
  syncable boolean NOT NULL,
  synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- NULL: it has signed no one in yet.
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_account ON passkeys (account_id, created_at);

-- What a passkey has to sign: each counts once, for minutes, in the browser that asked for it.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  -- Whose passkey is added with it; NULL: for signing in.
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_old ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_of_account ON passkey_challenges (account_id) WHERE account_id IS NOT NULL;

CREATE FUNCTION audit_passkey() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM audit_account(OLD.account_id, 'passkey-removed', '{}');
  ELSE PERFORM audit_account(NEW.account_id, 'passkey-added', '{}');
  END IF;
  RETURN NULL;
END $$;
-- compatible: a table of this migration
CREATE TRIGGER audit_passkey AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION audit_passkey();

-- compatible: the function of this migration
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_passkey() SET search_path = %I, pg_temp', current_schema());
END $$;
