import { ofWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Hosts of a workspace, and which of them it has proved to own. */
export const TARGET_TABLES = {
	tables: {
		assets: { exported: "assets", handedOver: "hosts" },
		target_claims: {
			exported: "targets",
			handedOver: { leftOut: "proofs belong to the workspace; the new one verifies its own" },
			showsUse: "account_id",
		},
	},
	exports: [
		{
			name: "targets",
			columns: `id, host, includes_subdomains AS "includesSubdomains", token, created_at AS "createdAt",
				proven_by AS "provenBy", proven_at AS "provenAt", file_seen_at AS "fileSeenAt", checked_at AS "checkedAt", problem`,
			from: ofWorkspace("target_claims"),
			key: [["id", "uuid"]],
		},
		{
			name: "assets",
			columns: `host, coalesce((SELECT name FROM clients WHERE clients.id = client_id), '') AS client, removed_at AS "removedAt"`,
			from: ofWorkspace("assets"),
			key: [["host", "text"]],
		},
	],
	deletes: {
		ofHosts: ["DELETE FROM target_claims WHERE account_id = $1 AND host = ANY ($2)"],
		ofClient: ["DELETE FROM assets WHERE account_id = $1 AND client_id = $2"],
	},
} as const satisfies TenantTables;
