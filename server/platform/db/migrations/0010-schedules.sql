-- Scans that are asked for by the clock. When they fall is decided in server/schedules/timetable.ts.
CREATE TABLE schedules (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  -- Kind and fields of the scan (contract/schedules.ts), without a mailbox.
  request jsonb NOT NULL,
  recurrence jsonb NOT NULL,
  -- IANA name.
  time_zone text NOT NULL,
  overlap text NOT NULL CHECK (overlap IN ('skip', 'replace')),
  digest boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'done')),
  next_run_at timestamptz,
  -- What became of the last run, whether it was started or not.
  last_run jsonb,
  missed_runs integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  CHECK ((status = 'active') = (next_run_at IS NOT NULL))
);
CREATE INDEX schedules_of_account ON schedules (account_id, created_at, id);
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE status = 'active';

-- Which scans a schedule started, and whether what they changed was mailed: `waiting` until its digest, `told` in one,
-- `silent` where there was nothing to tell or nobody wanted it.
CREATE TABLE schedule_scans (
  scan_id uuid PRIMARY KEY REFERENCES scans ON DELETE CASCADE,
  schedule_id uuid NOT NULL REFERENCES schedules ON DELETE CASCADE,
  digest text NOT NULL DEFAULT 'waiting' CHECK (digest IN ('waiting', 'told', 'silent')),
  digest_at timestamptz
);
CREATE INDEX schedule_scans_of_schedule ON schedule_scans (schedule_id);
CREATE INDEX schedule_scans_waiting ON schedule_scans (scan_id) WHERE digest = 'waiting';

-- Links that end all digests of an account: SHA-256 of their tokens.
CREATE TABLE digest_links (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
