import type { ScanReport } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, json, orNull, readRow } from "#server/platform/db/rows.ts";
import { takePlace } from "#server/platform/mail/store/mail-places.ts";
import type { Scan } from "#server/scanning/scans/scan.ts";
import { noteMailOutcome } from "#server/scanning/scans/store/noted-on-scans.ts";
import { ASKER_LEFT } from "#server/scanning/scans/store/scan-asker.ts";
import { SCAN, scanColumns, scanOfRow } from "#server/scanning/scans/store/scan-row.ts";

type MailOutcome = "sent" | "suppressed" | "dropped";

/** What can be read and stored while one scan's email is being sent. */
export type MailTransaction = {
	scan: Scan & { email: string };
	/** The email would go to a person who may no longer see the scan. */
	askerLeft: boolean;
	/** Undefined if the scan has none. */
	report: ScanReport | undefined;
	isSuppressed(mailboxHash: Buffer): Promise<boolean>;
	/** Counts this email for the mailbox, or returns in how many seconds it may have another. */
	takePlace(mailboxHash: Buffer, perDay: number): Promise<{ ok: true } | { ok: false; retryAfter: number }>;
	/**
	 * Committed immediately, before the rest: a reader may be faster than our commit, and a mail server may accept an email and still
	 * appear to refuse it. A link whose email was never sent is harmless, because its token is stored nowhere.
	 */
	saveReportLink(tokenHash: Buffer, expiresAt: Date): Promise<void>;
	/** Also committed immediately. */
	saveNotMeLink(tokenHash: Buffer, mailboxHash: Buffer): Promise<void>;
	finish(outcome: MailOutcome): Promise<void>;
};

export type MailStore = {
	/**
	 * Locks the scan while `work` sends its email. Commits when `work` resolves, not when it throws. Does nothing if the scan is gone or
	 * unfinished, has no email, or its email has already been handled. Rejects while another job sends it: if that job fails, this one
	 * tries again.
	 */
	withScan(id: ScanId, work: (tx: MailTransaction) => Promise<void>): Promise<void>;
};

export function createMailStore(pool: Pool): MailStore {
	return {
		withScan: (id, work) =>
			inTransaction(pool, async (client) => {
				// A mail server may be slow: as long as the job may take (jobs.ts).
				await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
				const row = await readRow(
					client,
					{ ...SCAN, report: orNull(json<ScanReport>()), left: flag },
					`SELECT ${scanColumns}, (SELECT report FROM scan_reports WHERE scan_id = scans.id) AS report, ${ASKER_LEFT} AS "left"
					 FROM scans WHERE id = $1 AND mail_outcome IS NULL AND status IN ('completed', 'failed')
					 FOR UPDATE NOWAIT`,
					[id],
				);
				if (!row || row.email === null) return;
				await work({
					scan: { ...scanOfRow(row), email: row.email },
					askerLeft: row.left,
					report: row.report ?? undefined,
					async isSuppressed(mailboxHash) {
						const found = await client.query("SELECT 1 FROM mail_suppressions WHERE mailbox_hash = $1", [mailboxHash]);
						return found.rowCount === 1;
					},
					takePlace: (mailboxHash, perDay) => takePlace(client, mailboxHash, "scan", perDay),
					async saveReportLink(tokenHash, expiresAt) {
						await pool.query("INSERT INTO report_links (token_hash, scan_id, expires_at) VALUES ($1, $2, $3)", [
							tokenHash,
							id,
							expiresAt,
						]);
					},
					async saveNotMeLink(tokenHash, mailboxHash) {
						await pool.query("INSERT INTO not_me_links (token_hash, mailbox_hash) VALUES ($1, $2)", [
							tokenHash,
							mailboxHash,
						]);
					},
					async finish(outcome) {
						await noteMailOutcome(client, id, outcome);
					},
				});
			}),
	};
}
