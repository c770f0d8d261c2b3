import type { ScanReport } from "#contract/findings/findings.ts";
import { FINDING_STATES } from "#contract/findings/vulnerabilities.ts";
import type { AccountId, ClientId, ScanId } from "#contract/ids.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, neverNull, oneOf, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { SCAN } from "#server/scanning/scans/store/scan-row.ts";
import type { RunsRecorded } from "../../runs-recorded.ts";
import type { TestsAdded } from "../../tests-added.ts";
import { announceStandingsIfWanted } from "../announce-standings.ts";
import { recordRuns } from "./record-runs.ts";

const EARLIER = {
	kind: SCAN.kind,
	host: neverNull(text),
	by: id<AccountId>(),
	report: json<ScanReport>(),
	client_id: id<ClientId>(),
};

/**
 * Earlier scans as runs of tests that were added later, so that it does not matter which came first. Those that decide a standing: of
 * each kind on each host the newest scan, and the newest that got to everything. Their findings are already merged.
 */
export const createEarlierScans = (pool: Pool, now: () => Date, recorded: Moment<RunsRecorded>) => ({
	/** Each is a transaction of its own, as when scans end one by one. */
	async record(of: TestsAdded): Promise<void> {
		const scans = await findScans(pool, of);
		for (const scan of scans)
			await inTransaction(pool, (client) => recordOne(client, of, scan, { now: now(), recorded }));
	},
});

async function findScans(db: Executor, { workspaceId, clientId }: TestsAdded): Promise<ScanId[]> {
	const rows = await readRows(
		db,
		{ id: id<ScanId>() },
		`WITH done AS (
		   SELECT id, host, kind, coverage, finished_at FROM scans
		   WHERE owner = $1::text AND state = 'completed' AND host IS NOT NULL AND client_of_host($1::uuid, host) = $2
		     AND EXISTS (SELECT FROM scan_reports WHERE scan_id = id)
		     AND NOT EXISTS (SELECT FROM assets WHERE account_id = $1::uuid AND assets.host = scans.host AND removed_at >= accepted_at))
		 SELECT id FROM (
		   (SELECT DISTINCT ON (host, kind) id, finished_at FROM done ORDER BY host, kind, finished_at DESC, id DESC)
		   UNION
		   (SELECT DISTINCT ON (host, kind) id, finished_at FROM done WHERE coverage = 'full'
		    ORDER BY host, kind, finished_at DESC, id DESC)) AS newest
		 ORDER BY finished_at, id`,
		[workspaceId, clientId],
	);
	return rows.map((row) => row.id);
}

async function recordOne(
	client: Executor,
	{ workspaceId, clientId }: TestsAdded,
	scanId: ScanId,
	{ now, recorded }: { now: Date; recorded: Moment<RunsRecorded> },
): Promise<void> {
	await holdWorkspace(client, workspaceId);
	const scan = await readRow(
		client,
		EARLIER,
		`SELECT kind, host, coalesce(asked_by, $1::uuid) AS by, report, client_of_host($1::uuid, host) AS client_id
		 FROM scans JOIN scan_reports ON scan_id = id WHERE owner = $1::text AND id = $2`,
		[workspaceId, scanId],
	);
	// It was deleted in the meantime, or its host given to another client.
	if (!scan || scan.client_id !== clientId) return;
	const sightings = await readRows(
		client,
		{ fingerprint: text, state: oneOf(FINDING_STATES) },
		"SELECT fingerprint, state FROM finding_sightings WHERE account_id = $1 AND scan_id = $2 AND seen",
		[workspaceId, scanId],
	);
	const { kind, host, by, report } = scan;
	const look = { from: new Date(report.startedAt), at: new Date(report.finishedAt) };
	const seen = new Map(sightings.map(({ fingerprint, state }) => [fingerprint, state]));
	const stored = { workspaceId, clientId, scanId, kind, host, by, report, look, now, seen, fresh: new Set<string>() };
	await recordRuns(client, stored, recorded);
	await announceStandingsIfWanted(client, { workspaceId, clientId }, now);
}
