import type { ScanReport } from "#contract/findings/findings.ts";
import { ownWorkspace, type ScanId } from "#contract/ids.ts";
import { rolesThatCan } from "#contract/workspaces/roles.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { accountRows } from "#server/identity/accounts/store/account-rows.ts";
import { setPendingWatch, setPendingWatchOf, takePendingWatch } from "#server/identity/accounts/store/pending-watch.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { adoptScans } from "#server/scanning/scans/store/free-scans.ts";
import { insertSchedule } from "#server/scanning/schedules/store/schedule-store.ts";
import type { FreeScanRows, FreeScanStore } from "../ports.ts";

export function freeScanRows(executor: Executor, mergeFindings: MergeFindings): FreeScanRows {
	return {
		scanOfReport: (tokenHash) =>
			readRow(
				executor,
				{ scanId: id<ScanId>(), target: text },
				`SELECT scans.id AS "scanId", target FROM report_links JOIN scans ON scans.id = scan_id
				 WHERE token_hash = $1 AND expires_at > now()`,
				[tokenHash],
			),
		async adoptScans(accountId, only) {
			const adopted = await adoptScans(executor, accountId, only);
			const reports = await readRows(
				executor,
				{ id: id<ScanId>(), report: json<ScanReport>() },
				`SELECT id, report FROM scans JOIN scan_reports ON scan_id = id
				 WHERE id = ANY($1) AND status = 'completed' ORDER BY finished_at, id`,
				[adopted],
			);
			for (const scan of reports) await mergeFindings(executor, scan.id, scan.report);
		},
		async mayArrange(accountId) {
			const { rowCount } = await executor.query(
				"SELECT 1 FROM memberships WHERE workspace_id = $1 AND account_id = $1 AND role = ANY($2)",
				[accountId, rolesThatCan("arrange")],
			);
			return rowCount === 1;
		},
		async ownsScan(accountId, scanId) {
			const { rowCount } = await executor.query("SELECT 1 FROM scans WHERE id = $1 AND owner = $2", [
				scanId,
				accountId,
			]);
			return rowCount === 1;
		},
		setPendingWatch: (accountId, watch) => setPendingWatch(executor, accountId, watch),
		setPendingWatchOf: (registrationHash, watch, now) => setPendingWatchOf(executor, registrationHash, watch, now),
		takePendingWatch: (accountId) => takePendingWatch(executor, accountId),
		async addSchedule(accountId, schedule) {
			const { rowCount } = await executor.query(
				"SELECT 1 FROM schedules WHERE account_id = $1 AND request = $2 AND status <> 'done'",
				[accountId, schedule.request],
			);
			if (rowCount !== 0) return "exists";
			const own = { workspaceId: ownWorkspace(accountId), accountId };
			return (await insertSchedule(executor, own, schedule)) ? "made" : "full";
		},
	};
}

/** Free scans in PostgreSQL. */
export function createFreeScanStore(pool: Pool, mergeFindings: MergeFindings): FreeScanStore {
	const { scanOfReport, setPendingWatchOf } = freeScanRows(pool, mergeFindings);
	return {
		scanOfReport,
		setPendingWatchOf,
		transaction: (work) =>
			inTransaction(
				pool,
				(client) => work({ ...freeScanRows(client, mergeFindings), lockAccount: accountRows(client).lockAccount }),
				(outcome) => outcome.ok,
			),
	};
}
