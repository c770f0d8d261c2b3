-- Scans that are an account's: which host they are about, and when their findings were taken over into the tables below. What
-- was scanned before these columns is taken over when the server starts (server/db/take-over.ts).
ALTER TABLE scans
  ADD COLUMN host text,
  ADD COLUMN taken_over_at timestamptz;
CREATE INDEX scans_of_host ON scans (owner, host, kind, accepted_at DESC) INCLUDE (id, status) WHERE host IS NOT NULL;
CREATE INDEX scans_without_host ON scans (id) WHERE owner <> 'anonymous' AND host IS NULL;
CREATE INDEX scans_not_taken_over ON scans (finished_at)
  WHERE owner <> 'anonymous' AND status = 'completed' AND taken_over_at IS NULL;

-- Findings over all scans of an account, one row per fingerprint. How a row moves is decided in server/findings/track.ts.
CREATE TABLE findings (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  fingerprint text NOT NULL,
  -- As last seen.
  finding jsonb NOT NULL,
  severity text NOT NULL CHECK (severity IN ('high', 'medium', 'low', 'none')),
  -- The higher, the worse: lists go by it.
  weight smallint NOT NULL GENERATED ALWAYS AS
    (CASE severity WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1 ELSE 0 END) STORED,
  engine text NOT NULL,
  rule text NOT NULL,
  title text NOT NULL,
  parameter text NOT NULL,
  -- Where it was seen.
  host text NOT NULL,
  -- The host whose scan saw it: a redirect can make it another one.
  asset text NOT NULL,
  -- What was looked at by the scan that saw it last (server/findings/scope.ts): only a look at the same can miss it.
  scope text NOT NULL,
  -- The scan that saw it last. No reference: the finding outlives it.
  scan_id uuid NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- When the scan began that saw it last.
  seen_from timestamptz NOT NULL,
  -- When the newest look began that did not find it any more; NULL when there was none since it was seen.
  missed_from timestamptz,
  fixed_at timestamptz,
  reopened_at timestamptz,
  -- The word that stands.
  word text CHECK (word IN ('fixed', 'false-positive', 'accepted')),
  reason text NOT NULL DEFAULT '',
  until date,
  -- When the newest word was said, also when it took the others back.
  said_at timestamptz,
  -- The state, but for an accepted risk whose last day is over: that one is open to whoever reads it.
  standing text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN word = 'false-positive' THEN 'false-positive'
    WHEN fixed_at IS NOT NULL THEN 'fixed'
    WHEN word = 'accepted' THEN 'accepted'
    ELSE 'open' END) STORED,
  PRIMARY KEY (account_id, fingerprint),
  CHECK (until IS NULL OR word = 'accepted')
);
-- Lists, worst first, and their totals; the other columns let filters be answered from the index alone.
CREATE INDEX findings_of_account ON findings (account_id, weight DESC, last_seen_at DESC, fingerprint DESC)
  INCLUDE (standing, until, severity, engine, host, asset);
CREATE INDEX findings_by_scope ON findings (account_id, scope);

-- What became new, worse, reopened or fixed, in the order in which it became known.
CREATE TABLE finding_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  fingerprint text NOT NULL,
  -- NULL when no scan said it, or it was deleted.
  scan_id uuid REFERENCES scans ON DELETE SET NULL,
  -- When the scan ended, or the word was said.
  at timestamptz NOT NULL,
  what text NOT NULL CHECK (what IN ('new', 'worse', 'reopened', 'fixed')),
  severity text NOT NULL CHECK (severity IN ('high', 'medium', 'low', 'none')),
  FOREIGN KEY (account_id, fingerprint) REFERENCES findings ON DELETE CASCADE
);
CREATE INDEX finding_changes_of_account ON finding_changes (account_id, id);
CREATE INDEX finding_changes_by_time ON finding_changes (account_id, at);
CREATE INDEX finding_changes_of_finding ON finding_changes (account_id, fingerprint);
CREATE INDEX finding_changes_by_scan ON finding_changes (scan_id);

-- Which scans looked where a finding is, and what stood after each.
CREATE TABLE finding_sightings (
  account_id uuid NOT NULL,
  fingerprint text NOT NULL,
  scan_id uuid NOT NULL REFERENCES scans ON DELETE CASCADE,
  at timestamptz NOT NULL,
  seen boolean NOT NULL,
  severity text CHECK (severity IN ('high', 'medium', 'low', 'none')),
  state text NOT NULL,
  PRIMARY KEY (account_id, fingerprint, scan_id),
  FOREIGN KEY (account_id, fingerprint) REFERENCES findings ON DELETE CASCADE,
  CHECK (seen = (severity IS NOT NULL))
);
CREATE INDEX finding_sightings_by_scan ON finding_sightings (scan_id);

-- Every word that was said of a finding, also one that came too late to count.
CREATE TABLE finding_words (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'fixed', 'false-positive', 'accepted')),
  reason text NOT NULL,
  until date,
  said_at timestamptz NOT NULL,
  FOREIGN KEY (account_id, fingerprint) REFERENCES findings ON DELETE CASCADE
);
CREATE INDEX finding_words_of_finding ON finding_words (account_id, fingerprint, said_at DESC);

-- Scans that were asked for to look at one finding again, and what stood before.
CREATE TABLE finding_retests (
  account_id uuid NOT NULL,
  fingerprint text NOT NULL,
  scan_id uuid NOT NULL REFERENCES scans ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  state text NOT NULL,
  severity text NOT NULL,
  PRIMARY KEY (account_id, fingerprint, scan_id),
  FOREIGN KEY (account_id, fingerprint) REFERENCES findings ON DELETE CASCADE
);
CREATE INDEX finding_retests_by_scan ON finding_retests (scan_id);

-- Open findings at the end of each day (UTC) on which something changed.
CREATE TABLE finding_days (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  high integer NOT NULL,
  medium integer NOT NULL,
  low integer NOT NULL,
  none integer NOT NULL,
  PRIMARY KEY (account_id, day)
);

-- What an account says of a host. Hosts themselves are those it has claimed or scanned.
CREATE TABLE assets (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  host text NOT NULL,
  -- Whose it is, in the account's own words.
  client text NOT NULL DEFAULT '',
  -- Scans before this do not make it an asset.
  removed_at timestamptz,
  PRIMARY KEY (account_id, host)
);

-- What ends on a day, as last seen on a host: certificates, and support of software.
CREATE TABLE asset_facts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  asset text NOT NULL,
  scope text NOT NULL,
  what text NOT NULL CHECK (what IN ('certificate', 'end-of-life')),
  host text NOT NULL,
  port integer NOT NULL,
  -- Product and release line; empty for a certificate.
  detail text NOT NULL,
  ends_at timestamptz NOT NULL,
  -- When the scan ended that saw it.
  seen_at timestamptz NOT NULL
);
CREATE INDEX asset_facts_of_account ON asset_facts (account_id, asset);
-- Of a port's certificate only what was seen last, whatever scan it was: it may have been renewed since another one looked.
CREATE VIEW current_facts AS
  SELECT account_id, asset, what, host, port, detail, ends_at FROM asset_facts AS fact
  WHERE what = 'end-of-life' OR seen_at = (
    SELECT max(seen_at) FROM asset_facts AS other
    WHERE (other.account_id, other.asset, other.what, other.host, other.port)
      = (fact.account_id, fact.asset, fact.what, fact.host, fact.port));
