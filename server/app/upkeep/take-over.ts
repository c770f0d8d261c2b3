import type { ScanReport } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, readRow, readRows, time } from "#server/platform/db/rows.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { holdWorkspaceOf } from "#server/scanning/scans/store/hold-workspace-of.ts";
import { nameHosts } from "#server/scanning/scans/store/noted-on-scans.ts";
import { nameScheduleHosts } from "#server/scanning/schedules/store/noted-on-schedules.ts";

const BATCH = 200;

/**
 * Fills in what older versions did not store: the hosts of scans, and tracked findings from reports, oldest first. Each scan is
 * done once, so this can be stopped and restarted at any point, by several processes too. Usually there is nothing to do.
 */
export async function takeOverOldScans(
	pool: Pool,
	{ mergeFindings, log, stop }: { mergeFindings: MergeFindings; log: Logger; stop: AbortSignal },
): Promise<void> {
	while (!stop.aborted && (await nameHosts(pool, BATCH)) > 0);
	while (!stop.aborted && (await nameScheduleHosts(pool, BATCH)) > 0);
	let after = { finishedAt: new Date(0), id: "00000000-0000-0000-0000-000000000000" as ScanId };
	let taken = 0;
	while (!stop.aborted) {
		const rows = await readRows(
			pool,
			{ id: id<ScanId>(), finishedAt: time },
			`SELECT id, date_trunc('milliseconds', finished_at) AS "finishedAt" FROM scans
			 WHERE owner <> 'anonymous' AND status = 'completed' AND taken_over_at IS NULL
			   AND (date_trunc('milliseconds', finished_at), id) > ($1, $2)
			 ORDER BY date_trunc('milliseconds', finished_at), id LIMIT ${BATCH}`,
			[after.finishedAt, after.id],
		);
		const last = rows.at(-1);
		if (!last) break;
		for (const { id } of rows) {
			if (stop.aborted) break;
			try {
				await takeOver(pool, id, mergeFindings);
				taken += 1;
			} catch (error) {
				log.error({ scanId: id, error }, "the findings of an old scan could not be taken over");
			}
		}
		after = last;
	}
	if (taken > 0) log.info({ taken }, "findings of old scans taken over");
}

const takeOver = (pool: Pool, id: ScanId, mergeFindings: MergeFindings): Promise<void> =>
	inTransaction(pool, async (client) => {
		await holdWorkspaceOf(client, id);
		const stored = await readRow(
			client,
			{ report: json<ScanReport>() },
			"SELECT report FROM scan_reports WHERE scan_id = $1",
			[id],
		);
		if (stored) await mergeFindings(client, id, stored.report);
	});
