-- What visitors leave us: a subscription (newsletter, waitlist) or a message (contact, demo).
CREATE TABLE leads (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('newsletter', 'waitlist', 'contact', 'demo')),
  -- The form's fields as they were given.
  body jsonb NOT NULL,
  mailbox_hash bytea NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  -- NULL until the link in the mail was followed; only subscriptions have one.
  confirmed_at timestamptz
);
-- A mailbox is on a list once, however often it asks.
CREATE UNIQUE INDEX leads_subscriptions ON leads (kind, mailbox_hash) WHERE kind IN ('newsletter', 'waitlist');
CREATE INDEX leads_by_age ON leads (accepted_at);

-- One row per accepted Idempotency-Key, as scan_requests are: hashes only.
CREATE TABLE lead_requests (
  key_hash bytea PRIMARY KEY,
  body_hash bytea NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now()
);

-- Made for each mail at the moment it is sent. Confirms a subscription, and ends it.
CREATE TABLE lead_links (
  token_hash bytea PRIMARY KEY,
  lead_id uuid NOT NULL REFERENCES leads ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lead_links_by_lead ON lead_links (lead_id);
