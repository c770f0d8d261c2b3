-- Mails that left for a mailbox within the last day, of every kind: what is sent to it next is paced by them all together
-- (server/mail/pace.ts).
ALTER TABLE scan_mails RENAME TO sent_mails;
ALTER INDEX scan_mails_by_mailbox RENAME TO sent_mails_by_mailbox;
ALTER TABLE sent_mails
  ADD COLUMN kind text NOT NULL DEFAULT 'scan' CHECK (kind IN ('scan', 'lead', 'code', 'reset', 'notice', 'digest'));
ALTER TABLE sent_mails ALTER COLUMN kind DROP DEFAULT;

-- The job whose mail has the code. Its next try may make another code; another job may not while this one works.
ALTER TABLE account_codes ADD COLUMN job_id text;

-- Links in mails with a code for whoever did not ask for it: SHA-256 of the token, and what it ends.
CREATE TABLE account_not_me_links (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('confirm', 'change', 'reset')),
  -- The address the mail went to.
  email_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_not_me_links_by_account ON account_not_me_links (account_id);
