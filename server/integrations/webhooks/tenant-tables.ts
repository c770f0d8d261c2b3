import { DELIVERY_DAYS } from "#contract/webhooks/webhooks.ts";
import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Receivers of messages, and the messages to them. */
export const WEBHOOK_TABLES = {
	tables: {
		webhooks: { exported: "webhooks", handedOver: { leftOut: "receivers of this workspace" } },
		webhook_deliveries: {
			exported: { leftOut: "what was sent is in the other lists" },
			handedOver: { leftOut: "receivers of this workspace" },
		},
		announced_standings: {
			exported: { leftOut: "what was sent is in the other lists" },
			handedOver: { leftOut: "receivers of this workspace" },
		},
	},
	exports: [
		{
			// Secrets are the receivers’ business. What was sent is in the other lists.
			name: "webhooks",
			columns: `id, workspace_id AS "workspaceId", client_id AS "clientId", kind, url, description, events, active, off_because AS "offBecause",
				created_at AS "createdAt", failing_since AS "failingSince"`,
			from: inWorkspace("webhooks"),
			key: [["id", "uuid"]],
		},
	],
	prunes: [
		{ table: "webhook_deliveries", when: `created_at < now() - ${DELIVERY_DAYS} * interval '1 day'` },
		{ table: "webhooks", set: "old_secret = NULL, old_secret_until = NULL", when: "old_secret_until < now()" },
	],
} as const satisfies TenantTables;
