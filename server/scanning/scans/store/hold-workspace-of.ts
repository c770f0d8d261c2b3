import type { ScanId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow } from "#server/platform/db/rows.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { SCAN } from "./scan-row.ts";

const OWNER = { owner: SCAN.owner };

/**
 * Locks the workspace of a scan, and then the scan, until the transaction ends: findings of its scans are merged one scan after another,
 * and the workspace is not deleted in the meantime. Locks are taken in the same order as when an account is deleted.
 */
export async function holdWorkspaceOf(client: Executor, id: ScanId): Promise<void> {
	await client.query("SAVEPOINT before_scan");
	if (await holdOwner(client, id)) return;
	// A scan from the public form moved to a workspace while this waited for it, and the workspace has to be locked first.
	await client.query("ROLLBACK TO SAVEPOINT before_scan");
	await holdOwner(client, id);
}

/** False if the scan got another owner in the meantime, which can happen once. */
async function holdOwner(client: Executor, id: ScanId): Promise<boolean> {
	const before = await readRow(client, OWNER, "SELECT owner FROM scans WHERE id = $1", [id]);
	if (before && before.owner !== "anonymous") await holdWorkspace(client, before.owner);
	const after = await readRow(client, OWNER, "SELECT owner FROM scans WHERE id = $1 FOR UPDATE", [id]);
	return before?.owner === after?.owner;
}
