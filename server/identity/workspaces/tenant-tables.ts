import { inWorkspace, ofAccount, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Workspaces: their clients, their people, and what these may do. */
export const WORKSPACE_TABLES = {
	tables: {
		workspaces: {
			exported: "memberships",
			handedOver: { leftOut: "the client goes to another one" },
			outlives: "its name",
		},
		clients: { exported: "clients", handedOver: "client" },
		memberships: { exported: "memberships", handedOver: { leftOut: "people of this workspace" } },
		invitations: { exported: "invitations", handedOver: { leftOut: "people of this workspace" } },
		api_tokens: { exported: "apiTokens", handedOver: { leftOut: "ways into this workspace" } },
		audit_entries: {
			exported: "auditLog",
			handedOver: { leftOut: "the record of this workspace" },
			outlives: "the workspace’s record of who did what, which nobody can change",
		},
	},
	exports: [
		{
			name: "memberships",
			columns: `workspace_id AS "workspaceId", (SELECT name FROM workspaces WHERE id = workspace_id) AS workspace, role,
				client_id AS "clientId", accepted_at AS since, ends_on::text AS "endsOn"`,
			from: ofAccount("memberships"),
			key: [["workspace_id", "uuid"]],
		},
		{
			name: "clients",
			columns: `id, name, code, color, country, sector, contact, sample, archived_at AS "archivedAt", created_at AS "createdAt"`,
			from: inWorkspace("clients"),
			key: [["id", "uuid"]],
		},
		{
			// Without the hashes of their links.
			name: "invitations",
			columns: `id, email, role, client_id AS "clientId", ends_on::text AS "endsOn", created_at AS "createdAt",
				expires_at AS "expiresAt", accepted_at AS "acceptedAt", revoked_at AS "revokedAt"`,
			from: inWorkspace("invitations"),
			key: [["id", "uuid"]],
		},
		{
			name: "apiTokens",
			columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", name, prefix, scopes, created_at AS "createdAt",
				ends_on::text AS "endsOn", last_used_on::text AS "lastUsedOn", revoked_at AS "revokedAt"`,
			from: ofAccount("api_tokens"),
			key: [["id", "uuid"]],
		},
		{
			name: "auditLog",
			columns: `id::text AS id, at, client_id AS "clientId", who_name AS who, on_behalf_name AS "onBehalfOf", what,
				subject_type AS "subjectType", subject_id AS "subjectId", detail`,
			from: inWorkspace("audit_entries"),
			key: [["id", "bigint"]],
		},
	],
	deletes: {
		ofClient: [
			// Its guests, their invitations, its evidence and its days are deleted with it.
			"DELETE FROM clients WHERE workspace_id = $1 AND id = $2",
		],
	},
	prunes: [
		{ table: "invitations", when: "coalesce(accepted_at, revoked_at, expires_at) < now() - interval '30 days'" },
		{ table: "api_tokens", when: "coalesce(revoked_at, (ends_on + 1)::timestamptz) < now() - interval '30 days'" },
	],
} as const satisfies TenantTables;
