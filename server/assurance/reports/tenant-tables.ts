import { iso, list } from "#server/platform/db/row-reading.ts";
import { ofWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Reports and the links to them. */
export const REPORT_TABLES = {
	tables: {
		account_reports: { exported: "reports", handedOver: "reports", showsUse: "account_id" },
		account_report_files: { exported: "reports", handedOver: "reports" },
		account_report_shares: { exported: "reports", handedOver: { leftOut: "links to this server" } },
		report_links: { exported: { leftOut: "hashes of links’ tokens" }, handedOver: { leftOut: "links to this server" } },
	},
	exports: [
		{
			name: "reports",
			columns: `id, template, name, created_by AS "createdBy", request, accepted_at AS "acceptedAt", status, failure, sections,
				downloads,
				(SELECT convert_from(content, 'UTF8')::jsonb FROM account_report_files
				   WHERE report_id = account_reports.id AND format = 'json') AS data,
				(SELECT jsonb_agg(jsonb_build_object('createdAt', created_at, 'expiresAt', expires_at, 'opened', opened)
				   ORDER BY created_at) FROM account_report_shares WHERE report_id = account_reports.id) AS shares`,
			from: ofWorkspace("account_reports"),
			key: [["id", "uuid"]],
			batch: 5,
		},
	],
	readings: {
		reports: {
			row: `jsonb_build_object('id', id, 'template', template, 'name', name, 'createdBy', created_by, 'request', request,
				'acceptedAt', ${iso("accepted_at")}, 'status', status, 'failure', failure, 'sections', sections, 'downloads', downloads,
				'files', ${list("jsonb_build_object('format', format)", "format", "account_report_files WHERE report_id = account_reports.id")})`,
			key: "id::text",
			from: "account_reports WHERE account_id = $1 AND client_id = $2 AND status <> 'generating' AND $3::text[] IS NOT NULL",
			batch: 100,
		},
	},
	deletes: {
		ofHosts: [
			// Reports from before there were clients name none: those that cover only its hosts belong to it.
			`DELETE FROM account_reports WHERE account_id = $1 AND client_id IS NULL
			   AND jsonb_array_length(coalesce(request -> 'hosts', '[]')) > 0 AND request -> 'hosts' <@ to_jsonb($2::text[])`,
		],
		ofClient: ["DELETE FROM account_reports WHERE account_id = $1 AND client_id = $2"],
	},
	prunes: [
		{ table: "report_links", when: "expires_at < now() - interval '30 days'" },
		{ table: "account_report_shares", when: "expires_at < now() - interval '30 days'" },
	],
} as const satisfies TenantTables;
