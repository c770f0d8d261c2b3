/** The account that requested a scan. Rows from before there were members have the workspace's id. */
const ASKED_BY = "coalesce(scans.asked_by, CASE WHEN scans.owner <> 'anonymous' THEN scans.owner::uuid END)";

/**
 * Who gets emails and notifications about a scan: the account that requested it, as long as it may still see all clients of the
 * workspace.
 */
export const ASKER = `(SELECT member.account_id FROM memberships AS member
	WHERE member.workspace_id = CASE WHEN scans.owner <> 'anonymous' THEN scans.owner::uuid END
	  AND member.account_id = ${ASKED_BY}
	  AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date) AND role <> 'guest')`;

/**
 * Whether a scan's result would go to a person who requested it as a member and may no longer see it: they get no email about it, and
 * links in their earlier emails stop working. Results for other mailboxes still go there.
 */
export const ASKER_LEFT = `(scans.email_key IS NOT NULL AND ${ASKER} IS NULL
	AND EXISTS (SELECT FROM accounts WHERE accounts.id = ${ASKED_BY} AND accounts.email_key = scans.email_key))`;
