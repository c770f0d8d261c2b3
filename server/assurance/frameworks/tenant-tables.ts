import { iso, list } from "#server/platform/db/row-reading.ts";
import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Frameworks that clients chose, the decisions about them, approvals of statements, links to bundles for auditors, and the keys that sign these. */
export const FRAMEWORK_TABLES = {
	tables: {
		framework_choices: { exported: "frameworks", handedOver: "frameworks" },
		requirement_decisions: { exported: "decisions", handedOver: "frameworks" },
		statement_approvals: { exported: "approvals", handedOver: "frameworks" },
		framework_catalogs: { exported: "frameworks" },
		catalog_texts: {
			exported: { leftOut: "the official words are their publisher’s, and everyone who may use them has them" },
		},
		bundle_links: { exported: "bundleLinks", handedOver: { leftOut: "links to this server" } },
		bundle_keys: { exported: "bundleKeys" },
	},
	exports: [
		{
			// The official words that were loaded belong to their publisher, and everyone who may use them has them.
			name: "frameworks",
			columns: `client_id AS "clientId", framework, chosen_at AS "chosenAt", given_up_at AS "givenUpAt",
				(SELECT title FROM framework_catalogs AS loaded
				   WHERE (loaded.workspace_id, loaded.framework) = (framework_choices.workspace_id, framework_choices.framework)
				     AND loaded.taken_out_at IS NULL) AS catalog`,
			from: inWorkspace("framework_choices"),
			key: [
				["client_id", "uuid"],
				["framework", "text"],
			],
		},
		{
			name: "decisions",
			columns: `client_id AS "clientId", framework, requirement_id AS "requirementId", state, reasons, justification, said_at AS "saidAt",
				said_by_name AS "saidBy", reviewed_at AS "reviewedAt"`,
			from: inWorkspace("requirement_decisions"),
			key: [
				["client_id", "uuid"],
				["framework", "text"],
				["requirement_id", "text"],
			],
		},
		{
			name: "approvals",
			columns: `client_id AS "clientId", framework, version, approved_at AS "approvedAt", approved_by_name AS "approvedBy", note, basis`,
			from: inWorkspace("statement_approvals"),
			key: [
				["client_id", "uuid"],
				["framework", "text"],
				["version", "bigint"],
			],
		},
		{
			// Without the hashes of their addresses.
			name: "bundleLinks",
			columns: `id, client_id AS "clientId", framework, from_day::text AS "fromDay", to_day::text AS "toDay", auditor,
				created_at AS "createdAt", ends_on::text AS "endsOn", downloads`,
			from: inWorkspace("bundle_links"),
			key: [["id", "uuid"]],
		},
		{
			// Only what is public.
			name: "bundleKeys",
			columns: `id, encode(public_key, 'base64') AS "publicKey", created_at AS "createdAt", retired_at AS "retiredAt"`,
			from: inWorkspace("bundle_keys"),
			key: [["id", "uuid"]],
		},
	],
	readings: {
		frameworks: {
			row: `jsonb_build_object('framework', framework,
				'own', (SELECT jsonb_build_object('pack', pack, 'links', links, 'texts', ${list(
					"jsonb_build_object('requirementId', requirement_id, 'title', words.title, 'text', text)",
					"requirement_id",
					"catalog_texts AS words WHERE (words.workspace_id, words.framework) = ($1, known.framework)",
				)}) FROM own_frameworks AS own WHERE (own.workspace_id, own.id) = ($1, known.framework) AND deleted_at IS NULL),
				'chosenAt', (SELECT ${iso("chosen_at")} FROM framework_choices AS choice WHERE (choice.client_id, choice.framework) = ($2, known.framework)),
				'givenUpAt', (SELECT ${iso("given_up_at")} FROM framework_choices AS choice WHERE (choice.client_id, choice.framework) = ($2, known.framework)),
				'decisions', ${list(
					`jsonb_build_object('requirementId', requirement_id, 'state', state, 'justification', justification, 'saidAt', ${iso("said_at")},
					'saidBy', said_by_name, 'reviewedAt', ${iso("reviewed_at")}, 'reasons', reasons)`,
					"requirement_id",
					"requirement_decisions AS decided WHERE (decided.client_id, decided.framework) = ($2, known.framework)",
				)},
				'approvals', ${list(
					`jsonb_build_object('version', version, 'approvedAt', ${iso("approved_at")}, 'approvedBy', approved_by_name, 'note', note,
					'basis', basis)`,
					"version",
					"statement_approvals AS approved WHERE (approved.client_id, approved.framework) = ($2, known.framework)",
				)})`,
			key: "framework",
			from: `(SELECT framework FROM framework_choices WHERE workspace_id = $1 AND client_id = $2
				UNION SELECT framework FROM requirement_decisions WHERE workspace_id = $1 AND client_id = $2
				UNION SELECT framework FROM control_requirements AS link JOIN controls ON controls.workspace_id = link.workspace_id
				  AND controls.id = control_id WHERE link.workspace_id = $1 AND client_id = $2 AND starts_with(framework, 'own-')) AS known WHERE $3::text[] IS NOT NULL`,
			// One that the workspace added has all of its requirements with it.
			batch: 2,
		},
	},
	prunes: [
		{ table: "bundle_links", when: "ends_on < current_date - 30" },
		{ table: "framework_catalogs", when: "taken_out_at < now() - interval '1 day'" },
	],
} as const satisfies TenantTables;
