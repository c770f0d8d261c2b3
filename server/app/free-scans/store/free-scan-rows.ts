import type { ScanReport } from "#contract/findings/findings.ts";
import { type AccountId, ownWorkspace, type ScanId } from "#contract/ids.ts";
import { rolesThatCan } from "#contract/workspaces/roles.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { accountRows } from "#server/identity/accounts/store/account-rows.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, neverNull, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { insertSchedule } from "#server/scanning/schedules/store/schedule-store.ts";
import type { StoredSchedule } from "#server/scanning/schedules/stored-schedule.ts";
import type { Watch } from "../watch.ts";

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
		 * Moves anonymous scans whose reports went to exactly the account's confirmed address, all or one, and merges their
		 * findings. Does nothing for an unconfirmed account. The caller holds the account.
		 */
		async adoptScans(accountId: AccountId, only?: ScanId) {
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
		/** Whether the account may arrange things in its own workspace, which it can leave to others. */
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
		/** What the account is to watch once it is confirmed. Does nothing for a confirmed one. */
		async setPendingWatch(accountId: AccountId, watch: Watch) {
			await executor.query("UPDATE accounts SET pending_watch = $2 WHERE id = $1 AND email_confirmed_at IS NULL", [
				accountId,
				watch,
			]);
		},
		/** The same for the account that is registered under the token, if there is one. */
		async setPendingWatchOf(registrationHash: Buffer, watch: Watch, now: Date) {
			await executor.query(
				`UPDATE accounts SET pending_watch = $2 FROM registrations
				 WHERE token_hash = $1 AND expires_at > $3 AND accounts.id = account_id AND email_confirmed_at IS NULL`,
				[registrationHash, watch, now],
			);
		},
		/** Returns it once. */
		async takePendingWatch(accountId: AccountId): Promise<Watch | undefined> {
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
