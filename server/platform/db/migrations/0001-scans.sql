-- What somebody asked for, and its life: pending -> running -> completed | failed (server/scans/scan.ts).
CREATE TABLE scans (
  id uuid PRIMARY KEY,
  -- 'anonymous' or an account id.
  owner text NOT NULL,
  kind text NOT NULL,
  target text NOT NULL,
  email text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  accepted_at timestamptz NOT NULL DEFAULT now(),
  -- When its newest job was queued.
  queued_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  worker_id uuid,
  started_at timestamptz,
  heartbeat_at timestamptz,
  progress smallint NOT NULL DEFAULT 0,
  step text NOT NULL DEFAULT '',
  finished_at timestamptz,
  coverage text CHECK (coverage IN ('full', 'partial')),
  failure_code text,
  failure_message text,
  -- What became of its mail; NULL while it is still to be sent.
  mail_outcome text CHECK (mail_outcome IN ('sent', 'suppressed', 'dropped')),
  CHECK ((status = 'running') = (heartbeat_at IS NOT NULL)),
  CHECK ((status = 'completed') = (coverage IS NOT NULL)),
  CHECK ((status = 'failed') = (failure_code IS NOT NULL))
);
CREATE INDEX scans_unfinished ON scans (status, queued_at) WHERE status IN ('pending', 'running');
CREATE INDEX scans_by_age ON scans (accepted_at);

-- One row per accepted Idempotency-Key, for good: it outlives its scan. Neither the key nor the body is kept: the key as a
-- hash, the body as a hash keyed with the key, so that nobody who reads this table can guess who asked for what.
CREATE TABLE scan_requests (
  owner text NOT NULL,
  key_hash bytea NOT NULL,
  body_hash bytea NOT NULL,
  scan_id uuid NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, key_hash)
);

CREATE TABLE scan_reports (
  scan_id uuid PRIMARY KEY REFERENCES scans ON DELETE CASCADE,
  report jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A link is made for each mail at the moment it is sent; the token itself is nowhere but in that mail.
CREATE TABLE report_links (
  token_hash bytea PRIMARY KEY,
  scan_id uuid NOT NULL REFERENCES scan_reports ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX report_links_by_scan ON report_links (scan_id);

CREATE TABLE not_me_links (
  token_hash bytea PRIMARY KEY,
  mailbox_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Mailboxes that asked for no more scan mail.
CREATE TABLE mail_suppressions (
  mailbox_hash bytea PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Scan mails of the last day, for the limit per mailbox over all senders.
CREATE TABLE scan_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mailbox_hash bytea NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX scan_mails_by_mailbox ON scan_mails (mailbox_hash, sent_at);

-- Counters in fixed windows. Keys are hashes of what is counted.
CREATE TABLE rate_limits (
  key bytea PRIMARY KEY,
  points integer NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Hosts whose operator asked not to be scanned, until a date.
CREATE TABLE target_opt_outs (
  host text PRIMARY KEY,
  until timestamptz NOT NULL
);
