import type { Task, TaskChange, TaskFilter, TaskId, TaskPage, TaskRequest } from "#contract/tasks/tasks.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Said } from "../controls/ports.ts";

/** Tasks of workspaces. Without a client in the scope, all that the member may see. */
export type TaskStore = {
	page(
		scope: Scope,
		query: TaskFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<TaskPage | "bad_cursor">;
	find(scope: Scope, id: TaskId): Promise<Task | undefined>;
	/** Without a client in the scope, the task is of the client of its controls, or of the workspace itself. */
	add(
		scope: Scope,
		asked: { key: string | null; request: TaskRequest },
	): Promise<Said<"already_exists" | "limit_reached" | "no_control" | "no_member">>;
	/** What a person says of it, field by field: the word said last counts. "no_outcome": it is dropped, and says why. */
	change(
		scope: Scope,
		asked: { key: string | null; request: TaskChange },
	): Promise<Said<"not_found" | "no_member" | "no_outcome" | "changed_meanwhile">>;
};
