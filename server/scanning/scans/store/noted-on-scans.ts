import type { AccountId, ScanId } from "#contract/ids.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, neverNull, type RowOf, readRow, readRows, time } from "#server/platform/db/rows.ts";
import { REQUEST, requestOfRow, SCAN } from "./scan-row.ts";

const TAKEN_OVER = { ...REQUEST, owner: SCAN.owner, asked_by: id<AccountId>(), taken_over_at: neverNull(time) };

/** A scan whose findings have become its workspace’s. `asked_by`: the workspace’s own account if the requester is not known. */
export type TakenOver = RowOf<typeof TAKEN_OVER>;

/** Notes that a scan’s findings were taken over, once. Undefined if they already were, or if it is a free scan or its workspace is gone. */
export const noteTakenOver = (client: Executor, scanId: ScanId): Promise<TakenOver | undefined> =>
	readRow(
		client,
		TAKEN_OVER,
		`UPDATE scans SET taken_over_at = clock_timestamp() FROM workspaces
		 WHERE scans.id = $1 AND taken_over_at IS NULL
		   AND workspaces.id = CASE WHEN owner <> 'anonymous' THEN owner::uuid END
		 RETURNING owner, scans.kind, request, coalesce(asked_by, workspaces.id) AS asked_by, taken_over_at`,
		[scanId],
	);

/** The outcome of the email about a scan’s end. */
export async function noteMailOutcome(
	client: Executor,
	scanId: ScanId,
	outcome: "sent" | "suppressed" | "dropped",
): Promise<void> {
	await client.query("UPDATE scans SET mail_outcome = $2 WHERE id = $1", [scanId, outcome]);
}

/** Stores the hosts of scans that an older version stored without one. Returns how many, at most `atMost`. */
export async function nameHosts(pool: Pool, atMost: number): Promise<number> {
	const rows = await readRows(
		pool,
		{ ...REQUEST, id: id<ScanId>() },
		"SELECT id, kind, request FROM scans WHERE owner <> 'anonymous' AND host IS NULL LIMIT $1",
		[atMost],
	);
	const named = rows.map((row) => ({ id: row.id, host: scopeOf(requestOfRow(row))?.host ?? "" }));
	await pool.query(
		`UPDATE scans SET host = named.host FROM jsonb_to_recordset($1) AS named (id uuid, host text)
		 WHERE scans.id = named.id AND scans.host IS NULL`,
		[JSON.stringify(named)],
	);
	return rows.length;
}
