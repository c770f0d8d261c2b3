import type { Finding } from "#contract/findings.ts";
import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanKind, ScanStatus } from "#contract/scans.ts";
import type { Severity } from "#contract/severity.ts";
import type { FindingDetail, FindingState } from "#contract/vulnerabilities.ts";
import type { Pool } from "../pool.ts";
import { type ListedRow, listedColumns, trackedFindingOf } from "./finding-tracked.ts";

type Sighting = { scanId: ScanId; kind: ScanKind; at: Date; seen: boolean; severity: Severity | null };
type Said = { state: FindingState; reason: string; until: string | null; saidAt: Date };
type Retest = {
	scanId: ScanId;
	askedAt: Date;
	status: ScanStatus;
	before: FindingState;
	beforeSeverity: Severity;
	after: FindingState | null;
	afterSeverity: Severity | null;
};

/** All that is known of one finding; undefined when it is not the account's. */
export async function readFindingDetail(
	pool: Pool,
	account: AccountId,
	fingerprint: string,
	today: string,
): Promise<FindingDetail | undefined> {
	const key = [account, fingerprint];
	const [main, sightings, words, retests] = await Promise.all([
		pool.query<ListedRow & { finding: Finding }>(
			`SELECT ${listedColumns}, finding FROM findings WHERE account_id = $1 AND fingerprint = $2`,
			key,
		),
		pool.query<Sighting>(
			`SELECT scan_id AS "scanId", kind, at, seen, severity FROM finding_sightings JOIN scans ON scans.id = scan_id
			 WHERE account_id = $1 AND fingerprint = $2 ORDER BY at DESC, scan_id LIMIT 50`,
			key,
		),
		pool.query<Said>(
			`SELECT state, reason, until::text, said_at AS "saidAt" FROM finding_words
			 WHERE account_id = $1 AND fingerprint = $2 ORDER BY said_at DESC, id DESC LIMIT 50`,
			key,
		),
		pool.query<Retest>(
			`SELECT retest.scan_id AS "scanId", asked_at AS "askedAt", status, retest.state AS before,
			   retest.severity AS "beforeSeverity", sighting.state AS after, sighting.severity AS "afterSeverity"
			 FROM finding_retests AS retest JOIN scans ON scans.id = retest.scan_id
			 LEFT JOIN finding_sightings AS sighting USING (account_id, fingerprint, scan_id)
			 WHERE account_id = $1 AND fingerprint = $2 ORDER BY asked_at DESC, scan_id LIMIT 1`,
			key,
		),
	]);
	const [row] = main.rows;
	if (!row) return undefined;
	const tracked = trackedFindingOf(row, today);
	const [retest] = retests.rows;
	return {
		tracked,
		finding: row.finding,
		sightings: sightings.rows.map((sighting) => ({ ...sighting, at: sighting.at.toISOString() })),
		verdicts: words.rows.map((word) => ({ ...word, saidAt: word.saidAt.toISOString() })),
		retest: retest
			? {
					scanId: retest.scanId,
					askedAt: retest.askedAt.toISOString(),
					status: retest.status,
					before: { state: retest.before, severity: retest.beforeSeverity },
					// A scan with a gap that did not see it has said nothing about it: what stands, stands.
					after:
						retest.status === "completed"
							? { state: retest.after ?? tracked.state, severity: retest.afterSeverity }
							: null,
				}
			: null,
	};
}
