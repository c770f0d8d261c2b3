import type { ReportRequest } from "#contract/reports/reports.ts";
import { clientName, ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** What a report covers, as SQL conditions that share their values, and as a test for hosts. */
export type ReportScope = {
	values: unknown[];
	/** For `findings`: those that were there on a day of the period, or were found fixed in it. */
	findings: string;
	/** For `scans`: those that ended in the period, on hosts that the workspace still has. */
	scans: string;
	/** For `finding_changes`: those of the period. */
	changes: string;
	covers: (asset: { host: string; client: string }) => boolean;
};

/** Hosts and names of clients both apply, and so does a scope's own client. An empty list is no limit. */
export function reportScope({ workspaceId, clientId }: Seen, { hosts, clients, from, to }: ReportRequest): ReportScope {
	const lower = hosts.map((host) => host.toLowerCase());
	// The same as in the list of findings, so that both count the same: a host that was scanned also has what a redirect from it led to,
	// and the client is that of the host that was scanned.
	const isAbout = (scanned: string, seen = scanned) =>
		`(cardinality($2::text[]) = 0 OR ${scanned} = ANY($2::text[]) OR ${seen} = ANY($2::text[]))
		  AND (cardinality($3::text[]) = 0 OR ${clientName(scanned, "$1::uuid")} = ANY($3::text[]))
		  AND ${ofClient(scanned, "$1", "$6")}`;
	const begin = "coalesce($4::date::timestamp AT TIME ZONE 'UTC', '-infinity')";
	const end = "coalesce(($5::date + 1)::timestamp AT TIME ZONE 'UTC', 'infinity')";
	const within = (time: string) => `${time} >= ${begin} AND ${time} < ${end}`;
	/** A workspace no longer has a host that it removed, until it scans it again. */
	const isKept = `NOT EXISTS (SELECT 1 FROM assets
		  WHERE assets.account_id = $1::uuid AND assets.host = scans.host AND assets.removed_at >= scans.accepted_at)`;
	return {
		values: [workspaceId, lower, clients, from ?? null, to ?? null, clientId],
		findings: `findings.account_id = $1::uuid AND ${isAbout("findings.asset", "findings.host")}
		  AND first_seen_at < ${end} AND (last_seen_at >= ${begin} OR (${within("fixed_at")}))`,
		scans: `scans.owner = $1::text AND ${isAbout("scans.host")} AND ${within("finished_at")} AND ${isKept}`,
		changes: within("at"),
		covers: ({ host, client }) =>
			(lower.length === 0 || lower.includes(host)) && (clients.length === 0 || clients.includes(client)),
	};
}
