-- Sign-in through a workspace's own OpenID Connect provider (docs/decisions/0111-company-sign-in.md).

CREATE TABLE sign_on_providers (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  issuer text NOT NULL,
  oauth_client text NOT NULL,
  -- Encrypted with a key that is not in the database (server/secret-box.ts).
  sealed_secret bytea NOT NULL,
  -- The claim that says what somebody is; NULL: everyone gets the default role.
  role_claim text,
  -- [{"value": "…", "role": "…"}], the first that matches counts.
  role_values jsonb NOT NULL DEFAULT '[]',
  -- NULL: people whom no value matches are not let in.
  default_role text CHECK (default_role IN ('manager', 'consultant', 'contributor', 'auditor')),
  -- Whether members other than owners have to come this way.
  required boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL
);

CREATE TABLE sign_on_domains (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  domain text NOT NULL,
  token text NOT NULL,
  -- NULL: nothing is routed by it.
  verified_at timestamptz,
  problem text,
  PRIMARY KEY (workspace_id, domain)
);
-- An address leads to one provider.
CREATE UNIQUE INDEX sign_on_domains_verified ON sign_on_domains (domain) WHERE verified_at IS NOT NULL;

-- Sign-ins that are at the provider: each can come back once, to the browser that began it.
CREATE TABLE sign_on_attempts (
  state_hash bytea PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  code_verifier text NOT NULL,
  nonce text NOT NULL,
  next_path text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_on_attempts_old ON sign_on_attempts (expires_at);
CREATE INDEX sign_on_attempts_of_workspace ON sign_on_attempts (workspace_id);

-- Whom a provider means. An issuer's subject never changes; an address can.
CREATE TABLE sign_on_identities (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, issuer, subject)
);
CREATE INDEX sign_on_identities_of_account ON sign_on_identities (account_id);

-- The workspace whose provider this session came through.
ALTER TABLE sessions ADD COLUMN sign_on_workspace uuid REFERENCES workspaces ON DELETE SET NULL;

-- compatible: tables of this migration
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sign_on_providers', 'sign_on_domains', 'sign_on_attempts', 'sign_on_identities'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
END $$;

-- The secret is no part of what is said or hashed.
CREATE FUNCTION audit_sign_on() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  row_now jsonb := to_jsonb(coalesce(NEW, OLD));
  workspace uuid := row_now ->> 'workspace_id';
BEGIN
  IF NOT EXISTS (SELECT FROM workspaces WHERE id = workspace) THEN RETURN NULL; END IF;
  PERFORM write_audit(workspace, NULL, acting_account(workspace), NULL,
    CASE WHEN TG_TABLE_NAME = 'sign_on_providers'
      THEN CASE WHEN TG_OP = 'DELETE' THEN 'sign-on-removed' ELSE 'sign-on-set' END
      ELSE CASE WHEN TG_OP = 'DELETE' THEN 'sign-on-domain-removed' WHEN TG_OP = 'INSERT' THEN 'sign-on-domain-added'
        ELSE 'sign-on-domain-verified' END END,
    'workspace', workspace::text, to_jsonb(OLD) - 'sealed_secret' - 'token', to_jsonb(NEW) - 'sealed_secret' - 'token',
    jsonb_strip_nulls(jsonb_build_object('issuer', row_now ->> 'issuer', 'domain', row_now ->> 'domain',
      'required', row_now -> 'required')));
  RETURN NULL;
END $$;

-- compatible: tables of this migration
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION audit_sign_on() SET search_path = %I, pg_temp', current_schema());
END $$;
-- compatible: a table of this migration
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON sign_on_providers FOR EACH ROW EXECUTE FUNCTION audit_sign_on();
-- compatible: a table of this migration
CREATE TRIGGER audited AFTER INSERT OR DELETE ON sign_on_domains FOR EACH ROW EXECUTE FUNCTION audit_sign_on();
-- compatible: a table of this migration
CREATE TRIGGER audited_proof AFTER UPDATE ON sign_on_domains FOR EACH ROW
  WHEN (OLD.verified_at IS NULL AND NEW.verified_at IS NOT NULL) EXECUTE FUNCTION audit_sign_on();
