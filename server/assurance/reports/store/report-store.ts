import type { ScanReport } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, json, readRow, readRows, time } from "#server/platform/db/rows.ts";
import { deleteFreeScan } from "#server/scanning/scans/store/free-scans.ts";
import { ASKER_LEFT } from "#server/scanning/scans/store/scan-asker.ts";

type LinkedReport = { report: ScanReport; expiresAt: Date };

/** What the links in emails lead to. Tokens arrive as hashes; they are never seen here. */
export type ReportStore = {
	find(tokenHash: Buffer): Promise<LinkedReport | "expired" | undefined>;
	/**
	 * Deletes the scan the link leads to, with everything about it except its request's tombstone. An account's scan can only be deleted
	 * by the account, and links are passed on: for such a scan, only the links are deleted. Undefined: no such link.
	 */
	delete(tokenHash: Buffer): Promise<"scan" | "links" | undefined>;
	isNotMeLink(tokenHash: Buffer): Promise<boolean>;
	/** Stops scan emails to the mailbox the link was sent to. False: no such link. */
	suppress(tokenHash: Buffer): Promise<boolean>;
};

export function createReportStore(pool: Pool): ReportStore {
	return {
		async find(tokenHash) {
			const row = await readRow(
				pool,
				{ report: json<ScanReport>(), expiresAt: time, expired: flag },
				`SELECT report, expires_at AS "expiresAt", expires_at <= now() AS expired
				 FROM report_links JOIN scan_reports USING (scan_id) JOIN scans ON scans.id = scan_id
				 WHERE token_hash = $1 AND NOT ${ASKER_LEFT}`,
				[tokenHash],
			);
			if (!row) return undefined;
			return row.expired ? "expired" : { report: row.report, expiresAt: row.expiresAt };
		},
		delete: (tokenHash) =>
			inTransaction(pool, async (client) => {
				const [link] = await readRows(
					client,
					{ scan_id: id<ScanId>() },
					`DELETE FROM report_links
					 WHERE scan_id = (SELECT scan_id FROM report_links JOIN scans ON scans.id = scan_id
					   WHERE token_hash = $1 AND expires_at > now() AND NOT ${ASKER_LEFT})
					 RETURNING scan_id`,
					[tokenHash],
				);
				return link && ((await deleteFreeScan(client, link.scan_id)) ? "scan" : "links");
			}),
		async isNotMeLink(tokenHash) {
			const { rowCount } = await pool.query("SELECT 1 FROM not_me_links WHERE token_hash = $1", [tokenHash]);
			return rowCount === 1;
		},
		async suppress(tokenHash) {
			const { rowCount } = await pool.query(
				`INSERT INTO mail_suppressions (mailbox_hash) SELECT mailbox_hash FROM not_me_links WHERE token_hash = $1
				 ON CONFLICT (mailbox_hash) DO UPDATE SET mailbox_hash = excluded.mailbox_hash`,
				[tokenHash],
			);
			return rowCount === 1;
		},
	};
}
