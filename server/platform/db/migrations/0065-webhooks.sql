-- Webhooks: where a workspace has what happens sent (docs/decisions/0115-webhooks.md).
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- The only client that it is about; NULL for all of them.
  client_id uuid REFERENCES clients ON DELETE CASCADE,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  active boolean NOT NULL DEFAULT true,
  -- Why the product switched it off; NULL if a member did, or if it is on.
  off_because text CHECK (off_because IN ('gone', 'failing')),
  -- Encrypted (server/secret-box.ts), bound to the workspace and the webhook.
  secret bytea NOT NULL,
  old_secret bytea,
  old_secret_until timestamptz,
  made_by uuid REFERENCES accounts ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- When the oldest message failed since one was taken.
  failing_since timestamptz,
  CHECK (NOT active OR off_because IS NULL),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);
CREATE INDEX webhooks_of_workspace ON webhooks (workspace_id, created_at);
CREATE INDEX webhooks_of_client ON webhooks (client_id);
CREATE INDEX webhooks_made_by ON webhooks (made_by);

-- One for each event and webhook, for 30 days.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  type text NOT NULL,
  -- What makes the event the same, however often it is noticed.
  key text NOT NULL,
  at timestamptz NOT NULL,
  data jsonb NOT NULL,
  -- Of the screen that shows it.
  path text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  -- A process is sending it; after this it may be taken again.
  leased_until timestamptz,
  -- Of the newest try.
  code integer,
  problem text,
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (webhook_id, key)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (webhook_id) WHERE state = 'dead';
CREATE INDEX webhook_deliveries_of_client ON webhook_deliveries (client_id);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);

-- How controls stood when webhooks last heard of it, so that a change is noticed whatever made it.
CREATE TABLE announced_standings (
  workspace_id uuid NOT NULL,
  control_id uuid NOT NULL,
  client_id uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
  standing text NOT NULL,
  PRIMARY KEY (workspace_id, control_id),
  FOREIGN KEY (workspace_id, control_id) REFERENCES controls ON DELETE CASCADE
);
CREATE INDEX announced_standings_of_client ON announced_standings (client_id);

-- Whether a webhook is about an event. Definer, as those below: webhooks about all clients are out of sight of a request about one.
CREATE FUNCTION webhook_wants(webhook webhooks, client uuid, event text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT webhook.active AND event = ANY (webhook.events) AND (webhook.client_id = client OR webhook.client_id IS NULL
    AND NOT EXISTS (SELECT FROM clients WHERE id = client AND sample))
$$;
CREATE FUNCTION webhooks_want(workspace uuid, client uuid, event text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT EXISTS (SELECT FROM webhooks AS webhook WHERE workspace_id = workspace AND webhook_wants(webhook, client, event))
$$;
-- `events`: [{type, key, data, screen}]. Written in the transaction that makes them true.
CREATE FUNCTION announce_webhooks(workspace uuid, client uuid, happened_at timestamptz, events jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER AS $$
  INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, client_id, type, key, at, data, path, next_at)
  SELECT gen_random_uuid(), webhook.id, workspace, client, event.type, event.key, happened_at, event.data,
    '/dashboard' || CASE WHEN client = workspace THEN '' ELSE coalesce((SELECT '/c/' || code FROM clients WHERE id = client), '') END
      || '/' || event.screen || '?workspace=' || workspace, now()
  FROM jsonb_to_recordset(events) AS event (type text, key text, data jsonb, screen text)
    JOIN webhooks AS webhook ON webhook.workspace_id = workspace AND webhook_wants(webhook, client, event.type)
  ON CONFLICT (webhook_id, key) DO NOTHING
$$;

-- Addresses can hold secrets of the receiver, so the log names their host alone.
CREATE FUNCTION audit_webhook() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  hook webhooks := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  -- It goes with its client, which the log names.
  IF TG_OP = 'DELETE' AND hook.client_id IS NOT NULL AND NOT EXISTS (SELECT FROM clients WHERE id = hook.client_id) THEN
    RETURN NULL;
  END IF;
  PERFORM write_audit(hook.workspace_id, hook.client_id, acting_account(hook.workspace_id), NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'webhook-added' WHEN TG_OP = 'DELETE' THEN 'webhook-deleted'
      WHEN NEW.off_because IS NOT NULL AND OLD.off_because IS NULL THEN 'webhook-switched-off'
      WHEN NEW.secret <> OLD.secret THEN 'webhook-rotated' ELSE 'webhook-changed' END,
    'webhook', hook.id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'secret' - 'old_secret' END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'secret' - 'old_secret' END,
    jsonb_build_object('name', substring(hook.url FROM '^https?://([^/?#]*)'), 'events', hook.events, 'active', hook.active,
      'because', hook.off_because));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT OR DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION audit_webhook();
CREATE TRIGGER audited_update AFTER UPDATE ON webhooks FOR EACH ROW
  WHEN ((OLD.url, OLD.description, OLD.events, OLD.client_id, OLD.active, OLD.secret)
    IS DISTINCT FROM (NEW.url, NEW.description, NEW.events, NEW.client_id, NEW.active, NEW.secret))
  EXECUTE FUNCTION audit_webhook();

-- compatible: only the tables and the functions of this migration
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['webhooks', 'webhook_deliveries', 'announced_standings'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', walled);
    EXECUTE format('CREATE POLICY of_client ON %I AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR client_id = (SELECT seen_client()))', walled);
  END LOOP;
  EXECUTE format('ALTER FUNCTION webhooks_want(uuid, uuid, text) SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION announce_webhooks(uuid, uuid, timestamptz, jsonb) SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION audit_webhook() SET search_path = %I, pg_temp', current_schema());
END $$;
