import type { WorkspaceId } from "#contract/ids.ts";
import { can, type Permission, ROLES } from "#contract/workspaces/roles.ts";
import type { Executor } from "../db/pool.ts";
import { oneOf, readRow } from "../db/rows.ts";
import { RoleIsGone } from "./role-is-gone.ts";
import type { Scope } from "./scope.ts";

/**
 * Locks a workspace until the transaction ends: changes to its findings, hosts and schedules happen one after another, and it is not
 * deleted in the meantime. The account with the same id is locked first, because the previous release locks only that.
 */
export async function holdWorkspace(client: Executor, id: WorkspaceId): Promise<void> {
	await client.query("SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [id]);
	await client.query("SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE", [id]);
}

/**
 * The same for a request that must stop if its sender's role was taken away after the gate checked, as during a long upload. A change of
 * members locks the workspace, too.
 */
export async function holdWorkspaceFor(
	client: Executor,
	{ workspaceId, accountId }: Pick<Scope, "workspaceId" | "accountId">,
	permission: Permission,
): Promise<void> {
	await holdWorkspace(client, workspaceId);
	const member = await readRow(
		client,
		{ role: oneOf(ROLES) },
		`SELECT role FROM memberships WHERE workspace_id = $1 AND account_id = $2
		   AND (ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'UTC')::date)`,
		[workspaceId, accountId],
	);
	if (!member || !can(member.role, permission)) throw new RoleIsGone();
}
