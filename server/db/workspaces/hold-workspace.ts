import type { WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "../pool.ts";

/**
 * Locks a workspace until the transaction ends: what changes its findings, hosts and schedules happens one after another, and it is
 * not deleted in the meantime. The account with its id is locked first, because the previous release locks that alone.
 */
export async function holdWorkspace(client: Executor, id: WorkspaceId): Promise<void> {
	await client.query("SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [id]);
	await client.query("SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE", [id]);
}
