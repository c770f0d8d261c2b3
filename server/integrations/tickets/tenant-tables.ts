import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Trackers, and the issues in them. */
export const TICKET_TABLES = {
	tables: {
		trackers: { exported: "trackers", handedOver: { leftOut: "trackers of this workspace" } },
		tickets: { exported: "tickets", handedOver: { leftOut: "issues in trackers of this workspace" } },
	},
	exports: [
		{
			// Without tokens.
			name: "trackers",
			columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", name, system, url, project, issue_type AS "issueType", email,
				created_at AS "createdAt"`,
			from: inWorkspace("trackers"),
			key: [["id", "uuid"]],
		},
		{
			name: "tickets",
			columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", tracker_id AS "trackerId", fingerprint, task_id AS "taskId",
				remote AS state, key, url, created_at AS "createdAt", synced_at AS "syncedAt"`,
			from: inWorkspace("tickets"),
			key: [["id", "uuid"]],
		},
	],
} as const satisfies TenantTables;
