import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { firstMember } from "../../controls/store/person.ts";

/** A gap that an assessment found. `controls`: their codes in our catalog. */
export type GapTask = { id: string; title: string; cause: string; controls: readonly string[] };

/** Adds a task for each gap. Its owner is the first of `owners` who is a member; the others may have left, or may be just names. */
export async function addGapTasks(
	client: Executor,
	{ workspaceId, clientId }: { workspaceId: WorkspaceId; clientId: ClientId },
	tasks: readonly GapTask[],
	{ owners, due, at }: { owners: readonly [AccountId, AccountId]; due: string; at: Date },
): Promise<void> {
	await client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, cause_id, owner, due, created_at)
		 SELECT $1, $2, id, title, 'assessment', cause, ${firstMember("ARRAY[$4, $5]::uuid[]", "$1", "$2")}, $6, $7
		 FROM jsonb_to_recordset($3) AS added (id uuid, title text, cause text)`,
		[workspaceId, clientId, JSON.stringify(tasks), ...owners, due, at],
	);
	await client.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id)
		 SELECT $1, added.id, controls.id FROM jsonb_to_recordset($3) AS added (id uuid, controls text[])
		 JOIN controls ON controls.workspace_id = $1 AND client_id = $2 AND catalog_code = ANY (added.controls) AND state <> 'retired'`,
		[workspaceId, clientId, JSON.stringify(tasks)],
	);
}
