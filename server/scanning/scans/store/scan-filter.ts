import type { ScanFilter } from "#contract/scans/scan-query.ts";
import { collectConditions, contains, type Where } from "#server/platform/db/conditions.ts";
import { isAfter, type Place } from "#server/platform/db/page-cursor.ts";
import { clientName, ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** A workspace's scans, or those of one client, that match a filter and, in a list, come after a place. */
export function scanWhere(
	{ workspaceId, clientId }: Seen,
	{ phase, status, kind, severity, from, to, client, q }: ScanFilter,
	after?: Place,
): Where {
	const { bind, add, where } = collectConditions();
	const owner = bind(workspaceId);
	add(`owner = ${owner}`);
	if (clientId !== null) add(ofClient("host", owner, bind(clientId)));
	// Spelled out, so that the index on unfinished scans applies.
	if (phase === "active") add("status IN ('pending', 'running')");
	if (phase === "finished") add("status IN ('completed', 'failed')");
	if (status?.length) add(`state = ANY(${bind(status)})`);
	if (kind?.length) add(`kind = ANY(${bind(kind)})`);
	if (severity?.length) add(`worst = ANY(${bind(severity)})`);
	if (from) add(`accepted_at >= ${bind(from)}::date::timestamp AT TIME ZONE 'UTC'`);
	if (to) add(`accepted_at < (${bind(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
	if (client) add(`${clientName("scans.host", `${owner}::uuid`)} = ${bind(client)}`);
	if (q) add(contains(["target"], bind(q)));
	if (after) add(isAfter(after, bind));
	return where();
}
