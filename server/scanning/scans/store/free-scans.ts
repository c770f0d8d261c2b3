import type { AccountId, ScanId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, readRows } from "#server/platform/db/rows.ts";

/**
 * Moves anonymous scans whose reports went to exactly the account’s confirmed address, all of them or one. Waits for a scan that is just
 * ending, so that its report is there. Returns those that moved.
 */
export async function adoptScans(executor: Executor, accountId: AccountId, only?: ScanId): Promise<ScanId[]> {
	const adopted = await readRows(
		executor,
		{ id: id<ScanId>() },
		`WITH free AS (
		   SELECT scans.id FROM scans JOIN accounts ON accounts.email_key = scans.email_key
		   WHERE accounts.id = $1 AND email_confirmed_at IS NOT NULL AND owner = 'anonymous'
		     AND ($2::uuid IS NULL OR scans.id = $2)
		   ORDER BY scans.id FOR UPDATE OF scans
		 )
		 UPDATE scans SET owner = $1::uuid::text, asked_by = $1, adopted_at = now() FROM free
		 WHERE scans.id = free.id AND owner = 'anonymous' RETURNING scans.id`,
		[accountId, only],
	);
	return adopted.map((scan) => scan.id);
}

/** False if the scan belongs to an account by now: then only that account may delete it. */
export async function deleteFreeScan(executor: Executor, scanId: ScanId): Promise<boolean> {
	const { rowCount } = await executor.query("DELETE FROM scans WHERE id = $1 AND owner = 'anonymous'", [scanId]);
	return rowCount === 1;
}
