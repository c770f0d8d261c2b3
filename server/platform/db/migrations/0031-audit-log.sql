-- The audit log of a workspace (docs/decisions/0088-the-audit-log-is-written-by-the-database.md), written by the database itself, so
-- that no way of changing something can forget it. The functions have the rights of the tables' owner: an entry is written whatever
-- the one who acts may see.

-- The name at that time, as who_name is.
ALTER TABLE audit_entries ADD COLUMN on_behalf_name text;
-- compatible: nothing has written to this table yet
DROP INDEX audit_entries_newest;
-- compatible: as above
DROP INDEX audit_entries_of_client;
-- compatible: as above
CREATE INDEX audit_entries_newest ON audit_entries (workspace_id, at DESC, id DESC);
-- compatible: as above
CREATE INDEX audit_entries_of_client ON audit_entries (workspace_id, client_id, at DESC, id DESC);
-- compatible: as above
CREATE INDEX audit_entries_of_subject ON audit_entries (workspace_id, subject_id, at DESC, id DESC);

-- SHA-256 of a row as JSON. The text of jsonb is the same for the same content: its keys are unique and in one order. It names only
-- what PostgreSQL itself has, so it needs no search_path of its own, and becomes part of the statements that use it.
CREATE FUNCTION audit_hash(content jsonb) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(content::text, 'UTF8'))
$$;
-- Who acts: the account that within() names; NULL for what the product does by itself. The previous release says nothing, and there
-- every workspace had one account.
CREATE FUNCTION acting_account(workspace uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN current_setting('plumbline.walls', true) = 'on'
    THEN nullif(current_setting('plumbline.account', true), '')::uuid ELSE workspace END
$$;
CREATE FUNCTION account_name(account uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE id = account
$$;
CREATE FUNCTION client_of_host(workspace uuid, name text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT client_id FROM assets WHERE account_id = workspace AND host = name), workspace)
$$;

-- Nothing is written about a workspace that is being deleted: its log goes with it.
CREATE FUNCTION write_audit(workspace uuid, client uuid, by_account uuid, for_account uuid, did text, about text, about_id text,
  before jsonb, after jsonb, detail jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO audit_entries (workspace_id, client_id, who, who_name, on_behalf_of, on_behalf_name, what, subject_type, subject_id,
    before_hash, after_hash, detail)
  SELECT workspace, client, by_account, coalesce(account_name(by_account), ''), for_account, account_name(for_account),
    did, about, about_id, audit_hash(before), audit_hash(after), jsonb_strip_nulls(detail)
  WHERE EXISTS (SELECT FROM workspaces WHERE id = workspace)
$$;

-- Members. People who accept an invitation add themselves.
CREATE FUNCTION audit_membership() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  member memberships := coalesce(NEW, OLD);
  acting uuid := acting_account(member.workspace_id);
  name text := account_name(member.account_id);
BEGIN
  -- Deleted with its account, which has said so itself.
  IF TG_OP = 'DELETE' AND name IS NULL THEN RETURN NULL; END IF;
  PERFORM write_audit(member.workspace_id, member.client_id,
    CASE WHEN TG_OP = 'INSERT' THEN coalesce(acting, member.account_id) ELSE acting END, NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'member-added'
      WHEN TG_OP = 'DELETE' THEN CASE WHEN acting = member.account_id THEN 'member-left' ELSE 'member-removed' END
      WHEN (OLD.role, OLD.client_id) IS DISTINCT FROM (NEW.role, NEW.client_id) THEN 'role-changed'
      ELSE 'member-changed' END,
    'member', member.account_id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('name', name, 'role', member.role, 'endsOn', member.ends_on,
      'roleBefore', CASE WHEN TG_OP = 'UPDATE' AND OLD.role <> NEW.role THEN OLD.role END));
  RETURN NULL;
END $$;

-- The hash of an invitation's token is no part of what is said about it.
CREATE FUNCTION audit_invitation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  acting uuid := acting_account(NEW.workspace_id);
BEGIN
  PERFORM write_audit(NEW.workspace_id, NEW.client_id,
    CASE WHEN TG_OP = 'INSERT' THEN coalesce(acting, NEW.invited_by)
      WHEN NEW.accepted_at IS NOT NULL THEN coalesce(acting, NEW.accepted_by) ELSE acting END,
    NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'invited' WHEN NEW.accepted_at IS NOT NULL THEN 'invitation-accepted'
      WHEN NEW.revoked_at IS NOT NULL THEN 'invitation-revoked' ELSE 'invitation-resent' END,
    'invitation', NEW.id::text, to_jsonb(OLD) - 'token_hash', to_jsonb(NEW) - 'token_hash',
    jsonb_build_object('email', NEW.email, 'role', NEW.role, 'endsOn', NEW.ends_on));
  RETURN NULL;
END $$;

-- The client that is the workspace itself begins with it.
CREATE FUNCTION audit_client() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  client clients := coalesce(NEW, OLD);
BEGIN
  PERFORM write_audit(client.workspace_id, client.id, acting_account(client.workspace_id), NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'client-created' WHEN TG_OP = 'DELETE' THEN 'client-deleted'
      WHEN OLD.archived_at IS NULL AND NEW.archived_at IS NOT NULL THEN 'client-archived'
      WHEN OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL THEN 'client-restored'
      ELSE 'client-changed' END,
    'client', client.id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('name', client.name, 'code', client.code,
      'nameBefore', CASE WHEN TG_OP = 'UPDATE' AND OLD.name <> NEW.name THEN OLD.name END));
  RETURN NULL;
END $$;

-- Of the logo, only its hash is part of what is hashed.
CREATE FUNCTION audit_workspace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  shown_before jsonb;
  shown_after jsonb;
BEGIN
  shown_before := jsonb_build_object('logo', encode(sha256(OLD.logo), 'hex'));
  shown_after := jsonb_build_object('logo', encode(sha256(NEW.logo), 'hex'));
  OLD.logo := NULL;
  NEW.logo := NULL;
  shown_before := to_jsonb(OLD) || shown_before;
  shown_after := to_jsonb(NEW) || shown_after;
  PERFORM write_audit(NEW.id, NULL, acting_account(NEW.id), NULL, 'workspace-changed', 'workspace', NEW.id::text,
    shown_before, shown_after,
    jsonb_build_object('name', NEW.name, 'nameBefore', CASE WHEN OLD.name <> NEW.name THEN OLD.name END,
      'changed', (SELECT jsonb_agg(key ORDER BY key) FROM jsonb_each(shown_after) WHERE value IS DISTINCT FROM shown_before -> key)));
  RETURN NULL;
END $$;

CREATE FUNCTION audit_schedule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  schedule schedules := coalesce(NEW, OLD);
  acting uuid := acting_account(schedule.account_id);
BEGIN
  PERFORM write_audit(schedule.account_id, client_of_host(schedule.account_id, schedule.host), acting,
    CASE WHEN acting IS NULL THEN schedule.created_by_id END,
    CASE WHEN TG_OP = 'INSERT' THEN 'schedule-created' WHEN TG_OP = 'DELETE' THEN 'schedule-deleted'
      WHEN OLD.status = 'active' AND NEW.status = 'paused' THEN 'schedule-paused'
      WHEN OLD.status = 'paused' AND NEW.status = 'active' THEN 'schedule-resumed'
      ELSE 'schedule-changed' END,
    'schedule', schedule.id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('name', schedule.name, 'kind', schedule.request ->> 'kind', 'host', schedule.host));
  RETURN NULL;
END $$;

CREATE FUNCTION audit_report() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  report account_reports := coalesce(NEW, OLD);
  acting uuid := acting_account(report.account_id);
BEGIN
  PERFORM write_audit(report.account_id, report.client_id, acting,
    CASE WHEN acting IS NULL THEN report.asked_by END,
    CASE WHEN TG_OP = 'INSERT' THEN 'report-requested' ELSE 'report-deleted' END,
    'report', report.id::text, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('name', report.name, 'template', report.template));
  RETURN NULL;
END $$;

-- Links that go with their report or because they have expired are not revoked.
CREATE FUNCTION audit_share() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  share account_report_shares := coalesce(NEW, OLD);
  report account_reports;
BEGIN
  SELECT * INTO report FROM account_reports WHERE id = share.report_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM write_audit(report.account_id, report.client_id, acting_account(report.account_id), NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'shared' ELSE 'share-revoked' END,
    'share', share.id::text, to_jsonb(OLD) - 'token_hash', to_jsonb(NEW) - 'token_hash',
    jsonb_build_object('report', report.name, 'reportId', report.id, 'expiresAt', share.expires_at));
  RETURN NULL;
END $$;

CREATE FUNCTION audit_claim() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  claim target_claims := coalesce(NEW, OLD);
BEGIN
  PERFORM write_audit(claim.account_id, client_of_host(claim.account_id, claim.host), acting_account(claim.account_id), NULL,
    CASE WHEN TG_OP = 'INSERT' THEN 'claim-added' WHEN TG_OP = 'DELETE' THEN 'claim-removed'
      WHEN NEW.proven_by IS NULL THEN 'claim-lost' ELSE 'claim-verified' END,
    'host', claim.host, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('by', claim.proven_by, 'includesSubdomains', claim.includes_subdomains));
  RETURN NULL;
END $$;

CREATE FUNCTION audit_host() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  asset assets := coalesce(NEW, OLD);
  removed boolean := TG_OP = 'DELETE';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    removed := NEW.removed_at IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.removed_at IS DISTINCT FROM OLD.removed_at);
  END IF;
  PERFORM write_audit(asset.account_id, coalesce(CASE WHEN removed THEN OLD.client_id END, asset.client_id, asset.account_id),
    acting_account(asset.account_id), NULL, CASE WHEN removed THEN 'host-removed' ELSE 'host-assigned' END,
    'host', asset.host, to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('client', (SELECT name FROM clients WHERE id = NEW.client_id),
      'clientBefore', (SELECT name FROM clients WHERE id = OLD.client_id)));
  RETURN NULL;
END $$;

-- Verdicts: up to hundreds by one statement. Before: the finding's verdict until then.
CREATE FUNCTION audit_verdicts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id, before_hash, after_hash, detail)
  SELECT word.account_id,
    coalesce((SELECT client_id FROM assets WHERE account_id = word.account_id AND host = finding.asset), word.account_id),
    actor.id, coalesce(actor.name, ''), 'verdict', 'finding', word.fingerprint,
    (SELECT audit_hash(to_jsonb(earlier)) FROM finding_words AS earlier
      WHERE account_id = word.account_id AND fingerprint = word.fingerprint AND earlier.id < word.id ORDER BY earlier.id DESC LIMIT 1),
    audit_hash(to_jsonb(word)),
    jsonb_strip_nulls(jsonb_build_object('verdict', word.state, 'until', word.until, 'reasonLength', length(word.reason),
      'saidAt', word.said_at, 'title', finding.title, 'host', finding.asset))
  FROM added AS word
  -- LIMIT keeps the planner from making a join of it.
  CROSS JOIN LATERAL (SELECT asset, title FROM findings
    WHERE account_id = word.account_id AND fingerprint = word.fingerprint LIMIT 1) AS finding
  LEFT JOIN (SELECT workspace, acting_account(workspace) AS id, account_name(acting_account(workspace)) AS name
    FROM (SELECT DISTINCT account_id AS workspace FROM added) AS workspaces OFFSET 0) AS actor ON actor.workspace = word.account_id
  ORDER BY word.id;
  RETURN NULL;
END $$;

-- Scans of accounts, up to 64 by one statement. What a person asked for has a network address (accept_scans); a schedule's has none.
CREATE FUNCTION audit_new_scans() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET enable_seqscan = off AS $$
DECLARE
  addresses jsonb := nullif(current_setting('plumbline.clients', true), '');
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE owner <> 'anonymous') THEN RETURN NULL; END IF;
  INSERT INTO audit_entries (workspace_id, client_id, who, who_name, on_behalf_of, on_behalf_name, what, subject_type, subject_id,
    after_hash, detail)
  SELECT workspace, coalesce((SELECT client_id FROM assets WHERE account_id = workspace AND assets.host = scan.host), workspace),
    CASE WHEN asked THEN asker END, CASE WHEN asked THEN coalesce(name, '') ELSE '' END,
    CASE WHEN NOT asked THEN asker END, CASE WHEN NOT asked THEN name END,
    'scan-accepted', 'scan', id::text, audit_hash(content), jsonb_build_object('kind', kind, 'target', target)
  FROM (
    SELECT id, kind, target, host, accepted_at, owner::uuid AS workspace, to_jsonb(added) AS content,
      coalesce(asked_by, owner::uuid) AS asker, addresses IS NULL OR coalesce(addresses ->> id::text, '') <> '' AS asked
    FROM added WHERE owner <> 'anonymous' OFFSET 0
  ) AS scan
  CROSS JOIN LATERAL (SELECT (SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE accounts.id = asker) AS name) AS person
  WHERE EXISTS (SELECT FROM workspaces WHERE workspaces.id = workspace)
  ORDER BY accepted_at, id;
  RETURN NULL;
END $$;

-- Those that go with their workspace leave nothing behind.
CREATE FUNCTION audit_gone_scans() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id, before_hash, detail)
  SELECT workspace, client_of_host(workspace, host), actor, coalesce(account_name(actor), ''), 'scan-deleted', 'scan', id::text,
    audit_hash(content), jsonb_build_object('kind', kind, 'target', target)
  FROM (
    SELECT id, kind, target, host, owner::uuid AS workspace, to_jsonb(removed) AS content,
      acting_account(owner::uuid) AS actor
    FROM removed WHERE owner <> 'anonymous' OFFSET 0
  ) AS scan
  WHERE EXISTS (SELECT FROM workspaces WHERE workspaces.id = workspace);
  RETURN NULL;
END $$;

-- A scan is canceled at once, or asked to stop. A free scan moves to the account that confirms its address.
CREATE FUNCTION audit_changed_scan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  workspace uuid := NEW.owner::uuid;
  acting uuid := acting_account(workspace);
BEGIN
  PERFORM write_audit(workspace, client_of_host(workspace, NEW.host), acting,
    CASE WHEN acting IS NULL THEN coalesce(NEW.asked_by, workspace) END,
    CASE WHEN OLD.owner <> NEW.owner THEN 'scan-moved' ELSE 'scan-canceled' END, 'scan', NEW.id::text,
    to_jsonb(OLD), to_jsonb(NEW),
    jsonb_build_object('kind', NEW.kind, 'target', NEW.target));
  RETURN NULL;
END $$;

-- What a member's account does is said in each of their workspaces; of a guest's, for the one client.
CREATE FUNCTION audit_account(account uuid, did text, detail jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO audit_entries (workspace_id, client_id, who, who_name, what, subject_type, subject_id, detail)
  SELECT workspace_id, client_id, account, coalesce(account_name(account), ''), did, 'account', account::text, detail
  FROM memberships WHERE account_id = account
$$;
-- No address of mail and no trace of a password: that it changed is what the other members may know.
CREATE FUNCTION audit_credentials() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF OLD.password_hash <> NEW.password_hash THEN PERFORM audit_account(NEW.id, 'password-changed', '{}'); END IF;
  IF OLD.email_key <> NEW.email_key THEN PERFORM audit_account(NEW.id, 'address-changed', '{}'); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION audit_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- With a new password, the session goes on under a new token: that is no sign-in. The account's row is then of this transaction.
  IF EXISTS (SELECT FROM accounts WHERE id = NEW.account_id AND xmin = pg_current_xact_id()::xid) THEN RETURN NULL; END IF;
  PERFORM audit_account(NEW.account_id, 'signed-in', jsonb_build_object('device', NEW.device));
  RETURN NULL;
END $$;
-- While its name can still be read.
CREATE FUNCTION audit_account_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM audit_account(OLD.id, 'account-deleted', '{}');
  RETURN OLD;
END $$;

-- compatible: these write only a new table, with rights of their own
DO $$
DECLARE
  wanted text[];
  name text;
BEGIN
  FOREACH wanted SLICE 1 IN ARRAY ARRAY[
    ['memberships', 'INSERT OR DELETE', 'true', 'audit_membership'],
    ['memberships', 'UPDATE', '(OLD.role, OLD.client_id, OLD.ends_on) IS DISTINCT FROM (NEW.role, NEW.client_id, NEW.ends_on)', 'audit_membership'],
    ['invitations', 'INSERT', 'true', 'audit_invitation'],
    ['invitations', 'UPDATE', '(OLD.accepted_at, OLD.revoked_at, OLD.expires_at) IS DISTINCT FROM (NEW.accepted_at, NEW.revoked_at, NEW.expires_at)', 'audit_invitation'],
    ['clients', 'INSERT', 'NEW.id <> NEW.workspace_id', 'audit_client'],
    ['clients', 'UPDATE', 'OLD.* IS DISTINCT FROM NEW.*', 'audit_client'],
    ['clients', 'DELETE', 'true', 'audit_client'],
    ['workspaces', 'UPDATE', 'OLD.* IS DISTINCT FROM NEW.*', 'audit_workspace'],
    ['schedules', 'INSERT OR DELETE', 'true', 'audit_schedule'],
    ['schedules', 'UPDATE', '(OLD.name, OLD.request, OLD.recurrence, OLD.time_zone, OLD.overlap, OLD.digest) IS DISTINCT FROM
      (NEW.name, NEW.request, NEW.recurrence, NEW.time_zone, NEW.overlap, NEW.digest) OR (OLD.status <> NEW.status AND NEW.status <> ''done'')', 'audit_schedule'],
    ['account_reports', 'INSERT OR DELETE', 'true', 'audit_report'],
    ['account_report_shares', 'INSERT', 'true', 'audit_share'],
    ['account_report_shares', 'DELETE', 'OLD.expires_at > now()', 'audit_share'],
    ['target_claims', 'INSERT OR DELETE', 'true', 'audit_claim'],
    ['target_claims', 'UPDATE', 'OLD.proven_by IS DISTINCT FROM NEW.proven_by', 'audit_claim'],
    ['assets', 'INSERT', 'coalesce(NEW.client_id <> NEW.account_id, false) OR NEW.removed_at IS NOT NULL', 'audit_host'],
    ['assets', 'UPDATE', 'coalesce(OLD.client_id, OLD.account_id) <> coalesce(NEW.client_id, NEW.account_id) OR
      (NEW.removed_at IS NOT NULL AND OLD.removed_at IS DISTINCT FROM NEW.removed_at)', 'audit_host'],
    ['assets', 'DELETE', 'true', 'audit_host'],
    ['scans', 'UPDATE OF owner, status, cancel_requested_at', 'NEW.owner <> ''anonymous'' AND (OLD.owner <> NEW.owner OR
      OLD.cancel_requested_at IS NULL AND (NEW.cancel_requested_at IS NOT NULL OR
        (NEW.failure_code = ''cancelled'' AND OLD.failure_code IS NULL)))', 'audit_changed_scan'],
    ['accounts', 'UPDATE OF password_hash, email_key', '(OLD.password_hash, OLD.email_key) IS DISTINCT FROM (NEW.password_hash, NEW.email_key)', 'audit_credentials'],
    ['sessions', 'INSERT', 'true', 'audit_session']
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %I()',
      format('audited_%s', lower(split_part(wanted[2], ' ', 1))), wanted[2], wanted[1], wanted[3], wanted[4]);
  END LOOP;
  CREATE TRIGGER audited_end BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION audit_account_end();
  CREATE TRIGGER audited_words AFTER INSERT ON finding_words REFERENCING NEW TABLE AS added FOR EACH STATEMENT
    EXECUTE FUNCTION audit_verdicts();
  CREATE TRIGGER audited_insert AFTER INSERT ON scans REFERENCING NEW TABLE AS added FOR EACH STATEMENT
    EXECUTE FUNCTION audit_new_scans();
  CREATE TRIGGER audited_delete AFTER DELETE ON scans REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
    EXECUTE FUNCTION audit_gone_scans();

  FOREACH name IN ARRAY ARRAY['acting_account(uuid)', 'account_name(uuid)', 'client_of_host(uuid, text)',
    'write_audit(uuid, uuid, uuid, uuid, text, text, text, jsonb, jsonb, jsonb)', 'audit_membership()', 'audit_invitation()',
    'audit_client()', 'audit_workspace()', 'audit_schedule()', 'audit_report()', 'audit_share()', 'audit_claim()', 'audit_host()',
    'audit_verdicts()', 'audit_new_scans()', 'audit_gone_scans()', 'audit_changed_scan()', 'audit_account(uuid, text, jsonb)',
    'audit_credentials()', 'audit_session()', 'audit_account_end()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
