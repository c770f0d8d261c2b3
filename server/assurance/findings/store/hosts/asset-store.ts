import type { Asset, AssetChange } from "#contract/findings/assets.ts";
import { type ClientId, ownClient, type ScanId } from "#contract/ids.ts";
import { can } from "#contract/workspaces/roles.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, neverNull, oneOf, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope, Seen } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { SCAN } from "#server/scanning/scans/store/scan-row.ts";
import { NO_FINDINGS } from "#server/scanning/scans/store/severity-counts.ts";
import { ownedTargetOf } from "#server/scanning/targets/ownership/owned-target.ts";
import { forgetHost, moveHost } from "#server/scanning/targets/store/assets.ts";
import type { OwnershipStore } from "#server/scanning/targets/store/ownership-store.ts";
import { countOpenByHost } from "../finding-counts.ts";
import { recordDay } from "../finding-days.ts";
import { readEvaluations } from "./host-evaluations.ts";
import { listHosts, SINCE_REMOVED, scannedPairs } from "./workspace-hosts.ts";

/** Hosts of a workspace: the ones that standings of controls count. */
export type AssetStore = {
	/** By client, then host; the workspace's own last. */
	list(scope: Scope): Promise<Asset[]>;
	/** Undefined if the host is not one of the workspace's. */
	move(scope: Scope, host: string, to: AssetChange): Promise<Asset | "client_unknown" | "client_archived" | undefined>;
	/** Deletes its ownership, client, findings and dates; its scans stay. False if the host is not one of the workspace's. */
	remove(scope: Scope, host: string): Promise<boolean>;
};

type AssetDeps = { ownershipsIn: (db: Pool) => Pick<OwnershipStore, "list">; now: () => Date };

/** How far ahead the end of support is shown. */
const END_OF_LIFE_DAYS = 365;

const SCANNED = {
	host: neverNull(text),
	kind: SCAN.kind,
	scanId: id<ScanId>(),
	status: SCAN.status,
	coverage: SCAN.coverage,
	failure_code: SCAN.failure_code,
	failure_message: SCAN.failure_message,
	at: time,
};
const FACT = {
	host: neverNull(text),
	what: neverNull(oneOf(["certificate", "end-of-life"])),
	product: neverNull(text),
	endsAt: time,
};

/** A workspace's hosts, those of one client, or one host. */
export async function readAssets(
	db: Pool,
	{ ownershipsIn, now }: AssetDeps,
	seen: Seen,
	only: string | null = null,
): Promise<Asset[]> {
	const { workspaceId } = seen;
	const key = [workspaceId, only];
	const [hosts, owned, scanned, evaluations, openOn, facts, labels] = await Promise.all([
		listHosts(db, seen, only),
		ownershipsIn(db).list(seen),
		readRows(
			db,
			SCANNED,
			`WITH RECURSIVE ${scannedPairs()}
			 SELECT newest.* FROM scanned, LATERAL (
			   SELECT host, kind, id AS "scanId", status, coverage, failure_code, failure_message, accepted_at AS at
			   FROM scans WHERE owner = $1::text AND (host, kind) = (scanned.host, scanned.kind) AND ${SINCE_REMOVED}
			   ORDER BY accepted_at DESC LIMIT 1
			 ) AS newest`,
			key,
		),
		readEvaluations(db, workspaceId, only),
		countOpenByHost(db, seen, dayOf(now()), only),
		readRows(
			db,
			FACT,
			`SELECT asset AS host, what, detail AS product, min(ends_at) AS "endsAt" FROM current_facts
			 WHERE account_id = $1 AND ($2::text IS NULL OR asset = $2) GROUP BY asset, what, detail ORDER BY min(ends_at), detail`,
			key,
		),
		readRows(
			db,
			{ host: text, client: text, clientId: id<ClientId>() },
			`SELECT host, name AS client, clients.id AS "clientId" FROM assets JOIN clients ON clients.id = client_id
			 WHERE account_id = $1 AND ($2::text IS NULL OR host = $2)`,
			key,
		),
	]);
	const clients = new Map(labels.map((label) => [label.host, label]));
	const ownershipOf = new Map(
		owned.filter(({ host }) => only === null || host === only).map((ownership) => [ownership.host, ownership]),
	);
	const scansOf = Map.groupBy(scanned, ({ host }) => host);
	const factsOf = Map.groupBy(facts, ({ host }) => host);
	const latest = dayOf(new Date(now().getTime() + END_OF_LIFE_DAYS * 86_400_000));

	const own = ownClient(workspaceId);
	const clientOf = (host: string) => {
		const { clientId, client } = clients.get(host) ?? { clientId: own, client: "" };
		return { clientId, client: clientId === own ? "" : client };
	};
	return hosts
		.map((host): Asset => {
			const ownership = ownershipOf.get(host);
			const known = factsOf.get(host) ?? [];
			return {
				host,
				...clientOf(host),
				claim: ownership ? ownedTargetOf(ownership, now()) : null,
				evaluation: evaluations.get(host) ?? { status: "not-scanned" },
				scans: (scansOf.get(host) ?? [])
					.toSorted((a, b) => b.at.getTime() - a.at.getTime())
					.map(({ scanId, kind, status, coverage, failure_code, failure_message, at }) => ({
						scanId,
						kind,
						status,
						coverage,
						failure: failure_code && { code: failure_code, message: failure_message ?? "" },
						at: at.toISOString(),
					})),
				open: openOn.get(host) ?? NO_FINDINGS,
				certificateEndsAt: known.find(({ what }) => what === "certificate")?.endsAt.toISOString() ?? null,
				endOfLife: known
					.filter(({ what, endsAt }) => what === "end-of-life" && dayOf(endsAt) <= latest)
					.map(({ product, endsAt }) => ({ product, on: dayOf(endsAt) })),
			};
		})
		.toSorted(byClient);
}

export function createAssetStore(walled: Pool, deps: AssetDeps): AssetStore {
	const { now } = deps;
	const read = (scope: Scope, only: string | null = null) => readAssets(within(walled, scope), deps, scope, only);

	return {
		list: (scope) => read(scope),
		async move(scope, host, to) {
			if ((await read(scope, host)).length === 0) return undefined;
			// Another client is not in a single client's scope.
			const whole = { ...scope, clientId: null };
			const moved = await inTransaction(within(walled, whole), async (db) => {
				await holdWorkspace(db, scope.workspaceId);
				const client = await clientFor(db, scope, to);
				if (!client) return "client_unknown";
				if (client.archived) return "client_archived";
				await moveHost(db, scope.workspaceId, host, client.id);
				await recordDay(db, scope.workspaceId, dayOf(now()));
				return undefined;
			});
			return moved ?? (await read(whole, host))[0];
		},
		async remove(scope, host) {
			if ((await read(scope, host)).length === 0) return false;
			const { workspaceId } = scope;
			await inTransaction(within(walled, scope), async (db) => {
				await holdWorkspace(db, workspaceId);
				await db.query("DELETE FROM findings WHERE account_id = $1 AND asset = $2", [workspaceId, host]);
				await db.query("DELETE FROM asset_facts WHERE account_id = $1 AND asset = $2", [workspaceId, host]);
				await forgetHost(db, scope, host);
				await recordDay(db, workspaceId, dayOf(now()));
			});
			return true;
		},
	};
}

/** The client that a host moves to. A new name becomes a client if the member may manage clients. */
async function clientFor(
	db: Executor,
	{ workspaceId, role }: Scope,
	to: AssetChange,
): Promise<{ id: ClientId; archived: boolean } | undefined> {
	const name = to.client ?? "";
	if (name !== "" && can(role, "manage")) await db.query("SELECT client_named($1, $2)", [workspaceId, name]);
	const wanted = to.clientId ?? (name === "" ? ownClient(workspaceId) : null);
	return readRow(
		db,
		{ id: id<ClientId>(), archived: flag },
		`SELECT id, archived_at IS NOT NULL AS archived FROM clients
		 WHERE workspace_id = $1 AND CASE WHEN $2::uuid IS NULL THEN lower(name) = lower($3) ELSE id = $2 END`,
		[workspaceId, wanted, name],
	);
}

/** By code units and not by locale: the order must be the same on every machine. */
function byClient(a: Asset, b: Asset): number {
	if ((a.client === "") !== (b.client === "")) return a.client === "" ? 1 : -1;
	const [one, other] = a.client === b.client ? [a.host, b.host] : [a.client, b.client];
	return one < other ? -1 : one > other ? 1 : 0;
}
