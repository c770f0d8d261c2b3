import { iso, list } from "#server/platform/db/row-reading.ts";
import { OWNS, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Scans with what their engines left, and the record of them. */
export const SCAN_TABLES = {
	tables: {
		scans: { exported: "scans", handedOver: "scans", showsUse: "owner" },
		scan_reports: { exported: "scans", handedOver: "scans" },
		scan_sent: { exported: "scans", handedOver: "scans" },
		scan_events: { exported: "scans", handedOver: "scans" },
		scan_raw: { exported: "scans", handedOver: "scans" },
		scan_requests: {
			exported: { leftOut: "hashes of keys of requests" },
			handedOver: { leftOut: "hashes of keys of requests to this server" },
			outlives: "hashes of keys, so that a scan that is sent again is not run again",
		},
		audit_trail: {
			exported: "record",
			handedOver: { leftOut: "the record of this server’s operator" },
			outlives: "the operator’s record of what was scanned, which nobody can change",
		},
		audit_addresses: {
			exported: "record",
			handedOver: { leftOut: "the record of this server’s operator" },
			outlives: "network addresses of that record, for 7 days",
		},
	},
	exports: [
		{
			name: "scans",
			columns: `scans.id, kind, target, request, client, note, state AS status, accepted_at AS "acceptedAt", started_at AS "startedAt",
				finished_at AS "finishedAt", coverage, failure_code AS "failureCode", failure_message AS "failureMessage",
				adopted_at AS "movedFromPublicFormAt",
				(SELECT schedule_id FROM schedule_scans WHERE scan_id = scans.id) AS "scheduleId",
				(SELECT report FROM scan_reports WHERE scan_id = scans.id) AS report,
				(SELECT sent FROM scan_sent WHERE scan_id = scans.id) AS sent,
				(SELECT jsonb_agg(jsonb_build_object('at', at, 'what', what, 'text', text) ORDER BY id)
				   FROM scan_events WHERE scan_id = scans.id) AS timeline,
				(SELECT jsonb_agg(jsonb_build_object('name', name, 'mediaType', media_type, 'base64', encode(content, 'base64'))
				   ORDER BY name) FROM scan_raw WHERE scan_id = scans.id) AS "toolOutput"`,
			from: `FROM scans WHERE owner = $1::uuid::text AND ${OWNS}`,
			key: [["scans.id", "uuid"]],
			batch: 5,
		},
		{
			name: "record",
			columns: `at, what, scan_id AS "scanId", kind, target, detail, statement,
				(SELECT address FROM audit_addresses WHERE audit_id = audit_trail.id) AS address`,
			from: "FROM audit_trail WHERE who = $1::text",
			key: [["id", "bigint"]],
		},
	],
	readings: {
		scans: {
			row: `jsonb_build_object('id', id, 'kind', kind, 'target', target, 'request', request - 'email', 'note', note, 'status', status,
				'acceptedAt', ${iso("accepted_at")}, 'startedAt', ${iso("started_at")}, 'finishedAt', ${iso("finished_at")}, 'coverage', coverage,
				'failure', CASE WHEN failure_code IS NOT NULL THEN jsonb_build_object('code', failure_code, 'message', coalesce(failure_message, '')) END,
				'report', (SELECT report FROM scan_reports WHERE scan_id = scans.id),
				'sent', coalesce((SELECT sent FROM scan_sent WHERE scan_id = scans.id), '[]'),
				'timeline', ${list(
					`jsonb_build_object('at', ${iso("at")}, 'what', what, 'text', text, 'progress', progress)`,
					"id",
					"scan_events WHERE scan_id = scans.id",
				)},
				'raw', ${list(
					`jsonb_build_object('name', name, 'mediaType', media_type, 'createdAt', ${iso("created_at")})`,
					"name",
					"scan_raw WHERE scan_id = scans.id",
				)})`,
			key: "id::text",
			from: `scans WHERE owner = $1::text AND host = ANY ($3) AND status IN ('completed', 'failed') AND finished_at IS NOT NULL
				AND $2::uuid IS NOT NULL`,
			batch: 20,
		},
	},
	deletes: {
		ofHosts: ["DELETE FROM scans WHERE owner = $1::text AND host = ANY ($2)"],
	},
	prunes: [
		{ table: "scans", when: "owner = 'anonymous' AND accepted_at < now() - $1 * interval '1 day'", days: "kept" },
		// Stored while their workspace was being deleted.
		{
			table: "scans",
			when: `owner <> 'anonymous' AND accepted_at < now() - interval '1 day'
				AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id::text = owner)`,
		},
		{ table: "scan_raw", when: "created_at < now() - $1 * interval '1 day'", days: "kept" },
		{ table: "audit_addresses", when: "at < now() - interval '7 days'" },
	],
} as const satisfies TenantTables;
