-- One row per Idempotency-Key of whatever an account creates that is no scan: hashes, as in scan_requests, and the answer.
CREATE TABLE account_requests (
  owner text NOT NULL,
  key_hash bytea NOT NULL,
  body_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key_hash)
);
