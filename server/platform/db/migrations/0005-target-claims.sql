-- Hosts that accounts say are theirs, and what came of looking for the proof (server/targets/ownership).
CREATE TABLE target_claims (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  host text NOT NULL,
  includes_subdomains boolean NOT NULL,
  -- 128 random bits of this claim alone: not a secret, everybody can read it in the record.
  token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  proven_by text CHECK (proven_by IN ('dns', 'file')),
  proven_at timestamptz,
  checked_at timestamptz,
  problem text,
  UNIQUE (account_id, host),
  CHECK ((proven_by IS NULL) = (proven_at IS NULL))
);
