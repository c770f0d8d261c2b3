import { iso } from "../db/row-reading.ts";
import { inWorkspace, type TenantTables } from "../tenancy/tenant-tables.ts";

/** What people entered about records. */
export const WORD_TABLES = {
	tables: {
		said_words: { exported: "words", handedOver: "words" },
	},
	exports: [
		{
			name: "words",
			columns: `client_id AS "clientId", subject_type AS about, subject_id AS "aboutId", field, value, said_at AS "saidAt",
				said_by_name AS "saidBy", counted`,
			from: inWorkspace("said_words"),
			key: [["no", "bigint"]],
		},
	],
	readings: {
		words: {
			row: `jsonb_build_object('subjectType', subject_type, 'subjectId', subject_id, 'field', field, 'value', CASE field WHEN 'owner' THEN 'null' ELSE value END, 'shown', shown,
				'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")}, 'saidBy', said_by_name, 'counted', counted)`,
			key: "lpad(no::text, 19, '0')",
			from: "said_words WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 1_000,
		},
	},
} as const satisfies TenantTables;
