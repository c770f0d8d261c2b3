import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";
import { EVIDENCE_ROW } from "./store/evidence-in-file.ts";

/** Evidence, what it is about, and who had it. */
export const EVIDENCE_TABLES = {
	tables: {
		evidence: { exported: "evidence", handedOver: "evidence" },
		evidence_files: { exported: "evidence", handedOver: "evidence" },
		evidence_thumbnails: {
			exported: { leftOut: "thumbnails show nothing that the files do not" },
			handedOver: "evidence",
		},
		evidence_links: { exported: "evidence", handedOver: "evidence" },
		evidence_custody: { exported: "evidence", handedOver: "evidence" },
	},
	exports: [
		{
			// The files themselves are downloaded with their evidence: together they may be larger than any JSON can be. Thumbnails show
			// nothing that the files do not.
			name: "evidence",
			columns: `id, title, note, taken_at AS "takenAt", received_at AS "receivedAt", taken_by_name AS "takenBy", device,
				place AS "takenWhere", kind, method, source, effective_from::text AS "effectiveFrom", effective_to::text AS "effectiveTo",
				expires_on::text AS "expiresOn", state, state_reason AS "stateReason", supersedes, record,
				(SELECT jsonb_agg(jsonb_build_object('name', part.name, 'sha256', encode(part.sha256, 'hex'), 'size', files.size,
				   'type', files.type) ORDER BY part.no)
				   FROM evidence_files AS part JOIN files ON files.workspace_id = part.workspace_id AND files.sha256 = part.sha256
				   WHERE part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id) AS files,
				(SELECT jsonb_agg(jsonb_build_object('type', subject_type, 'id', subject_id) ORDER BY linked_at)
				   FROM evidence_links AS link
				   WHERE link.workspace_id = evidence.workspace_id AND link.evidence_id = evidence.id) AS about,
				(SELECT jsonb_agg(jsonb_build_object('at', at, 'by', who_name, 'what', what, 'type', subject_type, 'id', subject_id)
				   ORDER BY no) FROM evidence_custody AS line
				   WHERE line.workspace_id = evidence.workspace_id AND line.evidence_id = evidence.id) AS custody`,
			from: inWorkspace("evidence"),
			key: [["id", "uuid"]],
		},
	],
	readings: {
		evidence: {
			row: EVIDENCE_ROW,
			key: "id::text",
			from: "evidence WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 50,
		},
	},
} as const satisfies TenantTables;
