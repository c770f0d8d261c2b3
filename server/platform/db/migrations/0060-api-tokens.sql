-- Tokens with which programs act for a member of a workspace (docs/decisions/0112-api-tokens.md).
CREATE TABLE api_tokens (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Who made it. It acts with at most the role of this membership, and ends with it.
  account_id uuid NOT NULL,
  -- The only client that it reaches; NULL for all that its maker sees.
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  name text NOT NULL,
  -- The first characters of the token, to tell tokens apart.
  prefix text NOT NULL CHECK (length(prefix) <= 8),
  -- SHA-256 of the token, which is shown once and kept nowhere.
  token_hash bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  -- The last day (UTC) on which it works.
  ends_on date NOT NULL,
  -- A day and no more: it says that the token is in use, not when its owner works.
  last_used_on date,
  revoked_at timestamptz,
  FOREIGN KEY (workspace_id, account_id) REFERENCES memberships (workspace_id, account_id) ON DELETE CASCADE,
  CHECK (ends_on <= (created_at AT TIME ZONE 'UTC')::date + 366)
);
CREATE INDEX api_tokens_of_member ON api_tokens (workspace_id, account_id, created_at);
CREATE INDEX api_tokens_of_client ON api_tokens (client_id);

-- Tokens that go with their member, their client or after their time are not revoked. The hash is no part of what is said.
CREATE FUNCTION audit_api_token() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, acting_account(NEW.workspace_id), NULL,
    CASE TG_OP WHEN 'INSERT' THEN 'token-made' ELSE 'token-revoked' END, 'token', NEW.id::text,
    CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) - 'token_hash' END, to_jsonb(NEW) - 'token_hash',
    jsonb_build_object('name', NEW.name, 'scopes', NEW.scopes, 'endsOn', NEW.ends_on));
  RETURN NULL;
END $$;
CREATE TRIGGER audited_insert AFTER INSERT ON api_tokens FOR EACH ROW EXECUTE FUNCTION audit_api_token();
CREATE TRIGGER audited_update AFTER UPDATE ON api_tokens FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION audit_api_token();

-- compatible: only the table and the function of this migration
DO $$
BEGIN
  ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
  CREATE POLICY of_workspace ON api_tokens USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
  CREATE POLICY of_client ON api_tokens AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
  EXECUTE format('ALTER FUNCTION audit_api_token() SET search_path = %I, pg_temp', current_schema());
END $$;
