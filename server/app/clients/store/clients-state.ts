import type { ScanPart } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { type ClientId, ownClient, type ScanId, type WorkspaceId } from "#contract/ids.ts";
import { coverage } from "#contract/scans/scans.ts";
import { EXPIRING_DAYS, NEW_DAYS } from "#contract/workspaces/client-overview.ts";
import { countOpenByHost } from "#server/assurance/findings/store/finding-counts.ts";
import { stateColumn } from "#server/assurance/findings/store/finding-row.ts";
import { listHosts, SINCE_REMOVED, scannedPairs } from "#server/assurance/findings/store/hosts/workspace-hosts.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, int, json, neverNull, oneOf, orNull, type RowOf, readRows, text, time } from "#server/platform/db/rows.ts";
import { CLIENT, clientColumns, clientOfRow } from "#server/platform/tenancy/client-row.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { SCAN } from "#server/scanning/scans/store/scan-row.ts";
import { PROOF_LIFE_MS } from "#server/scanning/targets/ownership/host-ownership.ts";

/** What is known about clients, by host if it belongs to one. */
export type ClientsState = Awaited<ReturnType<typeof read>>;

const DAY_MS = 86_400_000;

const OF_CLIENT = { host: text, client: neverNull(id<ClientId>()) };
const NEWEST = {
	asset: text,
	fingerprint: text,
	title: text,
	severity: oneOf(SEVERITIES),
	weight: int,
	host: text,
	at: time,
	what: oneOf(["new", "worse", "reopened"]),
};
const ENDING = {
	asset: text,
	what: oneOf(["certificate", "end-of-life", "ownership", "accepted-risk"]),
	host: text,
	detail: text,
	on: text,
	findings: int,
};
const ENDED = {
	host: neverNull(text),
	kind: SCAN.kind,
	scanId: id<ScanId>(),
	state: oneOf(["completed", "failed"]),
	at: neverNull(time),
	coverage: orNull(oneOf(coverage.options)),
	reason: text,
};
const PARTS = { scanId: id<ScanId>(), parts: json<ScanPart[]>() };

/** Reads all of it as it was at one moment, in the same number of statements however many clients there are. */
export const readClientsState = (walled: Pool, scope: Scope, now: Date): Promise<ClientsState> =>
	inTransaction(within(walled, scope), async (client) => {
		await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
		return read(client, scope, now);
	});

async function read(executor: Executor, { workspaceId, clientId }: Scope, now: Date) {
	const today = dayOf(now);
	const clients = await readRows(
		executor,
		CLIENT,
		`SELECT ${clientColumns} FROM clients WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY lower(name), id`,
		[workspaceId, clientId],
	);
	const named = await readRows(
		executor,
		OF_CLIENT,
		"SELECT host, client_id AS client FROM assets WHERE account_id = $1 AND client_id IS NOT NULL",
		[workspaceId],
	);
	const open = await countOpenByHost(executor, { workspaceId, clientId }, today);
	const newest = await readRows(
		executor,
		NEWEST,
		// One for each host, so that the planner cannot join every finding with every host.
		`SELECT DISTINCT ON (asset) asset, fingerprint, title, findings.severity, weight, findings.host, at, what
		 FROM finding_changes AS change JOIN findings USING (account_id, fingerprint)
		 WHERE change.account_id = $1 AND at > $2 AND what <> 'fixed' AND ${stateColumn("$3")} = 'open'
		 ORDER BY asset, weight DESC, at DESC, change.id DESC`,
		[workspaceId, new Date(now.getTime() - NEW_DAYS * DAY_MS), today],
	);
	const day = (moment: string) => `((${moment}) AT TIME ZONE 'UTC')::date`;
	const ending = await readRows(
		executor,
		ENDING,
		`SELECT asset, what, host, detail, "on"::text, findings FROM (
		   SELECT DISTINCT asset, what, host, detail, ${day("ends_at")} AS "on", 1 AS findings FROM current_facts WHERE account_id = $1
		   UNION ALL
		   SELECT host, 'ownership', host, '', ${day("proven_at + $3 * interval '1 ms'")}, 1 FROM target_claims
		   WHERE account_id = $1 AND proven_at IS NOT NULL
		   UNION ALL
		   SELECT asset, 'accepted-risk', host, title, until, findings FROM finding_counts
		   WHERE account_id = $1 AND standing = 'accepted' AND until < 'infinity') AS ending
		 WHERE "on" <= $2::date AND ("on" >= $4::date OR what = 'accepted-risk') ORDER BY "on", what, host, detail`,
		[workspaceId, dayOf(new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)), PROOF_LIFE_MS, today],
	);
	const missed = await readRows(
		executor,
		{ host: text, schedules: int },
		`SELECT coalesce(host, '') AS host, count(*) AS schedules FROM schedules
		 WHERE account_id = $1 AND status = 'active' AND missed_runs > 0 GROUP BY 1`,
		[workspaceId],
	);
	const running = await readRows(
		executor,
		{ host: text, scans: int },
		`SELECT coalesce(host, '') AS host, count(*) AS scans FROM scans
		 WHERE owner = $1::text AND status IN ('pending', 'running') GROUP BY 1`,
		[workspaceId],
	);
	const hosts = await listHosts(executor, { workspaceId, clientId });
	// As in the evaluation of hosts.
	const ended = await readRows(
		executor,
		ENDED,
		`WITH RECURSIVE ${scannedPairs()}
		 SELECT newest.* FROM scanned, unnest(ARRAY['completed', 'failed']) AS ending (ended), LATERAL (
		   SELECT host, kind, id AS "scanId", state, finished_at AS at, coverage, coalesce(failure_message, '') AS reason
		   FROM scans WHERE owner = $1::text AND (host, kind, state) = (scanned.host, scanned.kind, ending.ended)
		     AND state IN ('completed', 'failed') AND ${SINCE_REMOVED}
		   ORDER BY finished_at DESC LIMIT 1
		 ) AS newest`,
		[workspaceId, null],
	);
	// A grade needs to know how much was scanned. If every scan got to everything, we know that without opening reports.
	const whose = createWhose(workspaceId, named);
	const partly = new Set(ended.filter(({ coverage }) => coverage === "partial").map(({ host }) => whose(host)));
	const opened = ended.filter(({ host, coverage }) => coverage !== null && partly.has(whose(host)));
	const parts = await readRows(
		executor,
		PARTS,
		`SELECT scan_id AS "scanId", coalesce(report -> 'parts', '[]') AS parts FROM scan_reports WHERE scan_id = ANY ($1)`,
		[opened.map(({ scanId }) => scanId)],
	);
	const partsOf = new Map(parts.map(({ scanId, parts }) => [scanId, parts]));
	return {
		whose,
		clients: clients.map(clientOfRow),
		open,
		newest: newest.map(({ at, ...finding }) => ({ ...finding, at: at.toISOString() })),
		ending,
		missed,
		running,
		hosts,
		ended: ended.map(({ at, ...scan }) => ({
			...scan,
			at: at.toISOString(),
			parts: partsOf.get(scan.scanId) ?? [{ part: "all", label: "Everything", status: "evaluated" as const }],
		})),
	};
}

/** The client that a host belongs to. */
function createWhose(workspaceId: WorkspaceId, named: readonly RowOf<typeof OF_CLIENT>[]): (host: string) => ClientId {
	const clients = new Map(named.map(({ host, client }) => [host, client]));
	return (host) => clients.get(host) ?? ownClient(workspaceId);
}
