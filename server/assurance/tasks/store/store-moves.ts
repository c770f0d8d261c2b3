import type { WorkspaceId } from "#contract/ids.ts";
import type { TaskState } from "#contract/tasks/tasks.ts";
import type { Executor } from "#server/platform/db/pool.ts";

/** How its cause moves a task. A state and a day that are null stay as they are; `cause`: what the task is about now. */
export type Move = { id: string; state: TaskState | null; due: string | null; cause?: string };

/** `at`: when the cause was seen, which is newer than earlier entries. */
export async function storeMoves(
	client: Executor,
	{ workspaceId, at }: { workspaceId: WorkspaceId; at: Date },
	moves: readonly Move[],
): Promise<void> {
	if (moves.length === 0) return;
	await client.query(
		`UPDATE tasks SET
		   state = coalesce(move.state, tasks.state),
		   due = coalesce(move.due, tasks.due),
		   cause_id = coalesce(move.cause, tasks.cause_id),
		   said = CASE WHEN move.state IS NULL THEN said ELSE said || jsonb_build_object('state', $3::text) END,
		   outcome = CASE WHEN move.state = 'open' THEN '' ELSE outcome END,
		   reopened_at = CASE WHEN move.state = 'open' THEN $3::timestamptz ELSE reopened_at END,
		   ended_at = CASE WHEN move.state IS NULL THEN ended_at END
		 FROM jsonb_to_recordset($2) AS move (id uuid, state text, due date, cause text)
		 WHERE tasks.workspace_id = $1 AND tasks.id = move.id`,
		[workspaceId, JSON.stringify(moves), at.toISOString()],
	);
}
