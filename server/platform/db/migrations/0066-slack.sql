-- Webhooks that are Slack's (docs/decisions/0119-slack-by-incoming-webhook.md). Of these, `secret` holds the whole address,
-- encrypted, and `url` what of it may be shown.
ALTER TABLE webhooks ADD COLUMN kind text NOT NULL DEFAULT 'standard';

-- compatible: the same entries as before, but for a new address of Slack's, which is no new signing secret
CREATE OR REPLACE FUNCTION audit_webhook() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
      WHEN NEW.secret <> OLD.secret AND NEW.kind = 'standard' THEN 'webhook-rotated' ELSE 'webhook-changed' END,
    'webhook', hook.id::text,
    CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'secret' - 'old_secret' END,
    CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'secret' - 'old_secret' END,
    jsonb_build_object('name', substring(hook.url FROM '^https?://([^/?#]*)'), 'events', hook.events, 'active', hook.active,
      'because', hook.off_because));
  RETURN NULL;
END $$;
-- compatible: replacing a function takes its settings away
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION audit_webhook() SET search_path = %I, pg_temp', current_schema());
END $$;
