-- Workspaces, clients and members (docs/decisions/0084-workspaces-and-clients.md).
--
-- Every account has a workspace with the account's own id, and every workspace has a client with the workspace's own id: itself.
-- So each row that names an account names a workspace, and rows that the previous release writes need no translation. The columns
-- `account_id` of findings, hosts, schedules and reports, and scans.owner, hold a workspace's id from here on; they cannot be
-- renamed while the previous release uses them.

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'company' CHECK (kind IN ('company', 'consultancy')),
  color text NOT NULL DEFAULT 'slate',
  -- On reports.
  logo bytea,
  logo_type text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((logo IS NULL) = (logo_type IS NULL))
);

CREATE TABLE clients (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text NOT NULL,
  -- Names it in addresses.
  code text NOT NULL,
  color text NOT NULL DEFAULT 'slate',
  country text NOT NULL DEFAULT '',
  sector text NOT NULL DEFAULT '',
  contact text NOT NULL DEFAULT '',
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (id <> workspace_id OR archived_at IS NULL)
);
CREATE UNIQUE INDEX clients_by_code ON clients (workspace_id, code);
CREATE UNIQUE INDEX clients_by_name ON clients (workspace_id, lower(name));

CREATE TABLE memberships (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'consultant', 'contributor', 'auditor', 'guest')),
  -- The only client that a guest sees.
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  invited_by uuid,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  -- Its last day (UTC).
  ends_on date,
  PRIMARY KEY (workspace_id, account_id),
  CHECK ((role = 'guest') = (client_id IS NOT NULL)),
  CHECK (role <> 'owner' OR ends_on IS NULL)
);
CREATE INDEX memberships_by_account ON memberships (account_id);
CREATE INDEX memberships_by_client ON memberships (client_id);

-- sent -> accepted | expired | revoked. The token is in the mail and nowhere else.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  email text NOT NULL,
  -- The canonical form of the address (server/accounts/email/address.ts).
  email_key text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'consultant', 'contributor', 'auditor', 'guest')),
  ends_on date,
  -- NULL until its mail is sent.
  token_hash bytea UNIQUE,
  invited_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  CHECK ((role = 'guest') = (client_id IS NOT NULL)),
  CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE INDEX invitations_of_workspace ON invitations (workspace_id, created_at);
CREATE INDEX invitations_by_client ON invitations (client_id);

-- Who did what to which thing in a workspace. Deleted only with its workspace, and never changed.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- No reference: the entry that says that a client was deleted outlives it.
  client_id uuid,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- An account; NULL for what the product did by itself.
  who uuid,
  -- The name at that time: accounts can be deleted.
  who_name text NOT NULL,
  -- The account that asked for it, where another or the product did it.
  on_behalf_of uuid,
  what text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  -- SHA-256 of what it was before and after, as JSON with sorted keys.
  before_hash bytea,
  after_hash bytea,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entries_newest ON audit_entries (workspace_id, id DESC);
CREATE INDEX audit_entries_of_client ON audit_entries (workspace_id, client_id, id DESC);

CREATE FUNCTION refuse_audit_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- With its workspace it may go: then nobody is left to whom it says anything.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM workspaces WHERE id = OLD.workspace_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'The audit log cannot be changed';
END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_entry_change();
CREATE TRIGGER audit_entries_stay_whole BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Open findings of each client at the end of each day (UTC) on which something changed, as finding_days has them of all.
CREATE TABLE finding_days_of_clients (
  account_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  day date NOT NULL,
  high integer NOT NULL,
  medium integer NOT NULL,
  low integer NOT NULL,
  none integer NOT NULL,
  PRIMARY KEY (account_id, client_id, day)
);
CREATE INDEX finding_days_of_client ON finding_days_of_clients (client_id);

-- A client's host. One host has one client: what scans find there is that client's.
ALTER TABLE assets ADD COLUMN client_id uuid REFERENCES clients ON DELETE SET NULL;
-- Who asked for it; NULL in rows from before there were members: then it was the account with the workspace's id.
ALTER TABLE scans ADD COLUMN asked_by uuid;
ALTER TABLE schedules ADD COLUMN created_by_id uuid, ADD COLUMN host text;
ALTER TABLE account_reports ADD COLUMN asked_by uuid, ADD COLUMN client_id uuid REFERENCES clients ON DELETE CASCADE;

-- A code that no other client of the workspace has: of the name, or with a number behind it.
CREATE FUNCTION free_client_code(workspace uuid, name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  base text := coalesce(nullif(trim(both '-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 28)), ''), 'client');
  free text := base;
  n integer := 1;
BEGIN
  WHILE EXISTS (SELECT FROM clients WHERE workspace_id = workspace AND code = free) LOOP
    n := n + 1;
    free := base || '-' || n;
  END LOOP;
  RETURN free;
END $$;

-- The client of a workspace with this name, in whatever case. One that does not exist yet is created, in the next color.
CREATE FUNCTION client_named(workspace uuid, wanted text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  found uuid;
  colors constant text[] := '{blue,teal,green,amber,orange,rose,violet,slate}';
BEGIN
  LOOP
    SELECT id INTO found FROM clients WHERE workspace_id = workspace AND lower(name) = lower(btrim(wanted));
    IF found IS NOT NULL THEN RETURN found; END IF;
    BEGIN
      INSERT INTO clients (id, workspace_id, name, code, color)
      VALUES (gen_random_uuid(), workspace, btrim(wanted), free_client_code(workspace, wanted),
        colors[1 + (SELECT count(*) FROM clients WHERE workspace_id = workspace)::integer % 8])
      RETURNING id INTO found;
      UPDATE workspaces SET kind = 'consultancy' WHERE id = workspace AND kind = 'company';
      RETURN found;
    EXCEPTION WHEN unique_violation THEN
      -- Created by another at the same time: found in the next round.
    END;
  END LOOP;
END $$;

-- Every account has its own workspace from the beginning, whatever inserts it. With the rights of the tables' owner: the role of the
-- previous release has none on the new tables.
CREATE FUNCTION begin_workspace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  called text := coalesce(nullif(btrim(NEW.company), ''), nullif(btrim(NEW.first_name || ' ' || NEW.last_name), ''), 'My company');
BEGIN
  INSERT INTO workspaces (id, name, created_at) VALUES (NEW.id, called, NEW.created_at);
  INSERT INTO clients (id, workspace_id, name, code, created_at)
    VALUES (NEW.id, NEW.id, called, free_client_code(NEW.id, called), NEW.created_at);
  INSERT INTO memberships (workspace_id, account_id, role, accepted_at) VALUES (NEW.id, NEW.id, 'owner', NEW.created_at);
  RETURN NULL;
END $$;
-- compatible: writes only new tables, with rights of its own
CREATE TRIGGER account_begins AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION begin_workspace();

-- A workspace ends with its last member, and with it all that is its.
CREATE FUNCTION end_workspace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  DELETE FROM workspaces WHERE id = OLD.workspace_id
    AND NOT EXISTS (SELECT FROM memberships WHERE workspace_id = OLD.workspace_id);
  RETURN NULL;
END $$;
CREATE TRIGGER membership_ends AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_workspace();

-- Open screens of a member whose membership has changed or ended lose their streams at once (server/http/scans/scan-feed.ts).
CREATE FUNCTION tell_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('scans', json_build_object('id', OLD.account_id, 'owner', OLD.workspace_id, 'what', 'member')::text);
  RETURN NULL;
END $$;
CREATE TRIGGER membership_changed AFTER UPDATE OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION tell_membership();

-- What the previous release writes as the label of a host is the name of a client.
CREATE FUNCTION client_of_label() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  NEW.client_id := CASE WHEN btrim(NEW.client) = '' THEN NULL ELSE client_named(NEW.account_id, NEW.client) END;
  RETURN NEW;
END $$;
-- An own workspace is called as the account's company until it gets a name of its own.
CREATE FUNCTION rename_workspace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE workspaces SET name = btrim(NEW.company) WHERE id = NEW.id AND name = btrim(OLD.company) AND btrim(NEW.company) <> '';
  UPDATE clients SET name = btrim(NEW.company), version = version + 1 WHERE id = NEW.id AND name = btrim(OLD.company)
    AND btrim(NEW.company) <> ''
    AND NOT EXISTS (SELECT FROM clients AS other WHERE other.workspace_id = NEW.id AND other.id <> NEW.id AND lower(other.name) = lower(btrim(NEW.company)));
  RETURN NULL;
END $$;
-- compatible: writes only new tables, with rights of its own
CREATE TRIGGER account_renamed AFTER UPDATE OF company ON accounts FOR EACH ROW WHEN (OLD.company <> NEW.company)
  EXECUTE FUNCTION rename_workspace();

-- Who answers for what runs by the clock: the member who made it, while they may; otherwise the oldest owner.
CREATE FUNCTION keeper_of(workspace uuid, maker uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT account_id FROM memberships
  WHERE workspace_id = workspace AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)
    AND (role = 'owner' OR account_id = coalesce(maker, workspace) AND role IN ('manager', 'consultant', 'contributor'))
  ORDER BY account_id = coalesce(maker, workspace) DESC, accepted_at, account_id LIMIT 1
$$;

-- The accounts that there are.
INSERT INTO workspaces (id, name, created_at)
SELECT id, coalesce(nullif(btrim(company), ''), nullif(btrim(first_name || ' ' || last_name), ''), 'My company'), created_at FROM accounts;
INSERT INTO clients (id, workspace_id, name, code, created_at)
SELECT id, id, name, free_client_code(id, name), created_at FROM workspaces;
INSERT INTO memberships (workspace_id, account_id, role, accepted_at) SELECT id, id, 'owner', created_at FROM accounts;
-- Labels of hosts become clients; a label that only scans have, too, where the host has none: the newest such label counts.
-- compatible: at most one row for each host that has been labeled, in the transaction that makes the column
UPDATE assets SET client_id = client_named(account_id, client) WHERE btrim(client) <> '';
-- compatible: at most one row for each host with labeled scans
INSERT INTO assets (account_id, host, client_id)
SELECT DISTINCT ON (owner, host) owner::uuid, host, client_named(owner::uuid, client) FROM scans
WHERE owner <> 'anonymous' AND host IS NOT NULL AND btrim(client) <> ''
ORDER BY owner, host, accepted_at DESC
ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id WHERE assets.client_id IS NULL AND assets.removed_at IS NULL;

-- compatible: fills a column that the previous release does not know, with rights of its own
CREATE TRIGGER asset_labeled BEFORE INSERT OR UPDATE OF client ON assets FOR EACH ROW
  WHEN (current_setting('plumbline.walls', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION client_of_label();

-- What is deleted with a workspace is deleted with the account that is its only member, as before. The new constraints are checked
-- for rows that are written from here on, and in the next file for those that are there.
-- compatible: an account whose rows these are has a workspace with the same id
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['findings', 'finding_days', 'assets', 'asset_facts', 'account_reports', 'schedules', 'target_claims'] LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', name, name || '_account_id_fkey');
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (account_id) REFERENCES workspaces ON DELETE CASCADE NOT VALID',
      name, name || '_workspace_fkey');
  END LOOP;
END $$;

-- compatible: fixes where new functions look names up
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['free_client_code(uuid, text)', 'client_named(uuid, text)', 'begin_workspace()', 'end_workspace()',
    'client_of_label()', 'rename_workspace()', 'keeper_of(uuid, uuid)', 'tell_membership()', 'refuse_audit_entry_change()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
