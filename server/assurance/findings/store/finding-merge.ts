import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { ScanId, WorkspaceId } from "#contract/ids.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, orNull, type RowOf, readRows, text, textOf } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { clientOfHost } from "#server/platform/tenancy/client-of-host.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { lookedFor } from "#server/scanning/engines/looked-for.ts";
import { dedupe } from "#server/scanning/engines/shared/dedupe.ts";
import { noteTakenOver } from "#server/scanning/scans/store/noted-on-scans.ts";
import { requestOfRow } from "#server/scanning/scans/store/scan-row.ts";
import type { FindingsStored } from "../findings-stored.ts";
import { type Change, type Look, missed, seen, stateOf, type Tracked } from "../track.ts";
import { announceFindings } from "./announce-findings.ts";
import { recordDay } from "./finding-days.ts";
import {
	MOVED_COLUMNS,
	MOVED_TABLE,
	type Moved,
	movedColumns,
	storeMoved,
	TRACKED,
	trackedColumns,
	trackedOfRow,
} from "./finding-row.ts";
import { storeFacts } from "./hosts/asset-facts.ts";

const KNOWN = {
	...TRACKED,
	engine: textOf<Finding["engine"]>(),
	rule: text,
	pages: orNull(json<NonNullable<Finding["pages"]>>()),
};

type Outcome = {
	/** New, or newer than the stored finding: all columns are written. */
	fresh: { finding: Finding; after: Tracked }[];
	/** Already stored; only times and states change. */
	moved: Moved[];
	changes: { fingerprint: string; what: Change; severity: Severity }[];
	sightings: { fingerprint: string; seen: boolean; severity: Severity | null; state: FindingState }[];
};

/** Columns with the same value for all findings of a scan, and the others. */
const SHARED = ["asset", "scope", "scan_id"];
const OWN = ["finding", "engine", "rule", "title", "parameter", "host", ...MOVED_COLUMNS];

/** Merges the findings of a completed scan into those of its workspace, once. Does nothing for anonymous scans. */
export type MergeFindings = (client: Executor, scanId: ScanId, report: ScanReport) => Promise<void>;

export const createMergeFindings =
	(stored: Moment<FindingsStored>): MergeFindings =>
	(client, scanId, report) =>
		mergeFindings(client, { scanId, report }, stored);

async function mergeFindings(
	client: Executor,
	{ scanId, report }: { scanId: ScanId; report: ScanReport },
	stored: Moment<FindingsStored>,
): Promise<void> {
	const scan = await noteTakenOver(client, scanId);
	const scope = scan && scopeOf(requestOfRow(scan));
	if (!scan || scan.owner === "anonymous" || !scope) return;
	const workspaceId = scan.owner;
	const look = { from: new Date(report.startedAt), at: new Date(report.finishedAt) };
	const findings = dedupe(report.findings);
	const known = await readRows(
		client,
		KNOWN,
		`SELECT ${trackedColumns}, engine, rule, finding -> 'pages' AS pages FROM findings
		 WHERE account_id = $1 AND (scope = $2 OR fingerprint = ANY($3))`,
		[workspaceId, scope.scope, findings.map(({ fingerprint }) => fingerprint)],
	);
	const outcome = judge(findings, known, report, look);
	await store(client, { workspaceId, id: scanId, ...scope, look }, outcome);
	const clientId = await clientOfHost(client, workspaceId, scope.host);
	const announced = { workspaceId, clientId, at: scan.taken_over_at };
	await announceFindings(client, announced, { scanId, host: scope.host, changes: outcome.changes });
	await storeFacts(client, { workspaceId, asset: scope.host, scope: scope.scope, at: look.at }, report);
	await recordDay(client, workspaceId, dayOf(look.at));
	await stored(client, {
		workspaceId,
		clientId,
		scanId,
		kind: scan.kind,
		host: scope.host,
		by: scan.asked_by,
		report,
		look,
		now: scan.taken_over_at,
		seen: new Map(outcome.sightings.flatMap(({ fingerprint, seen, state }) => (seen ? [[fingerprint, state]] : []))),
		fresh: new Set(
			outcome.changes.flatMap(({ fingerprint, what }) => (what === "new" || what === "reopened" ? [fingerprint] : [])),
		),
	});
}

function judge(
	findings: readonly Finding[],
	rows: readonly RowOf<typeof KNOWN>[],
	report: ScanReport,
	look: Look,
): Outcome {
	const known = new Map(rows.map((row) => [row.fingerprint, row]));
	const today = dayOf(look.at);
	const outcome: Outcome = { fresh: [], moved: [], changes: [], sightings: [] };
	for (const finding of findings) {
		const { fingerprint, severity } = finding;
		const row = known.get(fingerprint);
		const before = row && trackedOfRow(row);
		known.delete(fingerprint);
		const { after, change } = seen(before, look, severity);
		if (!before || after.lastSeenAt > before.lastSeenAt) outcome.fresh.push({ finding, after });
		else outcome.moved.push({ fingerprint, after });
		if (change) outcome.changes.push({ fingerprint, what: change, severity });
		outcome.sightings.push({ fingerprint, seen: true, severity, state: stateOf(after, today) });
	}
	// The rest are known findings of the same scope that this scan did not see.
	for (const [fingerprint, row] of known) {
		if (!lookedFor(report, { ...row, pages: row.pages ?? undefined })) continue;
		const before = trackedOfRow(row);
		const moved = missed(before, look);
		if (moved) outcome.moved.push({ fingerprint, after: moved.after });
		if (moved?.change) outcome.changes.push({ fingerprint, what: moved.change, severity: row.severity });
		// A finding that was already fixed is not listed again for every scan that does not see it.
		if (before.fixedAt) continue;
		const state = stateOf(moved?.after ?? before, today);
		outcome.sightings.push({ fingerprint, seen: false, severity: null, state });
	}
	return outcome;
}

async function store(
	client: Executor,
	{
		workspaceId,
		id,
		host: asset,
		scope,
		look,
	}: { workspaceId: WorkspaceId; id: ScanId; host: string; scope: string; look: Look },
	{ fresh, moved, changes, sightings }: Outcome,
): Promise<void> {
	await client.query(
		`INSERT INTO findings (account_id, fingerprint, ${SHARED.join(", ")}, ${OWN.join(", ")})
		 SELECT $1, fingerprint, $2, $3, $4, ${OWN.join(", ")} FROM jsonb_to_recordset($5) AS fresh
		   (finding jsonb, engine text, rule text, title text, parameter text, host text, ${MOVED_TABLE})
		 ON CONFLICT (account_id, fingerprint) DO UPDATE SET
		   ${[...SHARED, ...OWN].map((column) => `${column} = excluded.${column}`).join(", ")}`,
		[
			workspaceId,
			asset,
			scope,
			id,
			JSON.stringify(
				fresh.map(({ finding, after }) => ({
					...movedColumns(finding.fingerprint, after),
					finding,
					engine: finding.engine,
					rule: finding.rule,
					title: finding.title,
					parameter: finding.location.parameter,
					host: finding.location.host,
				})),
			),
		],
	);
	await storeMoved(client, workspaceId, moved);
	await client.query(
		`INSERT INTO finding_changes (account_id, scan_id, at, fingerprint, what, severity)
		 SELECT $1, $2, $3, fingerprint, what, severity
		 FROM jsonb_to_recordset($4) AS change (fingerprint text, what text, severity text)`,
		[workspaceId, id, look.at, JSON.stringify(changes)],
	);
	await client.query(
		`INSERT INTO finding_sightings (account_id, scan_id, at, fingerprint, seen, severity, state)
		 SELECT $1, $2, $3, fingerprint, seen, severity, state
		 FROM jsonb_to_recordset($4) AS sighting (fingerprint text, seen boolean, severity text, state text)`,
		[workspaceId, id, look.at, JSON.stringify(sightings)],
	);
}
