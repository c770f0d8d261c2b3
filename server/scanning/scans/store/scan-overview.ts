import type { ScanOverview } from "#contract/scans/scans.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, readRow } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** Counts of scans. Open findings are counted elsewhere, in finding-days.ts. */
export async function readOverview(pool: Pool, { workspaceId, clientId }: Seen): Promise<ScanOverview> {
	const counted = await readRow(
		pool,
		{ total: int, active: int, completed: int, failed: int },
		`SELECT count(*) AS total, count(*) FILTER (WHERE state IN ('pending', 'running')) AS active,
		   count(*) FILTER (WHERE state = 'completed') AS completed, count(*) FILTER (WHERE state = 'failed') AS failed
		 FROM scans WHERE owner = $1${clientId === null ? "" : ` AND ${ofClient("host", "$1", "$2")}`}`,
		clientId === null ? [workspaceId] : [workspaceId, clientId],
	);
	const { total, active, completed, failed } = counted ?? { total: 0, active: 0, completed: 0, failed: 0 };
	const ended = completed + failed;
	return {
		total,
		active,
		completed,
		failed,
		successRate: ended === 0 ? null : Math.round((100 * completed) / ended),
	};
}
