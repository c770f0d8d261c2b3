-- Where to push to: one subscription per session, so that it ends with it. The endpoint and the keys are the browser's.
CREATE TABLE push_subscriptions (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- A browser's is the same for whoever is signed in there: the newest session has it.
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account_id);

-- What an account wants to be told. No row: what the columns say by themselves.
CREATE TABLE notification_choices (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  scan_finished boolean NOT NULL DEFAULT true,
  new_finding boolean NOT NULL DEFAULT true,
  mail boolean NOT NULL DEFAULT false
);

-- A row: the operator has switched the pages' worker off (server/http/worker-switch.ts).
CREATE TABLE service_worker_off (single boolean PRIMARY KEY DEFAULT true CHECK (single));
