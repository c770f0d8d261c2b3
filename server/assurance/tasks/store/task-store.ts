import type { Task, TaskFilter, TaskId, TaskPage } from "#contract/tasks/tasks.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { createAddTask } from "./add-task.ts";
import { createChangeTask } from "./change-task.ts";
import { findTask, listTasks } from "./list-tasks.ts";

/** Tasks in PostgreSQL. */
export const createTaskStore = (walled: Pool, now: () => Date) => ({
	page: (
		scope: Scope,
		query: TaskFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<TaskPage | "bad_cursor"> => listTasks(within(walled, scope), scope, query, now()),
	find: (scope: Scope, id: TaskId): Promise<Task | undefined> => findTask(within(walled, scope), scope, id, now()),
	/** Without a client in the scope, the task is of the client of its controls, or of the workspace itself. */
	add: createAddTask(walled, now),
	/** What a person says of it, field by field: the word said last counts. "no_outcome": it is dropped, and says why. */
	change: createChangeTask(walled, now),
});

/** Tasks of workspaces. Without a client in the scope, all that the member may see. */
export type TaskStore = ReturnType<typeof createTaskStore>;
