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
	/** If the scope names no client, the task belongs to the client of its controls, or to the workspace itself. */
	add: createAddTask(walled, now),
	/** A person's entries, field by field: the newest entry counts. "no_outcome": it is dropped, which needs a reason. */
	change: createChangeTask(walled, now),
});

/** Tasks of workspaces. If the scope names no client, all that the member may see. */
export type TaskStore = ReturnType<typeof createTaskStore>;
