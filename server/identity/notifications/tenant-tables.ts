import { ofAccount, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Devices that get push messages, and which ones. */
export const NOTIFICATION_TABLES = {
	tables: {
		notification_choices: { exported: "notifications" },
		push_subscriptions: { exported: "sessions" },
	},
	exports: [
		{
			name: "notifications",
			columns: `scan_finished AS "scanFinished", new_finding AS "newFinding", mail`,
			from: ofAccount("notification_choices"),
			key: [["account_id", "uuid"]],
		},
	],
} as const satisfies TenantTables;
