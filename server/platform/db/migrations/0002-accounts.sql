-- Somebody who has registered. `email` is as they typed it; `email_key` is its canonical form (server/accounts/address.ts),
-- which is what makes two spellings one address.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  -- NULL until a code from a mail to this address came back.
  email_confirmed_at timestamptz,
  -- A new address that waits for its code. Not unique: who else wants or has it shows when the code comes.
  pending_email text,
  pending_email_key text,
  -- PHC string: algorithm, parameters, salt and hash.
  password_hash text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  company text NOT NULL,
  updates boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CHECK ((pending_email IS NULL) = (pending_email_key IS NULL))
);
CREATE INDEX accounts_unconfirmed ON accounts (created_at) WHERE email_confirmed_at IS NULL;

-- Where an account is signed in. The cookie's token is not kept, only its SHA-256.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  device text NOT NULL,
  remembered boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);

-- Browsers that an account has been signed in with: their tries at its password are counted apart from strangers'.
CREATE TABLE known_devices (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX known_devices_by_account ON known_devices (account_id);

-- Codes from mails, one of each purpose per account: a newer one replaces it.
CREATE TABLE account_codes (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('confirm', 'change', 'reset')),
  -- The address it was mailed to: it proves that one and no other.
  email_key text NOT NULL,
  code_hash text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, purpose)
);
CREATE INDEX account_codes_by_address ON account_codes (email_key);

-- What the answer to a registration names it by, so that consents can follow. Without an account: the address had one.
CREATE TABLE registrations (
  token_hash bytea PRIMARY KEY,
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX registrations_by_account ON registrations (account_id);

-- What an account agreed to, and when: one row per version of the terms.
CREATE TABLE account_consents (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  terms text NOT NULL,
  updates boolean NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, terms)
);
