import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import type { ScanId, WorkspaceId } from "#contract/ids.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, oneOf, orNull, type RowOf, readRows, text, textOf } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { clientOfHost } from "#server/platform/tenancy/client-of-host.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { noteTakenOver } from "#server/scanning/scans/store/noted-on-scans.ts";
import { requestOfRow } from "#server/scanning/scans/store/scan-row.ts";
import type { FindingsStored } from "../findings-stored.ts";
import { type Known, mergeReport, type Outcome } from "../merge-report.ts";
import type { Look } from "../track.ts";
import { announceFindings } from "./announce-findings.ts";
import { recordDay } from "./finding-days.ts";
import {
	MOVED_COLUMNS,
	MOVED_TABLE,
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
	location: json<Finding["location"]>(),
	pages: orNull(json<NonNullable<Finding["pages"]>>()),
	places: orNull(oneOf(["examples"])),
	addresses: orNull(json<NonNullable<Finding["addresses"]>>()),
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
	const known = await readRows(
		client,
		KNOWN,
		`SELECT ${trackedColumns}, engine, rule, finding -> 'location' AS location, finding -> 'pages' AS pages,
		   finding ->> 'places' AS places, finding -> 'addresses' AS addresses
		 FROM findings
		 WHERE account_id = $1 AND (scope = $2 OR fingerprint = ANY($3))`,
		[workspaceId, scope.scope, report.findings.map(({ fingerprint }) => fingerprint)],
	);
	const outcome = mergeReport(report, known.map(knownOf), look);
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

function knownOf(row: RowOf<typeof KNOWN>): Known {
	const { fingerprint, engine, rule, location, pages, places, addresses } = row;
	return {
		fingerprint,
		engine,
		rule,
		location,
		...(pages ? { pages } : {}),
		...(places ? { places } : {}),
		...(addresses ? { addresses } : {}),
		tracked: trackedOfRow(row),
	};
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
	{ fresh, moved, narrowed, changes, sightings }: Outcome,
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
	if (narrowed.length > 0)
		await client.query(
			`UPDATE findings SET finding = jsonb_set(finding, '{addresses}', narrowed.addresses)
			 FROM jsonb_to_recordset($2) AS narrowed (fingerprint text, addresses jsonb)
			 WHERE account_id = $1 AND findings.fingerprint = narrowed.fingerprint`,
			[workspaceId, JSON.stringify(narrowed)],
		);
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
