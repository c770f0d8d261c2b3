-- When the proof's file was last found at the host's own address. Scans that probe need it there; a DNS record shows that the
-- name is one's own, and a name can be pointed at anybody's address.
ALTER TABLE target_claims ADD COLUMN file_seen_at timestamptz;
UPDATE target_claims SET file_seen_at = proven_at WHERE proven_by = 'file';

-- Where hosts that are not to be scanned were found: their addresses are not to be scanned under other names either.
CREATE TABLE target_opt_out_addresses (
  host text NOT NULL REFERENCES target_opt_outs ON DELETE CASCADE,
  address text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (host, address)
);
CREATE INDEX target_opt_out_addresses_by_address ON target_opt_out_addresses (address);
