import { iso, list } from "#server/platform/db/row-reading.ts";
import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";
import { specColumn } from "./store/stored-spec.ts";

/** Controls, their tests, and the runs of these. */
export const CONTROL_TABLES = {
	tables: {
		controls: { exported: "controls", handedOver: "controls" },
		control_requirements: { exported: "controls", handedOver: "controls" },
		control_tests: { exported: "controls", handedOver: "controls" },
		test_runs: { exported: "testRuns", handedOver: "runs" },
		newest_runs: { exported: { leftOut: "the runs say it" }, handedOver: { leftOut: "the runs say it" } },
	},
	exports: [
		{
			name: "controls",
			columns: `id, client_id AS "clientId", code, title, objective, kind, state, reason, owner, created_at AS "createdAt",
				left_out AS "leftOut",
				(SELECT jsonb_agg(jsonb_build_object('framework', framework, 'id', requirement_id) ORDER BY framework, requirement_id)
				   FROM control_requirements AS link
				   WHERE (link.workspace_id, link.control_id) = (controls.workspace_id, controls.id)) AS requirements,
				(SELECT jsonb_agg(jsonb_build_object('id', test.id, 'title', test.title, 'spec', ${specColumn}, 'everyDays', every_days, 'active', active)
				   ORDER BY test.created_at, test.id) FROM control_tests AS test
				   WHERE (test.workspace_id, test.control_id) = (controls.workspace_id, controls.id)) AS tests`,
			from: inWorkspace("controls"),
			key: [["id", "uuid"]],
		},
		{
			name: "testRuns",
			columns: `id, client_id AS "clientId", control_id AS "controlId", test_id AS "testId", host, at, window_from AS "windowFrom",
				window_to AS "windowTo", result, reason, expires_on::text AS "expiresOn", scan_id AS "scanId", by_name AS "by",
				evidence_id AS "evidenceId", answers`,
			from: inWorkspace("test_runs"),
			key: [["id", "uuid"]],
		},
	],
	readings: {
		controls: {
			row: `jsonb_build_object('id', id, 'code', code, 'title', title, 'objective', objective, 'kind', kind, 'state', state, 'reason', reason,
				'catalogCode', catalog_code, 'said', said,
				'leftOut', ${list(
					"jsonb_build_object('host', key, 'reason', value -> 'reason', 'saidAt', value -> 'saidAt', 'by', value -> 'byName')",
					"key",
					"jsonb_each(left_out)",
				)}, 'createdAt', ${iso("created_at")},
				'requirements', ${list(
					"jsonb_build_object('framework', framework, 'requirementId', requirement_id, 'source', source)",
					"framework, requirement_id",
					"control_requirements AS link WHERE (link.workspace_id, link.control_id) = ($1, controls.id)",
				)},
				'tests', ${list(
					`jsonb_build_object('id', test.id, 'title', test.title, 'spec', ${specColumn}, 'everyDays', every_days, 'active', active,
					'createdAt', ${iso("test.created_at")}, 'changedAt', ${iso("test.changed_at")})`,
					"test.id",
					"control_tests AS test WHERE (test.workspace_id, test.control_id) = ($1, controls.id)",
				)})`,
			key: "id::text",
			from: "controls WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 100,
		},
		runs: {
			row: `jsonb_build_object('id', id, 'controlId', control_id, 'testId', test_id, 'host', host, 'at', ${iso("at")},
				'windowFrom', ${iso("window_from")}, 'windowTo', ${iso("window_to")}, 'result', result, 'reason', reason,
				'expiresOn', expires_on::text, 'scanId', scan_id, 'by', by_name, 'evidenceId', evidence_id, 'answers', answers)`,
			key: "id::text",
			from: "test_runs WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 2_000,
		},
	},
} as const satisfies TenantTables;
