import type { ScanReport } from "#contract/findings/findings.ts";
import { type AccountId, ownWorkspace, type ScanId } from "#contract/ids.ts";
import { rolesThatCan } from "#contract/workspaces/roles.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { accountRows } from "#server/identity/accounts/store/account-rows.ts";
import {
	setPendingWatch,
	setPendingWatchOf,
	takePendingWatch,
	type Watch,
} from "#server/identity/accounts/store/pending-watch.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { adoptScans } from "#server/scanning/scans/store/free-scans.ts";
import { insertSchedule } from "#server/scanning/schedules/store/schedule-store.ts";
import type { StoredSchedule } from "#server/scanning/schedules/stored-schedule.ts";

/** The scan that a report's link leads to. */
type LinkedScan = { scanId: ScanId; target: string };

export function freeScanRows(executor: Executor, mergeFindings: MergeFindings) {
	return {
		/** Undefined for an unknown or expired link. */
		scanOfReport: (tokenHash: Buffer): Promise<LinkedScan | undefined> =>
			readRow(
				executor,
				{ scanId: id<ScanId>(), target: text },
				`SELECT scans.id AS "scanId", target FROM report_links JOIN scans ON scans.id = scan_id
				 WHERE token_hash = $1 AND expires_at > now()`,
				[tokenHash],
			),
		/**
		 * Moves anonymous scans whose reports went to exactly the account's confirmed address, all of them or one, and merges their
		 * findings. Does nothing for an unconfirmed account. The caller holds the account.
		 */
		async adoptScans(accountId: AccountId, only?: ScanId) {
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
		/** Whether the account may set things up in its own workspace, which it can leave to others. */
		async mayArrange(accountId: AccountId) {
			const { rowCount } = await executor.query(
				"SELECT 1 FROM memberships WHERE workspace_id = $1 AND account_id = $1 AND role = ANY($2)",
				[accountId, rolesThatCan("arrange")],
			);
			return rowCount === 1;
		},
		/** Whether a scan belongs to the account. */
		async ownsScan(accountId: AccountId, scanId: ScanId) {
			const { rowCount } = await executor.query("SELECT 1 FROM scans WHERE id = $1 AND owner = $2", [
				scanId,
				accountId,
			]);
			return rowCount === 1;
		},
		setPendingWatch: (accountId: AccountId, watch: Watch) => setPendingWatch(executor, accountId, watch),
		setPendingWatchOf: (registrationHash: Buffer, watch: Watch, now: Date) =>
			setPendingWatchOf(executor, registrationHash, watch, now),
		takePendingWatch: (accountId: AccountId) => takePendingWatch(executor, accountId),
		/** The caller holds the account. */
		async addSchedule(accountId: AccountId, schedule: StoredSchedule): Promise<"made" | "exists" | "full"> {
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

/** Scans of the public form, and the accounts that they move to. */
export type FreeScanRows = ReturnType<typeof freeScanRows>;

/** Free scans in PostgreSQL. */
export function createFreeScanStore(pool: Pool, mergeFindings: MergeFindings) {
	const { scanOfReport, setPendingWatchOf } = freeScanRows(pool, mergeFindings);
	/** The account is held first. */
	const statements = (client: Executor) => ({
		...freeScanRows(client, mergeFindings),
		lockAccount: accountRows(client).lockAccount,
	});
	return {
		scanOfReport,
		setPendingWatchOf,
		/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
		transaction: <T extends { ok: boolean }>(work: (tx: ReturnType<typeof statements>) => Promise<T>): Promise<T> =>
			inTransaction(
				pool,
				(client) => work(statements(client)),
				(outcome) => outcome.ok,
			),
	};
}

export type FreeScanStore = ReturnType<typeof createFreeScanStore>;
