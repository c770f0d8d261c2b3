import type { ClientId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { Severity } from "#contract/severity.ts";
import type { Change } from "#server/assurance/findings/track.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, orNull, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Scan } from "#server/scanning/scans/scan.ts";
import { announce, type Happened } from "./announce.ts";

const EVENT_OF = {
	new: "finding.opened",
	reopened: "finding.opened",
	worse: "finding.worsened",
	fixed: "finding.fixed",
} as const satisfies Record<Change, string>;

const ENDED = {
	workspace_id: id<WorkspaceId>(),
	client_id: id<ClientId>(),
	host: orNull(text),
	high: orNull(int),
	medium: orNull(int),
	low: orNull(int),
	none: orNull(int),
};

/** Announces that a scan of a workspace has ended. */
export async function announceEnd(client: Executor, scan: Scan): Promise<void> {
	if (scan.owner === "anonymous" || !("finishedAt" in scan)) return;
	const ended = await readRow(
		client,
		ENDED,
		`SELECT owner::uuid AS workspace_id, coalesce(client_of_host(owner::uuid, host), owner::uuid) AS client_id, host, high, medium, low, none
		 FROM scans WHERE id = $1 AND EXISTS (SELECT FROM webhooks WHERE workspace_id = owner::uuid AND active)`,
		[scan.id],
	);
	if (!ended) return;
	const { high, medium, low, none, host } = ended;
	const counts = { high: high ?? 0, medium: medium ?? 0, low: low ?? 0, none: none ?? 0 };
	const data = {
		scanId: scan.id,
		kind: scan.request.kind,
		host,
		status: scan.status,
		failure: scan.status === "failed" ? scan.failure.code : null,
		counts: scan.status === "completed" ? counts : null,
	};
	const place = { workspaceId: ended.workspace_id, clientId: ended.client_id, at: scan.finishedAt };
	await announce(client, place, [{ type: "scan.ended", key: `ended ${scan.id}`, data, screen: `scans/${scan.id}` }]);
}

type Changes = {
	scanId: ScanId;
	/** The host that was scanned. */
	host: string;
	changes: readonly { fingerprint: string; what: Change; severity: Severity }[];
};

/** Announces what a scan changed about findings. Informational ones are no news. */
export async function announceFindings(
	client: Executor,
	place: Parameters<typeof announce>[1],
	{ scanId, host, changes }: Changes,
): Promise<void> {
	const news = changes.filter(({ severity }) => severity !== "none");
	if (news.length === 0) return;
	const titles = await readRows(
		client,
		{ fingerprint: text, title: text },
		`SELECT fingerprint, title FROM findings WHERE account_id = $1 AND fingerprint = ANY ($2)
		   AND EXISTS (SELECT FROM webhooks WHERE workspace_id = $1 AND active)`,
		[place.workspaceId, news.map(({ fingerprint }) => fingerprint)],
	);
	const titleOf = new Map(titles.map(({ fingerprint, title }) => [fingerprint, title]));
	const events = news.flatMap(({ fingerprint, what, severity }): Happened[] => {
		const title = titleOf.get(fingerprint);
		if (title === undefined) return [];
		const type = EVENT_OF[what];
		const data = { fingerprint, title, severity, host, scanId };
		const known = { key: `${type} ${fingerprint} ${scanId}`, screen: `vulnerabilities/${fingerprint}` };
		return type === "finding.opened"
			? [{ ...known, type, data: { ...data, reopened: what === "reopened" } }]
			: [{ ...known, type, data }];
	});
	await announce(client, place, events);
}

/** The client that a host belongs to. */
export async function clientOfHost(client: Executor, workspaceId: WorkspaceId, host: string): Promise<ClientId> {
	const row = await readRow(client, { client_id: id<ClientId>() }, "SELECT client_of_host($1, $2) AS client_id", [
		workspaceId,
		host,
	]);
	if (!row) throw new Error("The query for a host's client returned no row");
	return row.client_id;
}
