import type { WorkspaceId } from "#contract/ids.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { readRows, text } from "#server/platform/db/rows.ts";

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
