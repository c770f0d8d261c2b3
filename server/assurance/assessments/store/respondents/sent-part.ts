import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { REACHABLE } from "#server/identity/notifications/store/notification-store.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, orNull, readRow, text, texts, uuid } from "#server/platform/db/rows.ts";

/** Whom to notify about a section that a respondent sent, and where. */
export type SentPart = {
	/** Who created the link. */
	member: AccountId;
	/** Null if it is not confirmed. */
	email: string | null;
	workspace: WorkspaceId;
	client: { name: string; code: string } | undefined;
	assessmentId: string;
	/** Their name. */
	respondent: string;
	/** Sessions whose devices get a push message. */
	sessions: string[];
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

/** Undefined if there is nobody to notify: the link is gone, or its creator is no longer a member. */
export async function readSentPart(pool: Executor, respondent: RespondentId): Promise<SentPart | undefined> {
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
}
