import type { Finding } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { FINDING_STATES, type FindingDetail } from "#contract/findings/vulnerabilities.ts";
import type { ScanId } from "#contract/ids.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { flag, id, json, oneOf, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { SCAN } from "#server/scanning/scans/store/scan-row.ts";
import { LISTED, listedColumns, trackedFindingOf } from "./finding-tracked.ts";

const SIGHTING = { scanId: id<ScanId>(), kind: SCAN.kind, at: time, seen: flag, severity: orNull(oneOf(SEVERITIES)) };
const VERDICT = { state: oneOf(FINDING_STATES), reason: text, until: orNull(text), saidAt: time };
const RETEST = {
	scanId: id<ScanId>(),
	askedAt: time,
	status: SCAN.status,
	before: oneOf(FINDING_STATES),
	beforeSeverity: oneOf(SEVERITIES),
	after: orNull(oneOf(FINDING_STATES)),
	afterSeverity: orNull(oneOf(SEVERITIES)),
};

/** Everything about one finding; undefined if it belongs to another workspace or client. */
export async function readFindingDetail(
	pool: Pool,
	{ workspaceId, clientId }: Seen,
	fingerprint: string,
	today: string,
): Promise<FindingDetail | undefined> {
	const key = [workspaceId, fingerprint];
	const [row, sightings, verdicts, retest] = await Promise.all([
		readRow(
			pool,
			{ ...LISTED, finding: json<Finding>() },
			`SELECT ${listedColumns}, finding FROM findings
			 WHERE account_id = $1 AND fingerprint = $2 AND ${ofClient("asset", "$1", "$3")}`,
			[...key, clientId],
		),
		readRows(
			pool,
			SIGHTING,
			`SELECT scan_id AS "scanId", kind, at, seen, severity FROM finding_sightings JOIN scans ON scans.id = scan_id
			 WHERE account_id = $1 AND fingerprint = $2 ORDER BY at DESC, scan_id LIMIT 50`,
			key,
		),
		readRows(
			pool,
			VERDICT,
			`SELECT state, reason, until::text, said_at AS "saidAt" FROM finding_words
			 WHERE account_id = $1 AND fingerprint = $2 ORDER BY said_at DESC, id DESC LIMIT 50`,
			key,
		),
		readRow(
			pool,
			RETEST,
			`SELECT retest.scan_id AS "scanId", asked_at AS "askedAt", status, retest.state AS before,
			   retest.severity AS "beforeSeverity", sighting.state AS after, sighting.severity AS "afterSeverity"
			 FROM finding_retests AS retest JOIN scans ON scans.id = retest.scan_id
			 LEFT JOIN finding_sightings AS sighting USING (account_id, fingerprint, scan_id)
			 WHERE account_id = $1 AND fingerprint = $2 ORDER BY asked_at DESC, scan_id LIMIT 1`,
			key,
		),
	]);
	if (!row) return undefined;
	const tracked = trackedFindingOf(row, today);
	return {
		tracked,
		finding: row.finding,
		sightings: sightings.map((sighting) => ({ ...sighting, at: sighting.at.toISOString() })),
		verdicts: verdicts.map((verdict) => ({ ...verdict, saidAt: verdict.saidAt.toISOString() })),
		retest: retest
			? {
					scanId: retest.scanId,
					askedAt: retest.askedAt.toISOString(),
					status: retest.status,
					before: { state: retest.before, severity: retest.beforeSeverity },
					// A scan with partial coverage that did not see the finding proves nothing: its state stays.
					after:
						retest.status === "completed"
							? { state: retest.after ?? tracked.state, severity: retest.afterSeverity }
							: null,
				}
			: null,
	};
}
