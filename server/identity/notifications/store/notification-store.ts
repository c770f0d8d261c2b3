import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { AccountId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { NotificationChanges, NotificationChoices, PushSubscription } from "#contract/notifications.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, orNull, readRow, text, textOf, texts, uuid } from "#server/platform/db/rows.ts";
import { ASKER } from "#server/scanning/scans/store/scan-asker.ts";
import { SESSION_IS_OVER } from "../../accounts/store/session-rows.ts";

/** What to notify about a scan that has ended, and where. */
export type EndedScan = {
	owner: AccountId;
	/** The account's address. */
	email: string;
	host: string;
	/** Whose the scan is. */
	workspace: WorkspaceId;
	/** The client that the host belongs to; undefined for the workspace's own. */
	client: { name: string; code: string } | undefined;
	status: "completed" | "failed";
	/** No notification by mail: its result is mailed anyway, or the account's address is not confirmed. */
	noMail: boolean;
	choices: NotificationChoices;
	/** How many serious findings are new. */
	serious: number;
	/** Sessions whose devices get a push message. */
	sessions: string[];
};

/** Whom to notify about a section that a respondent sent, and where. */
export type SentPart = {
	/** Who made the link. */
	member: AccountId;
	/** Null if it is not confirmed. */
	email: string | null;
	workspace: WorkspaceId;
	client: EndedScan["client"];
	assessmentId: string;
	/** Their name. */
	respondent: string;
	/** Sessions whose devices get a push message. */
	sessions: string[];
};

export type NotificationStore = ReturnType<typeof createNotificationStore>;

/** How many devices of an account get push messages: the newest. */
const DEVICES = 20;

const DEFAULTS: NotificationChoices = { scanFinished: true, newFinding: true, mail: false };

const CHOICES = `coalesce(choices.scan_finished, ${DEFAULTS.scanFinished}) AS "scanFinished",
	coalesce(choices.new_finding, ${DEFAULTS.newFinding}) AS "newFinding", coalesce(choices.mail, ${DEFAULTS.mail}) AS mail`;

const CHOICES_ROW = { scanFinished: flag, newFinding: flag, mail: flag };
const ENDED_SCAN = {
	...CHOICES_ROW,
	owner: id<AccountId>(),
	email: text,
	host: text,
	workspace: textOf<WorkspaceId>(),
	clientName: orNull(text),
	clientCode: orNull(text),
	status: oneOf(["completed", "failed"]),
	noMail: flag,
	serious: int,
	sessions: texts,
};

const SENT_PART = {
	member: id<AccountId>(),
	email: orNull(text),
	workspace: id<WorkspaceId>(),
	assessmentId: uuid,
	respondent: text,
	clientName: orNull(text),
	clientCode: orNull(text),
	sessions: texts,
};

/** Subscriptions of sessions that have not ended: those that have are pruned only once a day. */
const REACHABLE = `push_subscriptions AS device JOIN sessions ON sessions.id = device.session_id AND NOT ${SESSION_IS_OVER}`;

/** Whether an account gets any notification when this scan ends. If not, no job is queued for it. */
export async function isToBeTold(client: Executor, scan: ScanId): Promise<boolean> {
	const { rowCount } = await client.query(
		`SELECT 1 FROM (SELECT ${ASKER} AS asker FROM scans WHERE id = $1) AS ended
		 WHERE EXISTS (SELECT FROM ${REACHABLE} WHERE device.account_id = asker)
		    OR EXISTS (SELECT FROM notification_choices WHERE account_id = asker AND mail)`,
		[scan],
	);
	return rowCount === 1;
}

/** Which notifications accounts want, and the push subscriptions of their devices. */
export function createNotificationStore(pool: Pool) {
	return {
		async read(
			account: AccountId,
			session: string,
		): Promise<{ choices: NotificationChoices; devices: number; here: boolean }> {
			const row = await readRow(
				pool,
				{ ...CHOICES_ROW, devices: int, here: flag },
				`SELECT ${CHOICES}, devices, here
				 FROM (SELECT count(*)::integer AS devices, coalesce(bool_or(session_id = $2), false) AS here
				       FROM ${REACHABLE} WHERE device.account_id = $1) AS subscriptions
				 LEFT JOIN notification_choices AS choices ON choices.account_id = $1`,
				[account, session],
			);
			if (!row) throw new Error("The query for notification choices returned no row");
			const { devices, here, ...choices } = row;
			return { choices, devices, here };
		},

		async change(account: AccountId, { scanFinished, newFinding, mail }: NotificationChanges): Promise<void> {
			await pool.query(
				`INSERT INTO notification_choices AS choices (account_id, scan_finished, new_finding, mail)
				 VALUES ($1, coalesce($2, ${DEFAULTS.scanFinished}), coalesce($3, ${DEFAULTS.newFinding}), coalesce($4, ${DEFAULTS.mail}))
				 ON CONFLICT (account_id) DO UPDATE SET scan_finished = coalesce($2, choices.scan_finished),
				   new_finding = coalesce($3, choices.new_finding), mail = coalesce($4, choices.mail)`,
				[account, scanFinished, newFinding, mail],
			);
		},

		/** Replaces the session's earlier subscription, and that of an account that was signed in on the device before. */
		async subscribe(account: AccountId, session: string, { endpoint, keys }: PushSubscription): Promise<void> {
			await inTransaction(pool, async (client) => {
				await client.query("DELETE FROM push_subscriptions WHERE endpoint = $1 OR session_id = $2", [
					endpoint,
					session,
				]);
				await client.query(
					`INSERT INTO push_subscriptions (session_id, account_id, endpoint, p256dh, auth)
					 SELECT id, account_id, $3, $4, $5 FROM sessions WHERE id = $1 AND account_id = $2
					 ON CONFLICT DO NOTHING`,
					[session, account, endpoint, keys.p256dh, keys.auth],
				);
				await client.query(
					`DELETE FROM push_subscriptions WHERE account_id = $1 AND session_id NOT IN (
					   SELECT session_id FROM push_subscriptions WHERE account_id = $1 ORDER BY created_at DESC LIMIT ${DEVICES})`,
					[account],
				);
			});
		},

		async unsubscribe(session: string): Promise<void> {
			await pool.query("DELETE FROM push_subscriptions WHERE session_id = $1", [session]);
		},

		/** Undefined if there is no account to notify, for example because the scan was deleted. */
		async endedScan(id: ScanId): Promise<EndedScan | undefined> {
			const row = await readRow(
				pool,
				ENDED_SCAN,
				`SELECT accounts.id AS owner, accounts.email, coalesce(scans.host, scans.target) AS host, scans.status,
				   scans.owner AS workspace, clients.name AS "clientName", clients.code AS "clientCode", scans.email IS NOT NULL OR email_confirmed_at IS NULL AS "noMail",
				   ${CHOICES},
				   (SELECT count(*)::integer FROM finding_changes
				    WHERE scan_id = scans.id AND severity = 'high' AND what IN ('new', 'worse', 'reopened')) AS serious,
				   ARRAY(SELECT session_id::text FROM ${REACHABLE} WHERE device.account_id = accounts.id) AS sessions
				 FROM scans
				 JOIN accounts ON accounts.id = ${ASKER}
				 LEFT JOIN assets ON assets.account_id = scans.owner::uuid AND assets.host = scans.host
				 LEFT JOIN clients ON clients.id = assets.client_id AND clients.id <> clients.workspace_id
				 LEFT JOIN notification_choices AS choices ON choices.account_id = accounts.id
				 WHERE scans.id = $1 AND scans.status IN ('completed', 'failed')`,
				[id],
			);
			if (!row) return undefined;
			const { scanFinished, newFinding, mail, clientName: name, clientCode: code, ...scan } = row;
			const client = name !== null && code !== null ? { name, code } : undefined;
			return { ...scan, client, choices: { scanFinished, newFinding, mail } };
		},

		/** Undefined if there is no one to notify: the link is gone, or its maker is no member anymore. */
		async sentPart(respondent: RespondentId): Promise<SentPart | undefined> {
			const row = await readRow(
				pool,
				SENT_PART,
				`SELECT accounts.id AS member, CASE WHEN email_confirmed_at IS NOT NULL THEN accounts.email END AS email,
				   respondents.workspace_id AS workspace, assessment_id AS "assessmentId", respondents.name AS respondent,
				   clients.name AS "clientName", clients.code AS "clientCode",
				   ARRAY(SELECT session_id::text FROM ${REACHABLE} WHERE device.account_id = accounts.id) AS sessions
				 FROM respondents
				 JOIN accounts ON accounts.id = respondents.created_by
				 JOIN memberships ON memberships.workspace_id = respondents.workspace_id AND memberships.account_id = accounts.id
				   AND (memberships.ends_on IS NULL OR memberships.ends_on >= (now() AT TIME ZONE 'UTC')::date)
				   AND (memberships.client_id IS NULL OR memberships.client_id = respondents.client_id)
				 LEFT JOIN clients ON clients.id = respondents.client_id AND clients.id <> clients.workspace_id
				 WHERE respondents.id = $1`,
				[respondent],
			);
			if (!row) return undefined;
			const { clientName: name, clientCode: code, ...sent } = row;
			return { ...sent, client: name !== null && code !== null ? { name, code } : undefined };
		},

		async subscription(session: string): Promise<PushSubscription | undefined> {
			const found = await readRow(
				pool,
				{ endpoint: text, p256dh: text, auth: text },
				`SELECT endpoint, p256dh, auth FROM ${REACHABLE} WHERE session_id = $1`,
				[session],
			);
			return found && { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } };
		},

		/** For a subscription that its push service no longer knows. A newer one of the session stays. */
		async forget(session: string, endpoint: string): Promise<void> {
			await pool.query("DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint = $2", [session, endpoint]);
		},
	};
}
