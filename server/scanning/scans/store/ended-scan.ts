import type { NotificationChoices } from "#contract/accounts/notifications.ts";
import type { AccountId, ScanId, WorkspaceId } from "#contract/ids.ts";
import { CHOICES, CHOICES_ROW, REACHABLE } from "#server/identity/notifications/store/notification-store.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, orNull, readRow, text, textOf, texts } from "#server/platform/db/rows.ts";
import { ASKER } from "./scan-asker.ts";

/** What to notify about a scan that has ended, and where. */
export type EndedScan = {
	owner: AccountId;
	/** The account's address. */
	email: string;
	host: string;
	/** Who owns the scan. */
	workspace: WorkspaceId;
	/** The client that the host belongs to; undefined for the workspace's own. */
	client: { name: string; code: string } | undefined;
	status: "completed" | "failed";
	/** No notification by email: its result is emailed anyway, or the account's address is not confirmed. */
	noMail: boolean;
	choices: NotificationChoices;
	/** How many serious findings are new. */
	serious: number;
	/** Sessions whose devices get a push message. */
	sessions: string[];
};

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

/** Undefined if there is no account to notify, for example because the scan was deleted. */
export async function readEndedScan(pool: Executor, id: ScanId): Promise<EndedScan | undefined> {
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
}
