-- Reports that accounts asked for: generating -> completed | failed. Times are the program's clock, as its limits are.
CREATE TABLE account_reports (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  template text NOT NULL,
  name text NOT NULL,
  -- Name of who asked, as it was then.
  created_by text NOT NULL,
  -- The form's fields.
  request jsonb NOT NULL,
  accepted_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'generating' CHECK (status IN ('generating', 'completed', 'failed')),
  -- When its newest job was queued, and when one that was begun and has not ended last said so.
  queued_at timestamptz NOT NULL,
  begun_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  failure text,
  -- What it says in short, for the screen.
  sections jsonb NOT NULL DEFAULT '[]',
  -- Bytes of its PDF.
  size integer,
  downloads integer NOT NULL DEFAULT 0,
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK (status = 'generating' OR begun_at IS NULL)
);
CREATE INDEX account_reports_of_account ON account_reports (account_id, accepted_at DESC, id DESC);
CREATE INDEX account_reports_unfinished ON account_reports (queued_at) WHERE status = 'generating';

CREATE TABLE account_report_files (
  report_id uuid NOT NULL REFERENCES account_reports ON DELETE CASCADE,
  format text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (report_id, format)
);

-- Links by which anybody can read a report. The token is told once and not kept.
CREATE TABLE account_report_shares (
  id uuid PRIMARY KEY,
  report_id uuid NOT NULL REFERENCES account_reports ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  opened integer NOT NULL DEFAULT 0
);
CREATE INDEX account_report_shares_of_report ON account_report_shares (report_id, created_at);
