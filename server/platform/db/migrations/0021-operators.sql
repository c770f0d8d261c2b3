-- Operators see other people's data (docs/decisions/0076). The role is given and taken by `npm run operate`.
ALTER TABLE accounts ADD COLUMN is_operator boolean NOT NULL DEFAULT false;

-- Why a job last failed, in a sentence of our own: pg-boss's own record of it is dropped, because errors of others name mailboxes.
CREATE TABLE job_failures (
  job_id uuid PRIMARY KEY,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX job_failures_by_age ON job_failures (at);

-- When any worker last had what a kind of scan needs. What workers report is deleted with them; this stays.
CREATE TABLE engine_last_seen (
  kind text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CREATE FUNCTION keep_engine_last_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO engine_last_seen (kind, seen_at) VALUES (NEW.kind, NEW.seen_at)
    ON CONFLICT (kind) DO UPDATE SET seen_at = excluded.seen_at WHERE engine_last_seen.seen_at < excluded.seen_at;
  RETURN NULL;
END $$;
-- compatible: what the previous release reports passes through; its role has the rights that this table needs
CREATE TRIGGER engine_seen AFTER INSERT OR UPDATE ON engine_sightings FOR EACH ROW
  WHEN (NEW.state ->> 'status' = 'available') EXECUTE FUNCTION keep_engine_last_seen();
-- compatible: fixes where a new function looks names up
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION keep_engine_last_seen() SET search_path = %I, pg_temp', current_schema());
END $$;
