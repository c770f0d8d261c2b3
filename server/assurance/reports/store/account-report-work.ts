import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { ReportRequest } from "#contract/reports/reports.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, int, json, orNull, readRow, readRows, text, uuid } from "#server/platform/db/rows.ts";
import type { AskedReport } from "../asked-report.ts";
import type { ReportData } from "../data/report-data.ts";
import type { MadeReport } from "../make-report.ts";
import { gatherReport, type ListAssets } from "./account-report-data.ts";
import type { SendReportJob } from "./account-report-store.ts";
import type { ReadFrameworks } from "./report-compliance.ts";

const BEGUN = {
	id: uuid,
	account_id: id<WorkspaceId>(),
	client_id: orNull(id<ClientId>()),
	name: text,
	created_by: text,
	company: text,
	request: json<ReportRequest>(),
	attempts: int,
};

/** A process that creates a report sends several heartbeats within this time; one that does not is gone. */
export const REPORT_SILENCE_MS = 90_000;

/** Reports that wait to be generated or are being generated, and their results. */
export function createReportWork(
	pool: Pool,
	{
		send,
		now,
		...reads
	}: { send: SendReportJob; now: () => Date; listAssets: ListAssets; readFrameworks: ReadFrameworks },
) {
	return {
		/** Undefined if it is gone, done, or being created. */
		async begin(id: string): Promise<AskedReport | undefined> {
			const row = await readRow(
				pool,
				BEGUN,
				`UPDATE account_reports AS report SET begun_at = $2, attempts = attempts + 1 FROM workspaces
				 WHERE report.id = $1 AND status = 'generating' AND begun_at IS NULL AND workspaces.id = account_id
				 RETURNING report.id, account_id, client_id, report.name, created_by, workspaces.name AS company, request, attempts`,
				[id, now()],
			);
			if (!row) return undefined;
			const { name, company, request, attempts } = row;
			const where = { workspaceId: row.account_id, clientId: row.client_id };
			return { id, ...where, name, createdBy: row.created_by, company, request, attempts };
		},
		gather: (asked: AskedReport): Promise<ReportData | "too_many"> => gatherReport(pool, reads, asked, now()),
		async complete(id: string, { files, sections }: Pick<MadeReport, "files" | "sections">) {
			await inTransaction(pool, async (client) => {
				// First, so that if two workers have the same report, the second one finds nothing to do.
				const { rowCount } = await client.query(
					`UPDATE account_reports SET status = 'completed', begun_at = NULL, sections = $2, size = $3
					 WHERE id = $1 AND status = 'generating'`,
					[id, JSON.stringify(sections), files.get("pdf")?.length ?? null],
				);
				if (rowCount === 0) return;
				for (const [format, content] of files) {
					await client.query("INSERT INTO account_report_files (report_id, format, content) VALUES ($1, $2, $3)", [
						id,
						format,
						content,
					]);
				}
			});
		},
		async fail(id: string, failure: string) {
			await pool.query(
				`UPDATE account_reports SET status = 'failed', begun_at = NULL, failure = $2
				 WHERE id = $1 AND status = 'generating'`,
				[id, failure],
			);
		},
		/** Keeps the lease while the report is being created. */
		async keep(id: string) {
			await pool.query("UPDATE account_reports SET begun_at = $2 WHERE id = $1 AND begun_at IS NOT NULL", [id, now()]);
		},
		/** The work was interrupted: its job comes again. */
		async giveBack(id: string) {
			await pool.query(
				"UPDATE account_reports SET begun_at = NULL, queued_at = $2 WHERE id = $1 AND status = 'generating'",
				[id, now()],
			);
		},
		/** Queues a new job for each report whose worker went silent or whose job was lost; returns how many. */
		takeBack: (silenceMs: number, waitingMs: number) =>
			inTransaction(pool, async (client) => {
				const before = (ms: number) => new Date(now().getTime() - ms);
				const rows = await readRows(
					client,
					{ id: uuid },
					`UPDATE account_reports SET begun_at = NULL, queued_at = $3 WHERE id IN (
					   SELECT id FROM account_reports WHERE status = 'generating'
					     AND CASE WHEN begun_at IS NULL THEN queued_at < $2 ELSE begun_at < $1 END
					   FOR UPDATE SKIP LOCKED)
					 RETURNING id`,
					[before(silenceMs), before(waitingMs), now()],
				);
				for (const { id } of rows) await send(id, client);
				return rows.length;
			}),
	};
}

/** The work on a report, from the queue to its files. */
export type ReportWork = ReturnType<typeof createReportWork>;
