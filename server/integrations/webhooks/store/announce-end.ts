import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, orNull, readRow, text } from "#server/platform/db/rows.ts";
import type { ScanEnded } from "#server/scanning/scans/scan-ended.ts";
import { announce } from "./announce.ts";

const ENDED = {
	workspace_id: id<WorkspaceId>(),
	client_id: id<ClientId>(),
	host: orNull(text),
	high: orNull(int),
	medium: orNull(int),
	low: orNull(int),
	none: orNull(int),
};

/** Announces that a workspace's scan has ended. */
export async function announceEnd(client: Executor, { scan }: ScanEnded): Promise<void> {
	if (scan.owner === "anonymous") return;
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
