import { iso, list } from "#server/platform/db/row-reading.ts";
import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Tasks, and the controls that they are about. */
export const TASK_TABLES = {
	tables: {
		tasks: { exported: "tasks", handedOver: "tasks" },
		task_controls: { exported: "tasks", handedOver: "tasks" },
	},
	exports: [
		{
			name: "tasks",
			columns: `id, client_id AS "clientId", title, note, cause_type AS cause, cause_id AS "causeId", owner, due::text, state, outcome,
				created_at AS "createdAt", reopened_at AS "reopenedAt", ended_at AS "endedAt",
				(SELECT jsonb_agg(control_id ORDER BY control_id) FROM task_controls AS about
				   WHERE (about.workspace_id, about.task_id) = (tasks.workspace_id, tasks.id)) AS controls`,
			from: inWorkspace("tasks"),
			key: [["id", "uuid"]],
		},
	],
	readings: {
		tasks: {
			row: `jsonb_build_object('id', id, 'title', title, 'note', note, 'causeType', cause_type, 'causeId', cause_id, 'due', due::text,
				'state', state, 'outcome', outcome, 'said', said, 'createdAt', ${iso("created_at")}, 'reopenedAt', ${iso("reopened_at")},
				'endedAt', ${iso("ended_at")}, 'controls', ${list(
					"to_jsonb(control_id)",
					"control_id",
					"task_controls AS link WHERE (link.workspace_id, link.task_id) = ($1, tasks.id)",
				)})`,
			key: "id::text",
			from: "tasks WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 500,
		},
	},
} as const satisfies TenantTables;
