import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { firstMember } from "../../controls/store/person.ts";

/** A gap that an assessment found. `controls`: their codes in our catalog. */
export type GapTask = { id: string; title: string; cause: string; controls: readonly string[] };

/** Adds a task for each gap. Its owner is the first of `owners` who is a member; the others may have left, or may be just names. */
export async function addGapTasks(
	client: Executor,
	{ workspaceId, clientId }: SeenClient,
	tasks: readonly GapTask[],
	{ owners, due, at }: { owners: readonly [AccountId, AccountId]; due: string; at: Date },
): Promise<void> {
	await client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, cause_id, owner, due, created_at)
		 SELECT $1, $2, id, title, 'assessment', cause, ${firstMember("ARRAY[$4, $5]::uuid[]", "$1", "$2")}, $6, $7
		 FROM jsonb_to_recordset($3) AS added (id uuid, title text, cause text)`,
		[workspaceId, clientId, JSON.stringify(tasks), ...owners, due, at],
	);
	await linkGapTasks(client, { workspaceId, clientId }, tasks);
}

/** Links tasks from gaps to the client's controls that their questions are about, where they are not linked yet. */
export const linkGapTasks = (
	client: Executor,
	{ workspaceId, clientId }: SeenClient,
	gaps: readonly Pick<GapTask, "cause" | "controls">[],
) =>
	client.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id)
		 SELECT $1, tasks.id, controls.id FROM jsonb_to_recordset($3) AS gap (cause text, controls text[])
		   JOIN tasks ON tasks.client_id = $2 AND cause_type = 'assessment' AND cause_id = gap.cause
		   JOIN controls ON controls.workspace_id = $1 AND controls.client_id = $2 AND catalog_code = ANY (gap.controls)
		 ON CONFLICT DO NOTHING`,
		[workspaceId, clientId, JSON.stringify(gaps)],
	);
