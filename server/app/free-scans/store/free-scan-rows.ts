import type { ScanReport } from "#contract/findings/findings.ts";
import { ownWorkspace, type ScanId } from "#contract/ids.ts";
import { rolesThatCan } from "#contract/workspaces/roles.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { accountRows } from "#server/identity/accounts/store/account-rows.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, neverNull, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { insertSchedule } from "#server/scanning/schedules/store/schedule-store.ts";
import type { FreeScanRows, FreeScanStore, Watch } from "../ports.ts";

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
			// A scan that ends just now is waited for: then its report is there to merge.
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
			const reports = await readRows(
				executor,
				{ id: id<ScanId>(), report: json<ScanReport>() },
				`SELECT id, report FROM scans JOIN scan_reports ON scan_id = id
				 WHERE id = ANY($1) AND status = 'completed' ORDER BY finished_at, id`,
				[adopted.map((scan) => scan.id)],
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
		async setPendingWatch(accountId, watch) {
			await executor.query("UPDATE accounts SET pending_watch = $2 WHERE id = $1 AND email_confirmed_at IS NULL", [
				accountId,
				watch,
			]);
		},
		async setPendingWatchOf(registrationHash, watch, now) {
			await executor.query(
				`UPDATE accounts SET pending_watch = $2 FROM registrations
				 WHERE token_hash = $1 AND expires_at > $3 AND accounts.id = account_id AND email_confirmed_at IS NULL`,
				[registrationHash, watch, now],
			);
		},
		async takePendingWatch(accountId) {
			const row = await readRow(
				executor,
				{ watch: neverNull(json<Watch>()) },
				`UPDATE accounts SET pending_watch = NULL FROM accounts AS before
				 WHERE accounts.id = $1 AND before.id = $1 AND before.pending_watch IS NOT NULL
				 RETURNING before.pending_watch AS watch`,
				[accountId],
			);
			return row?.watch;
		},
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
