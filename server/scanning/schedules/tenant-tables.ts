import { iso } from "#server/platform/db/row-reading.ts";
import { ofWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Schedules, and the scans that they started. */
export const SCHEDULE_TABLES = {
	tables: {
		schedules: { exported: "schedules", handedOver: "schedules", showsUse: "account_id" },
		schedule_scans: { exported: "scans", handedOver: { leftOut: "a schedule starts over in the new workspace" } },
	},
	exports: [
		{
			name: "schedules",
			columns: `id, name, request, recurrence, time_zone AS "timeZone", overlap, digest, status,
				next_run_at AS "nextRunAt", last_run AS "lastRun", missed_runs AS "missedRuns", created_at AS "createdAt"`,
			from: ofWorkspace("schedules"),
			key: [["id", "uuid"]],
		},
	],
	readings: {
		schedules: {
			row: `jsonb_build_object('name', name, 'request', request, 'recurrence', recurrence, 'timeZone', time_zone, 'overlap', overlap,
				'digest', digest, 'status', status, 'createdAt', ${iso("created_at")})`,
			key: `concat(${iso("created_at")}, id)`,
			from: "schedules WHERE account_id = $1 AND host = ANY ($3) AND $2::uuid IS NOT NULL",
			batch: 500,
		},
	},
	deletes: {
		ofHosts: [
			// Answers under Idempotency-Keys that quote its schedules, for members and for those who created one: found by an index.
			`DELETE FROM account_requests USING schedules
			 WHERE schedules.account_id = $1 AND schedules.host = ANY ($2) AND answer ->> 'id' = schedules.id::text
			   AND owner IN (SELECT account_id::text FROM memberships WHERE workspace_id = $1
			     UNION SELECT created_by_id::text FROM schedules WHERE account_id = $1)`,
			"DELETE FROM schedules WHERE account_id = $1 AND host = ANY ($2)",
		],
	},
} as const satisfies TenantTables;
