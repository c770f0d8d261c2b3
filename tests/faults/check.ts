import type { Postgres } from "./postgres.ts";
import type { Accepted } from "./sender.ts";
import type { FaultySmtp } from "./smtp.ts";

/** The outcome of a run. Nothing may be lost, doubled or wrong. */
export type Findings = {
	ended: number;
	completed: number;
	failures: Record<string, number>;
	/** Scans with a receipt that are gone, or have not ended. */
	lost: number;
	/** Scans beyond those with a receipt, scans that ended twice, findings counted twice. */
	doubled: number;
	mails: number;
	/** Emails that came again under the same id, and among those, the ones whose first answer never reached us. */
	mailsAgain: number;
	/** Sentences; empty when all is well. */
	wrong: string[];
};

type Row = {
	id: string;
	status: string;
	failure_code: string | null;
	failure_message: string | null;
	mail_outcome: string | null;
	owner: string;
	taken_over: boolean;
	has_report: boolean;
	ends: number;
	audited_accepts: number;
	audited_ends: number;
	starts: number;
	audited_starts: number;
	attempts: number;
};

const SCANS = `SELECT id, status, failure_code, failure_message, mail_outcome, owner, attempts,
	taken_over_at IS NOT NULL AS taken_over,
	EXISTS (SELECT FROM scan_reports WHERE scan_id = id) AS has_report,
	(SELECT count(*)::int FROM scan_events WHERE scan_id = scans.id AND what IN ('completed', 'failed', 'cancelled')) AS ends,
	(SELECT count(*)::int FROM scan_events WHERE scan_id = scans.id AND what = 'started') AS starts,
	(SELECT count(*)::int FROM audit_trail WHERE scan_id = scans.id AND what = 'scan accepted') AS audited_accepts,
	(SELECT count(*)::int FROM audit_trail WHERE scan_id = scans.id AND what = 'scan running') AS audited_starts,
	(SELECT count(*)::int FROM audit_trail WHERE scan_id = scans.id AND what IN ('scan completed', 'scan failed', 'scan cancelled'))
	  AS audited_ends
	FROM scans WHERE owner <> ALL ($1)`;

/** Ids of accepted scans that have not ended, or whose email is still to come. */
export async function unfinished({ ask }: Postgres): Promise<string[]> {
	const rows = await ask<{ id: string }>(
		"SELECT id FROM scans WHERE status IN ('pending', 'running') OR (email IS NOT NULL AND mail_outcome IS NULL)",
	);
	return rows.map(({ id }) => id);
}

/** Compares what the database, the mail server and the sender have. */
export async function check(
	{ ask }: Postgres,
	{ kept }: Pick<FaultySmtp, "kept">,
	accepted: readonly Accepted[],
	/** Accounts whose scans came from files. */
	others: readonly string[],
): Promise<Findings> {
	const wrong: string[] = [];
	const rows = new Map((await ask<Row>(SCANS, [others])).map((row) => [row.id, row]));
	let lost = 0;
	let doubled = 0;
	const failures: Record<string, number> = {};
	const mailsOf = Map.groupBy(kept, ({ messageId }) => messageId.slice(1).split("@")[0] ?? "");

	for (const { scanId, wantsMail } of accepted) {
		const row = rows.get(scanId);
		const say = (text: string) => wrong.push(`${scanId}: ${text}`);
		if (!row || row.status === "pending" || row.status === "running") {
			lost += 1;
			say(row ? `still ${row.status} after ${row.attempts} attempts` : "gone");
			continue;
		}
		if (row.ends !== 1 || row.audited_ends !== 1) {
			doubled += 1;
			say(`ended ${row.ends} times, ${row.audited_ends} in the audit trail`);
		}
		if (row.audited_accepts !== 1 || row.audited_starts !== row.starts) say("its audit trail is not complete");
		if (row.status === "completed" ? !row.has_report : !row.failure_message) say(`${row.status} without its reason`);
		if (row.status === "completed" && row.owner !== "anonymous" && !row.taken_over) say("its findings were not merged");
		if (row.failure_code) failures[row.failure_code] = (failures[row.failure_code] ?? 0) + 1;
		const mails = mailsOf.get(scanId) ?? [];
		if (wantsMail !== mails.length > 0) say(`${mails.length} mails`);
		if (wantsMail && row.mail_outcome !== "sent") say(`its mail is ${row.mail_outcome}`);
	}

	const extra = rows.size - new Set(accepted.map(({ scanId }) => scanId)).size;
	if (extra !== 0) {
		doubled += Math.max(0, extra);
		wrong.push(`${extra} scans beyond those with a receipt`);
	}
	const news = await ask(
		"SELECT 1 FROM finding_changes WHERE what = 'new' GROUP BY account_id, fingerprint HAVING count(*) > 1",
	);
	doubled += news.length;
	if (news.length > 0) wrong.push(`${news.length} findings became new twice`);
	const jobs = await ask<{ name: string; state: string }>(
		`SELECT name, state::text FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed')
		   AND (name = 'mail' OR name LIKE 'scan%')`,
	);
	for (const { name, state } of jobs) wrong.push(`a job of ${name} is ${state}`);

	const ended = [...rows.values()].filter(({ ends }) => ends > 0);
	return {
		ended: ended.length,
		completed: ended.filter(({ status }) => status === "completed").length,
		failures,
		lost,
		doubled,
		mails: mailsOf.size,
		mailsAgain: kept.length - mailsOf.size,
		wrong,
	};
}
