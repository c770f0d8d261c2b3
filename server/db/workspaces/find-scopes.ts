import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { ROLES } from "#contract/workspaces/roles.ts";
import type { Executor, Pool } from "../pool.ts";
import { flag, id, int, oneOf, orNull, readRows, text } from "../rows.ts";

/** What an account wants to act in, and the day (UTC). */
export type AskedScope = { accountId: AccountId; workspaceId: WorkspaceId; clientId: ClientId | null; today: string };

const MEMBER = {
	n: int,
	role: oneOf(ROLES),
	/** A guest's. */
	onlyClient: orNull(id<ClientId>()),
	/** The client that is asked for, if the workspace has it. */
	client: orNull(id<ClientId>()),
	/** Whether that client, or a guest's, is archived. */
	archived: flag,
};

const FIND = {
	name: "find-scopes",
	text: `SELECT n, role, memberships.client_id AS "onlyClient", clients.id AS client,
	   EXISTS (SELECT FROM clients AS one WHERE one.id = coalesce(memberships.client_id, clients.id) AND archived_at IS NOT NULL) AS archived
	 FROM jsonb_to_recordset($1) AS asked (n integer, "accountId" uuid, "workspaceId" uuid, "clientId" uuid, today date)
	 JOIN memberships ON memberships.workspace_id = "workspaceId" AND account_id = "accountId" AND (ends_on IS NULL OR ends_on >= today)
	 LEFT JOIN clients ON clients.id = "clientId" AND clients.workspace_id = "workspaceId"`,
};

/** The membership of each, in their order; undefined where the account is no member. */
export async function findScopes(executor: Executor, asked: readonly AskedScope[]) {
	const rows = await readRows(executor, MEMBER, FIND, [JSON.stringify(asked.map((one, n) => ({ n, ...one })))]);
	return asked.map((_, n) => rows.find((row) => row.n === n));
}

/** Names of the owners and managers of a workspace: who can help a member whose role is not enough. */
export async function readManagers(pool: Pool, workspaceId: WorkspaceId): Promise<string[]> {
	const rows = await readRows(
		pool,
		{ name: text },
		`SELECT btrim(first_name || ' ' || last_name) AS name FROM memberships JOIN accounts ON accounts.id = account_id
		 WHERE workspace_id = $1 AND role IN ('owner', 'manager')
		   AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date) ORDER BY role DESC, name LIMIT 5`,
		[workspaceId],
	);
	return rows.map(({ name }) => name);
}
