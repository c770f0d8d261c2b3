-- Scans of accounts: what was asked for word for word, what was found in numbers, and what happened when.
ALTER TABLE scans
  -- The form's fields.
  ADD COLUMN request jsonb,
  -- NULL until it is completed.
  ADD COLUMN high integer,
  ADD COLUMN medium integer,
  ADD COLUMN low integer,
  ADD COLUMN none integer,
  ADD COLUMN worst text GENERATED ALWAYS AS (CASE
    WHEN high > 0 THEN 'high' WHEN medium > 0 THEN 'medium' WHEN low > 0 THEN 'low' WHEN none >= 0 THEN 'none' END) STORED,
  ADD COLUMN cancel_requested_at timestamptz,
  -- Status in the words of people, who do not call a cancelled scan failed.
  ADD COLUMN state text NOT NULL GENERATED ALWAYS AS
    (CASE WHEN failure_code = 'cancelled' THEN 'cancelled' ELSE status END) STORED,
  -- Only kinds that mail a report have one.
  ALTER COLUMN email DROP NOT NULL;
UPDATE scans SET request = jsonb_build_object('target', target, 'email', email);
ALTER TABLE scans ALTER COLUMN request SET NOT NULL;
UPDATE scans SET
  high = (report -> 'counts' ->> 'high')::integer,
  medium = (report -> 'counts' ->> 'medium')::integer,
  low = (report -> 'counts' ->> 'low')::integer,
  none = (report -> 'counts' ->> 'none')::integer
FROM scan_reports WHERE scan_id = id AND status = 'completed';

-- Lists, newest first, and their totals; the other columns let filters be answered from the index alone.
CREATE INDEX scans_of_owner ON scans (owner, accepted_at DESC, id DESC) INCLUDE (state, kind, worst);
CREATE INDEX scans_active_of_owner ON scans (owner, accepted_at DESC, id DESC) WHERE status IN ('pending', 'running');
-- How long such scans took lately.
CREATE INDEX scans_completed_by_kind ON scans (kind, finished_at DESC) WHERE status = 'completed';

-- A scan's timeline. Everything but the steps is written by the trigger below.
CREATE TABLE scan_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scan_id uuid NOT NULL REFERENCES scans ON DELETE CASCADE,
  at timestamptz NOT NULL,
  what text NOT NULL CHECK (what IN ('accepted', 'started', 'step', 'taken-back', 'completed', 'failed', 'cancelled')),
  text text NOT NULL DEFAULT '',
  progress smallint NOT NULL DEFAULT 0
);
CREATE INDEX scan_events_by_scan ON scan_events (scan_id, id);
INSERT INTO scan_events (scan_id, at, what) SELECT id, accepted_at, 'accepted' FROM scans ORDER BY accepted_at;
INSERT INTO scan_events (scan_id, at, what) SELECT id, started_at, 'started' FROM scans WHERE started_at IS NOT NULL ORDER BY started_at;
INSERT INTO scan_events (scan_id, at, what, progress) SELECT id, finished_at, state, 100 FROM scans WHERE finished_at IS NOT NULL ORDER BY finished_at;

-- What was sent to the host by a scan that failed; that of a completed one stands in its report.
CREATE TABLE scan_sent (
  scan_id uuid PRIMARY KEY REFERENCES scans ON DELETE CASCADE,
  sent jsonb NOT NULL
);

-- Tools' output as it came.
CREATE TABLE scan_raw (
  scan_id uuid NOT NULL REFERENCES scans ON DELETE CASCADE,
  name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scan_id, name)
);
CREATE INDEX scan_raw_by_age ON scan_raw (created_at);

-- Which kinds of scan each worker can run, as it last looked.
CREATE TABLE engine_sightings (
  worker_id uuid NOT NULL,
  kind text NOT NULL,
  available boolean NOT NULL,
  version text,
  reason text,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (worker_id, kind)
);

-- Whoever watches an account's scans hears of every change, whatever made it, once it is committed. A heartbeat is no news.
CREATE FUNCTION tell_scan_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scan scans := coalesce(NEW, OLD);
BEGIN
  IF scan.owner = 'anonymous' THEN RETURN NULL; END IF;
  PERFORM pg_notify('scans', json_build_object(
    'id', scan.id,
    'owner', scan.owner,
    'what', CASE
      WHEN TG_OP = 'DELETE' THEN 'gone'
      WHEN scan.status = 'running' AND scan.cancel_requested_at IS NOT NULL THEN 'cancel'
      ELSE 'changed' END)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER scan_appeared AFTER INSERT OR DELETE ON scans FOR EACH ROW EXECUTE FUNCTION tell_scan_change();
CREATE TRIGGER scan_changed AFTER UPDATE OF status, progress, step, cancel_requested_at ON scans FOR EACH ROW
  WHEN ((OLD.status, OLD.progress, OLD.step, OLD.cancel_requested_at)
    IS DISTINCT FROM (NEW.status, NEW.progress, NEW.step, NEW.cancel_requested_at))
  EXECUTE FUNCTION tell_scan_change();

CREATE FUNCTION keep_scan_timeline() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO scan_events (scan_id, at, what, progress) VALUES (
    NEW.id,
    clock_timestamp(),
    CASE
      WHEN TG_OP = 'INSERT' THEN 'accepted'
      WHEN NEW.status = 'running' THEN 'started'
      WHEN NEW.status = 'pending' THEN 'taken-back'
      ELSE NEW.state END,
    CASE WHEN NEW.status IN ('completed', 'failed') THEN 100 WHEN NEW.status = 'running' THEN 0 ELSE NEW.progress END);
  RETURN NULL;
END $$;
CREATE TRIGGER scan_accepted AFTER INSERT ON scans FOR EACH ROW EXECUTE FUNCTION keep_scan_timeline();
CREATE TRIGGER scan_moved AFTER UPDATE OF status ON scans FOR EACH ROW WHEN (OLD.status <> NEW.status)
  EXECUTE FUNCTION keep_scan_timeline();
