import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** The owner of something as JSON, if a current member; otherwise NULL. `owner` and `workspace` are columns. */
export const ownerColumn = (owner: string, workspace: string): string =>
	`(SELECT jsonb_build_object('accountId', accounts.id, 'name', btrim(first_name || ' ' || last_name))
	  FROM memberships JOIN accounts ON accounts.id = memberships.account_id
	  WHERE memberships.workspace_id = ${workspace} AND memberships.account_id = ${owner}
	    AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date))`;

/**
 * The first of some accounts that is a member who may see a client, or else an owner of the workspace, so that a task always has one.
 * `accounts` is an array in the statement and may contain NULLs.
 */
export const firstMember = (accounts: string, workspace: string, client: string): string =>
	`(SELECT account_id FROM memberships WHERE workspace_id = ${workspace} AND (account_id = ANY (${accounts}) OR role = 'owner')
	   AND (client_id IS NULL OR client_id = ${client}) AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)
	  ORDER BY array_position(${accounts}, account_id), accepted_at, account_id LIMIT 1)`;

/** The name of a member who may see a client; undefined if there is no such member. */
export async function nameOfMember(
	client: Executor,
	{ workspaceId, clientId }: Seen,
	account: AccountId,
): Promise<string | undefined> {
	const row = await readRow(
		client,
		{ name: text },
		`SELECT btrim(first_name || ' ' || last_name) AS name FROM memberships JOIN accounts ON accounts.id = memberships.account_id
		 WHERE memberships.workspace_id = $1 AND memberships.account_id = $2
		   AND (memberships.client_id IS NULL OR memberships.client_id = $3)
		   AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)`,
		[workspaceId, account, clientId],
	);
	return row?.name;
}
