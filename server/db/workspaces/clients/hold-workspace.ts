import type { WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "../../pool.ts";

/** Locks a workspace until the transaction ends: what depends on everything in it is done one after another. */
export async function holdWorkspace(client: Executor, id: WorkspaceId): Promise<void> {
	await client.query("SELECT FROM workspaces WHERE id = $1 FOR NO KEY UPDATE", [id]);
}
