-- Issues in GitHub, GitLab and Jira for findings and tasks (docs/decisions/0120-tickets.md).
CREATE TABLE trackers (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- The only client whose findings and tasks it takes; NULL for all of them.
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  name text NOT NULL,
  system text NOT NULL CHECK (system IN ('github', 'gitlab', 'jira')),
  url text NOT NULL,
  project text NOT NULL,
  -- Of Jira alone.
  issue_type text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  -- Encrypted (server/secret-box.ts), bound to the workspace and the tracker.
  token bytea NOT NULL,
  made_by uuid REFERENCES accounts ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- It asked to be left alone until then.
  paused_until timestamptz
);
CREATE INDEX trackers_of_workspace ON trackers (workspace_id, created_at);
CREATE INDEX trackers_of_client ON trackers (client_id);
CREATE INDEX trackers_made_by ON trackers (made_by);

-- One for each tracker and finding, or task.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  tracker_id uuid NOT NULL REFERENCES trackers ON DELETE CASCADE,
  fingerprint text,
  task_id uuid,
  -- What it should be there, and how often that has changed.
  wanted text NOT NULL DEFAULT 'open' CHECK (wanted IN ('open', 'closed')),
  turn integer NOT NULL DEFAULT 1,
  turned_at timestamptz NOT NULL,
  -- What it is there as far as we did it. told: said that it is fixed, but there was no step that closes it.
  remote text NOT NULL DEFAULT 'none' CHECK (remote IN ('none', 'open', 'closed', 'told')),
  -- A try began whose outcome is not known: the next one looks first.
  begun boolean NOT NULL DEFAULT false,
  -- What the tracker calls it, what people read, and where.
  ref text,
  key text,
  url text,
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: nothing is to be done, or it was given up.
  next_at timestamptz,
  -- A process is at it; after this it may be taken again.
  leased_until timestamptz,
  -- Of the newest try.
  problem text,
  code integer,
  detail text NOT NULL DEFAULT '',
  made_by uuid REFERENCES accounts ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  synced_at timestamptz,
  CHECK ((fingerprint IS NULL) <> (task_id IS NULL)),
  CHECK ((remote = 'none') = (ref IS NULL) AND (ref IS NULL) = (key IS NULL) AND (ref IS NULL) = (url IS NULL)
    AND (ref IS NULL) = (synced_at IS NULL)),
  UNIQUE (tracker_id, fingerprint),
  UNIQUE (tracker_id, task_id),
  FOREIGN KEY (workspace_id, fingerprint) REFERENCES findings (account_id, fingerprint) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, task_id) REFERENCES tasks (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX tickets_of_finding ON tickets (workspace_id, fingerprint) WHERE fingerprint IS NOT NULL;
CREATE INDEX tickets_of_task ON tickets (workspace_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX tickets_of_client ON tickets (client_id);
CREATE INDEX tickets_made_by ON tickets (made_by);
CREATE INDEX tickets_due ON tickets (tracker_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX tickets_failed ON tickets (tracker_id) WHERE next_at IS NULL AND problem IS NOT NULL;

CREATE FUNCTION is_ticket_settled(remote text, wanted text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE wanted WHEN 'open' THEN remote = 'open' ELSE remote IN ('closed', 'told') END
$$;

-- Whatever moves a finding or a task moves its tickets with it. Definer: a request may see one client alone.
CREATE FUNCTION turn_tickets(workspace uuid, wish text, of_finding text, of_task uuid) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
  UPDATE tickets SET wanted = wish, turn = turn + 1, turned_at = now(),
    -- One that is not there yet goes on as it was, and is closed once it is.
    attempts = CASE WHEN remote = 'none' THEN attempts ELSE 0 END,
    problem = CASE WHEN remote = 'none' THEN problem END,
    code = CASE WHEN remote = 'none' THEN code END,
    detail = CASE WHEN remote = 'none' THEN detail ELSE '' END,
    next_at = CASE WHEN remote = 'none' THEN next_at WHEN NOT begun AND is_ticket_settled(remote, wish) THEN NULL ELSE now() END
  WHERE workspace_id = workspace AND wanted <> wish AND (fingerprint = of_finding OR task_id = of_task)
$$;
CREATE FUNCTION turn_tickets_of_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM turn_tickets(NEW.account_id, CASE NEW.standing WHEN 'fixed' THEN 'closed' ELSE 'open' END, NEW.fingerprint, NULL);
  RETURN NULL;
END $$;
-- compatible: it writes to the tickets of this migration alone, which the older code does not know
CREATE TRIGGER turns_tickets AFTER UPDATE ON findings FOR EACH ROW
  WHEN (OLD.standing <> NEW.standing AND NEW.standing IN ('open', 'fixed')) EXECUTE FUNCTION turn_tickets_of_finding();
CREATE FUNCTION turn_tickets_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM turn_tickets(NEW.workspace_id, CASE NEW.state WHEN 'done' THEN 'closed' ELSE 'open' END, NULL, NEW.id);
  RETURN NULL;
END $$;
-- compatible: likewise
CREATE TRIGGER turns_tickets AFTER UPDATE ON tasks FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state <> 'dropped') EXECUTE FUNCTION turn_tickets_of_task();

-- The token is no part of what is said or hashed.
CREATE FUNCTION audit_tracker() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  tracker trackers := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  -- It goes with its client, which the log names.
  IF TG_OP = 'DELETE' AND tracker.client_id IS NOT NULL AND NOT EXISTS (SELECT FROM clients WHERE id = tracker.client_id) THEN
    RETURN NULL;
  END IF;
  PERFORM write_audit(tracker.workspace_id, tracker.client_id, acting_account(tracker.workspace_id), NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'tracker-added' WHEN TG_OP = 'DELETE' THEN 'tracker-deleted'
      WHEN NEW.token <> OLD.token THEN 'tracker-token-replaced' ELSE 'tracker-changed' END,
    'tracker', tracker.id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'token' - 'paused_until' END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'token' - 'paused_until' END,
    jsonb_build_object('name', tracker.name, 'system', tracker.system, 'project', tracker.project,
      'host', substring(tracker.url FROM '^https?://([^/?#]*)')));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT OR DELETE ON trackers FOR EACH ROW EXECUTE FUNCTION audit_tracker();
CREATE TRIGGER audited_update AFTER UPDATE ON trackers FOR EACH ROW
  WHEN ((OLD.name, OLD.url, OLD.project, OLD.issue_type, OLD.email, OLD.client_id, OLD.token)
    IS DISTINCT FROM (NEW.name, NEW.url, NEW.project, NEW.issue_type, NEW.email, NEW.client_id, NEW.token))
  EXECUTE FUNCTION audit_tracker();

CREATE FUNCTION audit_ticket() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id, acting_account(NEW.workspace_id), NULL, 'ticket-created', 'ticket', NEW.id::text,
    NULL, jsonb_build_object('tracker', NEW.tracker_id, 'finding', NEW.fingerprint, 'task', NEW.task_id),
    jsonb_build_object('name', (SELECT name FROM trackers WHERE id = NEW.tracker_id),
      'title', coalesce((SELECT title FROM findings WHERE account_id = NEW.workspace_id AND fingerprint = NEW.fingerprint),
        (SELECT title FROM tasks WHERE workspace_id = NEW.workspace_id AND id = NEW.task_id))));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION audit_ticket();

-- compatible: only the tables and the functions of this migration
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['trackers', 'tickets'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
  -- One for all clients can be chosen for each of them.
  CREATE POLICY of_client ON trackers AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id IS NULL
    OR client_id = (SELECT seen_client()));
  CREATE POLICY of_client ON tickets AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()));
  FOREACH name IN ARRAY ARRAY['turn_tickets(uuid, text, text, uuid)', 'audit_tracker()', 'audit_ticket()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
